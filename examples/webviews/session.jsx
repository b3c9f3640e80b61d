// Shows a session with react-native-webview. Android needs the camera permission before, iOS NSCameraUsageDescription.
import { Linking } from "react-native";
import { WebView } from "react-native-webview";

const wallet = /^(openid4vp|haip-vp|eudi-openid4vp|mdoc-openid4vp):/;

export function SessionView({ url, onEnd }) {
  return (
    <WebView
      source={{ uri: url }}
      originWhitelist={["https://faces.example.com", "openid4vp://*", "haip-vp://*", "*-openid4vp://*"]}
      onShouldStartLoadWithRequest={({ url: next }) => {
        if (!wallet.test(next)) return true;
        Linking.openURL(next).catch(() => {}); // no wallet is installed: the page still waits
        return false;
      }}
      allowsInlineMediaPlayback
      mediaPlaybackRequiresUserAction={false}
      mediaCapturePermissionGrantType="grantIfSameHostElsePrompt"
      onMessage={({ nativeEvent }) => onEnd(JSON.parse(nativeEvent.data))}
    />
  );
}
