// Shows a session in an Android WebView. Needs androidx.webkit, and the camera permission before it is called.
import android.webkit.PermissionRequest
import android.webkit.WebChromeClient
import android.webkit.WebView
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import org.json.JSONObject

private const val SERVICE = "https://faces.example.com"

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
    if (WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) {
        WebViewCompat.addWebMessageListener(this, "selfsame", setOf(SERVICE)) { _, message, _, isMainFrame, _ ->
            if (isMainFrame) onEnd(JSONObject(message.data ?: "{}"))
        }
    }
    loadUrl(url)
}
