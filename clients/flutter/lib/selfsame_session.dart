/// Verification sessions of Selfsame in a web view. Both platforms need the camera permission before.
library selfsame_session;

import 'package:flutter/widgets.dart';
import 'package:flutter_inappwebview/flutter_inappwebview.dart';
import 'package:url_launcher/url_launcher.dart';

/// How the page came to its end. The verdict is not in it: people can change their own apps.
enum SessionEndStatus {
  /// The person has finished, whatever came of it: ask your backend for the verdict.
  done,

  /// The person chose "Not now". The session is still open.
  declined,
  expired,
  cancelled,

  /// The link opens no session.
  wrongLink;

  static SessionEndStatus? _named(Object? name) => switch (name) {
        'done' => done,
        'declined' => declined,
        'expired' => expired,
        'cancelled' => cancelled,
        'wrong_link' => wrongLink,
        _ => null,
      };
}

class SessionEnd {
  const SessionEnd(this.session, this.status, {this.inReview = false});

  /// Null where the link opens no session.
  final String? session;
  final SessionEndStatus status;

  /// With `done`: a reviewer still has to decide, so that there is no verdict yet.
  final bool inReview;
}

/// Schemes of links that open a wallet.
const _walletSchemes = {'openid4vp', 'haip-vp', 'eudi-openid4vp', 'mdoc-openid4vp'};

/// Shows the hosted page of a session until it ends. To cancel, remove it: the session stays open, and the same link continues it.
class SelfsameSession extends StatefulWidget {
  const SelfsameSession({super.key, required this.url, required this.onEnd, this.walletSchemes = const {}});

  /// The session's link. It is the person's: keep it out of logs.
  final String url;

  /// Called once.
  final void Function(SessionEnd end) onEnd;

  /// If the operator set `SELFSAME_WALLET_SCHEME`: that.
  final Set<String> walletSchemes;

  @override
  State<SelfsameSession> createState() => _SelfsameSessionState();
}

class _SelfsameSessionState extends State<SelfsameSession> {
  bool _ended = false;

  late final Uri _page = Uri.parse(widget.url);

  bool _isPage(Uri? url) =>
      url != null && url.origin == _page.origin && url.userInfo.isEmpty && url.path == _page.path;

  void _hear(Map<dynamic, dynamic> message) {
    final status = SessionEndStatus._named(message['status']);
    if (_ended || message['selfsame'] != 'end' || status == null) return;
    _ended = true;
    final session = message['session'];
    final inReview = message['in_review'] == true;
    widget.onEnd(SessionEnd(session is String ? session : null, status, inReview: inReview));
  }

  Future<NavigationActionPolicy> _decide(Uri? url) async {
    if (url == null) return NavigationActionPolicy.CANCEL;
    final isWeb = url.scheme == 'https' || url.scheme == 'http';
    if (isWeb && _isPage(url)) return NavigationActionPolicy.ALLOW;
    if (isWeb || _walletSchemes.contains(url.scheme) || widget.walletSchemes.contains(url.scheme)) {
      // Where no wallet is installed the page still waits, and offers the link again.
      await launchUrl(url, mode: LaunchMode.externalApplication).catchError((_) => false);
    }
    return NavigationActionPolicy.CANCEL;
  }

  @override
  Widget build(BuildContext context) {
    return InAppWebView(
      initialUrlRequest: URLRequest(url: WebUri(widget.url)),
      initialSettings: InAppWebViewSettings(
        mediaPlaybackRequiresUserGesture: false,
        allowsInlineMediaPlayback: true,
        useShouldOverrideUrlLoading: true,
      ),
      shouldOverrideUrlLoading: (controller, action) => _decide(action.request.url),
      onWebViewCreated: (controller) => controller.addJavaScriptHandler(
        handlerName: 'selfsame',
        callback: (arguments) async {
          final message = arguments.firstOrNull;
          if (message is Map && _isPage(await controller.getUrl())) _hear(message);
        },
      ),
      onPermissionRequest: (controller, request) async {
        final isOurs = request.origin.origin == _page.origin;
        final isCamera = request.resources.every((resource) => resource == PermissionResourceType.CAMERA);
        return PermissionResponse(
          resources: request.resources,
          action: isOurs && isCamera ? PermissionResponseAction.GRANT : PermissionResponseAction.DENY,
        );
      },
    );
  }
}
