// Shows a session in a WKWebView. Needs NSCameraUsageDescription in Info.plist.
import UIKit
import WebKit

final class SessionViewController: UIViewController, WKUIDelegate, WKNavigationDelegate, WKScriptMessageHandler {
  private let host = "faces.example.com"
  private let wallets: Set = ["openid4vp", "haip-vp", "eudi-openid4vp", "mdoc-openid4vp"]
  private let url: URL
  private let onEnd: ([String: Any]) -> Void

  init(url: URL, onEnd: @escaping ([String: Any]) -> Void) {
    self.url = url
    self.onEnd = onEnd
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("created in code") }

  override func loadView() {
    let configuration = WKWebViewConfiguration()
    configuration.allowsInlineMediaPlayback = true
    configuration.mediaTypesRequiringUserActionForPlayback = []
    configuration.userContentController.add(Weak(self), name: "selfsame")
    let webView = WKWebView(frame: .zero, configuration: configuration)
    webView.uiDelegate = self
    webView.navigationDelegate = self
    webView.load(URLRequest(url: url))
    view = webView
  }

  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping (WKPermissionDecision) -> Void
  ) {
    let isOurs = origin.`protocol` == "https" && origin.host == host
    decisionHandler(isOurs && type == .camera ? .grant : .deny)
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
    decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
  ) {
    guard let url = action.request.url, wallets.contains(url.scheme ?? "") else { return decisionHandler(.allow) }
    UIApplication.shared.open(url)
    decisionHandler(.cancel)
  }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == host,
      let end = message.body as? [String: Any]
    else { return }
    onEnd(end)
  }
}

/// The web view's controller keeps its handlers: the view controller itself would never be freed.
private final class Weak: NSObject, WKScriptMessageHandler {
  private weak var handler: WKScriptMessageHandler?

  init(_ handler: WKScriptMessageHandler) { self.handler = handler }

  func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
    handler?.userContentController(controller, didReceive: message)
  }
}
