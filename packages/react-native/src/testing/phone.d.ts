/**
 * What is used of React Native and of react-native-webview, whose own types take 200 MB of packages. e2e/install compiles the component and the example
 * against those.
 */
declare module "react-native" {
  export type StyleProp<T> = T | readonly T[] | null | undefined;
  export interface ViewStyle {
    readonly flex?: number;
  }
  export const Linking: { openURL(url: string): Promise<unknown> };
  export const PermissionsAndroid: { request(permission: "android.permission.CAMERA"): Promise<string> };
  export const Platform: { readonly OS: string };
}

declare module "react-native-webview" {
  import type { ComponentType } from "react";
  export const WebView: ComponentType<Readonly<Record<string, unknown>>>;
}
