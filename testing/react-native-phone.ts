/** Replaces React Native and react-native-webview in a browser: the web view is a second page, which the test opens and connects. */
interface WebViewProps {
  readonly source: { readonly uri: string };
  readonly onMessage: (event: { readonly nativeEvent: { readonly data: string; readonly url: string } }) => void;
  readonly onShouldStartLoadWithRequest: (request: { readonly url: string }) => boolean;
  readonly onRenderProcessGone: () => void;
}

export interface Phone {
  /** Number of times that a new web view was shown, and the last one's props. */
  shown: number;
  webView: WebViewProps | undefined;
  readonly opened: string[];
  readonly asked: string[];
  /** Answers the request for the camera permission. */
  answer: (result: string) => void;
}

export const phone: Phone = { shown: 0, webView: undefined, opened: [], asked: [], answer: () => {} };

export const Platform = { OS: "android" };

export const PermissionsAndroid = {
  request: (permission: string) => {
    phone.asked.push(permission);
    return new Promise<string>((resolve) => (phone.answer = resolve));
  },
};

export const Linking = {
  openURL: async (url: string) => {
    phone.opened.push(url);
    if (url.startsWith("haip-vp:")) throw new Error("no wallet");
  },
};

let last: unknown;

export function WebView(props: WebViewProps): null {
  // Without a ref: it would only show whether React reused the view.
  phone.webView = props;
  if (last !== props.source.uri) phone.shown += 1;
  last = props.source.uri;
  return null;
}
