import { isFinished, type State } from "../state/states.ts";

/** What an app that shows the page in a web view receives. The verdict is not in it: people can change their own apps. */
interface AppMessage {
  readonly selfsame: "end";
  /** Null where the link opens no session. */
  readonly session: string | null;
  /** `done`: the person has finished, whatever came of it. */
  readonly status: "done" | "declined" | "expired" | "cancelled" | "wrong_link";
}

/** An app's, which takes no origin: it reaches that app alone. */
interface Channel {
  postMessage?(message: unknown): void;
}

/** What apps put into the pages of their web views. */
export interface AppWindow {
  /** react-native-webview. */
  readonly ReactNativeWebView?: Channel;
  /** flutter_inappwebview. */
  readonly flutter_inappwebview?: { callHandler?(name: string, message: AppMessage): unknown };
  /** WKWebView, with a handler of this name. */
  readonly webkit?: { readonly messageHandlers?: { readonly selfsame?: Channel } };
  /** Android's WebMessageListener and webview_flutter's channel, under this name. */
  readonly selfsame?: Channel;
}

const statuses: Partial<Readonly<Record<State, AppMessage["status"]>>> = {
  declined: "declined",
  expired: "expired",
  cancelled: "cancelled",
  withdrawn: "cancelled",
  wrong_link: "wrong_link",
};

/** Reports that the page has come to an end, where an app listens. A browser has none of these, and no other page hears of it. */
export function postToApp(app: AppWindow, state: State, session: string | undefined): void {
  const status = isFinished(state) ? "done" : statuses[state];
  if (status === undefined) return;
  const message: AppMessage = { selfsame: "end", session: session ?? null, status };
  const text = JSON.stringify(message);
  const ways: readonly (() => unknown)[] = [
    () => app.ReactNativeWebView?.postMessage?.(text),
    () => app.selfsame?.postMessage?.(text),
    () => app.flutter_inappwebview?.callHandler?.("selfsame", message),
    () => app.webkit?.messageHandlers?.selfsame?.postMessage?.(message),
  ];
  for (const way of ways) {
    try {
      way();
    } catch (error) {
      // The app's own code, which must not stop the page.
      console.warn("The app could not be told of the end", error);
    }
  }
}
