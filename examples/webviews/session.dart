// Shows a session with flutter_inappwebview. Both platforms need the camera permission before.
import 'package:flutter/widgets.dart';
import 'package:flutter_inappwebview/flutter_inappwebview.dart';
import 'package:url_launcher/url_launcher.dart';

const wallets = {'openid4vp', 'haip-vp', 'eudi-openid4vp', 'mdoc-openid4vp'};

Widget sessionView(String url, void Function(Map<dynamic, dynamic> end) onEnd) {
  return InAppWebView(
    initialUrlRequest: URLRequest(url: WebUri(url)),
    initialSettings: InAppWebViewSettings(
      mediaPlaybackRequiresUserGesture: false,
      allowsInlineMediaPlayback: true,
      useShouldOverrideUrlLoading: true,
    ),
    shouldOverrideUrlLoading: (controller, action) async {
      final url = action.request.url;
      if (url == null || !wallets.contains(url.scheme)) return NavigationActionPolicy.ALLOW;
      await launchUrl(url, mode: LaunchMode.externalApplication);
      return NavigationActionPolicy.CANCEL;
    },
    onWebViewCreated: (controller) => controller.addJavaScriptHandler(
      handlerName: 'selfsame',
      callback: (arguments) => onEnd(arguments.first as Map),
    ),
    onPermissionRequest: (controller, request) async {
      final isOurs = request.origin.host == 'faces.example.com';
      final isCamera = request.resources.every((resource) => resource == PermissionResourceType.CAMERA);
      return PermissionResponse(
        resources: request.resources,
        action: isOurs && isCamera ? PermissionResponseAction.GRANT : PermissionResponseAction.DENY,
      );
    },
  );
}
