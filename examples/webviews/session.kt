// Shows a session in an Android WebView. Needs androidx.webkit, and the camera permission before it is called.
import android.content.ActivityNotFoundException
import android.content.Intent
import android.webkit.PermissionRequest
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import org.json.JSONObject

private const val SERVICE = "https://faces.example.com"
private val WALLETS = setOf("openid4vp", "haip-vp", "eudi-openid4vp", "mdoc-openid4vp")

fun WebView.showSession(url: String, onEnd: (JSONObject) -> Unit) {
    settings.javaScriptEnabled = true
    settings.domStorageEnabled = true
    settings.mediaPlaybackRequiresUserGesture = false
    webChromeClient = object : WebChromeClient() {
        override fun onPermissionRequest(request: PermissionRequest) {
            val camera = PermissionRequest.RESOURCE_VIDEO_CAPTURE
            val allowed = request.origin.toString().trimEnd('/') == SERVICE && camera in request.resources
            if (allowed) request.grant(arrayOf(camera)) else request.deny()
        }
    }
    webViewClient = object : WebViewClient() {
        override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
            if (request.url.scheme !in WALLETS) return false
            try {
                view.context.startActivity(Intent(Intent.ACTION_VIEW, request.url).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
            } catch (_: ActivityNotFoundException) {
                // No wallet is installed: the page still waits, and offers the link again.
            }
            return true
        }
    }
    if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) {
        WebViewCompat.addWebMessageListener(this, "selfsame", setOf(SERVICE)) { _, message, _, isMainFrame, _ ->
            if (isMainFrame) onEnd(JSONObject(message.data ?: "{}"))
        }
    }
    loadUrl(url)
}
