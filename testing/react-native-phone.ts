/** In place of React Native and react-native-webview, in a browser: the web view is a page beside this one, which the test opens and connects. */
interface WebViewProps {
  readonly source: { readonly uri: string };
  readonly onMessage: (event: { readonly nativeEvent: { readonly data: string; readonly url: string } }) => void;
  readonly onShouldStartLoadWithRequest: (request: { readonly url: string }) => boolean;
  readonly onRenderProcessGone: () => void;
}

export interface Phone {
  /** How often a web view was shown anew, and what it was given last. */
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
  // Whether React kept it or made another is all that a ref would say.
  phone.webView = props;
  if (last !== props.source.uri) phone.shown += 1;
  last = props.source.uri;
  return null;
}
