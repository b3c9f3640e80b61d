// Shows a session with react-native-webview. Android needs the camera permission before, iOS NSCameraUsageDescription.
import { WebView } from "react-native-webview";

export function SessionView({ url, onEnd }) {
  return (
    <WebView
      source={{ uri: url }}
      originWhitelist={["https://faces.example.com"]}
      allowsInlineMediaPlayback
      mediaPlaybackRequiresUserAction={false}
      mediaCapturePermissionGrantType="grantIfSameHostElsePrompt"
      onMessage={({ nativeEvent }) => onEnd(JSON.parse(nativeEvent.data))}
    />
  );
}
