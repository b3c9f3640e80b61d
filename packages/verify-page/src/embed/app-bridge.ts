import { isFinished, type State } from "../state/states.ts";

/** The message to an app that shows the page in a web view. It does not contain the verdict, because people can modify apps on their device. */
interface AppMessage {
  readonly selfsame: "end";
  /** Session id. Null if the link opens no session. */
  readonly session: string | null;
  /** `done`: the person has finished, whatever the verdict. */
  readonly status: "done" | "declined" | "expired" | "cancelled" | "wrong_link";
  /** With `done`: a reviewer still has to decide. Left out otherwise. */
  readonly in_review?: true;
}

/** A message channel of an app. It takes no target origin, since it reaches only that app. */
interface Channel {
  postMessage?(message: unknown): void;
}

/** Objects that apps inject into pages in their web views. */
export interface AppWindow {
  /** react-native-webview. */
  readonly ReactNativeWebView?: Channel;
  /** flutter_inappwebview. */
  readonly flutter_inappwebview?: { callHandler?(name: string, message: AppMessage): unknown };
  /** WKWebView: a message handler named `selfsame`. */
  readonly webkit?: { readonly messageHandlers?: { readonly selfsame?: Channel } };
  /** Android's WebMessageListener and the JavaScript channel of webview_flutter, named `selfsame`. */
  readonly selfsame?: Channel;
}

const statuses: Partial<Readonly<Record<State, AppMessage["status"]>>> = {
  declined: "declined",
  expired: "expired",
  cancelled: "cancelled",
  withdrawn: "cancelled",
  wrong_link: "wrong_link",
};

/** Reports the end of the flow to an app that listens. In a browser none of these channels exists, so no other page receives the message. */
export function postToApp(app: AppWindow, state: State, session: string | undefined): void {
  const status = isFinished(state) ? "done" : statuses[state];
  if (status === undefined) return;
  const waits = state === "in_review" && ({ in_review: true } as const);
  const message: AppMessage = { selfsame: "end", session: session ?? null, status, ...waits };
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
      // An error in the app's own code must not stop the page.
      console.warn("The app could not be told of the end", error);
    }
  }
}
