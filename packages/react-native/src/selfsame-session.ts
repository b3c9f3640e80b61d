import { createElement, type ReactElement, useEffect, useRef, useState } from "react";
import { Linking, PermissionsAndroid, Platform, type StyleProp, type ViewStyle } from "react-native";
import { WebView } from "react-native-webview";
import { destinationOf } from "./address.ts";
import { endIn, type SessionEnd } from "./message.ts";

/** `not_loaded`: the page could not be loaded. `not_opened`: no app on this phone opens the link, such as a wallet's. The page is still there. */
export interface SessionProblem {
  readonly name: "not_loaded" | "not_opened";
  /** What the system says, for a log; without the session's link. */
  readonly detail: string;
}

export interface SelfsameSessionProps {
  /** The session's link, `url` of its creation. It is the person's: keep it out of logs. */
  readonly url: string;
  /** Called once. Then ask your backend for the verdict. */
  readonly onEnd: (end: SessionEnd) => void;
  readonly onProblem?: ((problem: SessionProblem) => void) | undefined;
  /** If the operator set `SELFSAME_WALLET_SCHEME`: that, such as `["acme-wallet"]`. */
  readonly walletSchemes?: readonly string[] | undefined;
  readonly style?: StyleProp<ViewStyle>;
}

/**
 * Shows the hosted page of a session until it ends. Android asks for the camera permission first. Wallets' links and links to other pages are handed to the
 * system. To cancel, remove it: the session stays open, and the same link continues it.
 */
export function SelfsameSession(props: SelfsameSessionProps): ReactElement | null {
  // Another link is another session, and begins anew.
  return createElement(OneSession, { ...props, key: props.url });
}

function OneSession({ url, onEnd, onProblem, walletSchemes, style }: SelfsameSessionProps): ReactElement | null {
  const asked = useCameraPermission();
  const ended = useRef(false);
  const [restarts, setRestarts] = useState(0);
  const restart = () => setRestarts((count) => count + 1);
  if (!asked) return null;

  const open = (link: string) => {
    Linking.openURL(link).catch(() => onProblem?.({ name: "not_opened", detail: `${link.split(":", 1)[0]}: links` }));
  };
  return createElement(WebView, {
    key: restarts,
    source: { uri: url },
    style,
    // The handler below decides; by default the system opens whatever is not listed.
    originWhitelist: ["*"],
    setSupportMultipleWindows: false,
    onShouldStartLoadWithRequest: ({ url: next }: { readonly url: string }) => {
      const destination = destinationOf(next, url, walletSchemes);
      if (destination === "wallet" || destination === "browser") open(next);
      return destination === "page";
    },
    allowsInlineMediaPlayback: true,
    mediaPlaybackRequiresUserAction: false,
    mediaCapturePermissionGrantType: "grantIfSameHostElsePrompt",
    onMessage: ({ nativeEvent }: { readonly nativeEvent: { readonly data: string; readonly url: string } }) => {
      const end = endIn(nativeEvent, url);
      if (end === undefined || ended.current) return;
      ended.current = true;
      onEnd(end);
    },
    onError: ({ nativeEvent }: { readonly nativeEvent: { readonly description: string } }) =>
      onProblem?.({ name: "not_loaded", detail: nativeEvent.description }),
    onHttpError: ({ nativeEvent }: { readonly nativeEvent: { readonly statusCode: number } }) =>
      onProblem?.({ name: "not_loaded", detail: `status ${nativeEvent.statusCode}` }),
    // The system ended the page to save memory: loaded again, the session continues where it was.
    onContentProcessDidTerminate: restart,
    onRenderProcessGone: restart,
  });
}

/** A web view cannot ask for the app's permission. Denied, the page says what the person can do. @returns whether the person was asked */
function useCameraPermission(): boolean {
  const [asked, setAsked] = useState(Platform.OS !== "android");
  useEffect(() => {
    if (asked) return undefined;
    let isShown = true;
    const done = () => isShown && setAsked(true);
    void PermissionsAndroid.request("android.permission.CAMERA")
      .catch(() => {})
      .finally(done);
    return () => {
      isShown = false;
    };
  }, [asked]);
  return asked;
}
