// Shows a session with flutter_inappwebview. Both platforms need the camera permission before.
import 'package:flutter/widgets.dart';
import 'package:flutter_inappwebview/flutter_inappwebview.dart';

Widget sessionView(String url, void Function(Map<dynamic, dynamic> end) onEnd) {
  return InAppWebView(
    initialUrlRequest: URLRequest(url: WebUri(url)),
    initialSettings: InAppWebViewSettings(
      mediaPlaybackRequiresUserGesture: false,
      allowsInlineMediaPlayback: true,
    ),
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
