/** What the page needs to know of this browser to decide which options to offer. */
export interface Device {
  /** Not a touch device, so the person probably has a phone with a better camera. */
  readonly computer: boolean;
  /** The browser within an app, which often gives pages no camera. */
  readonly inApp: boolean;
  /** Whether the browser offers cameras: only on https and localhost, and not at all inside some apps. */
  readonly hasCameras: boolean;
  readonly browser: Browser;
}

/** Grouped by where the person can allow a blocked camera again. `ios_app`: a browser other than Safari on an iPhone. */
export type Browser = "ios" | "ios_app" | "android" | "chrome" | "firefox" | "safari" | "other";

/** Names that apps add to the user agent, and Android's own marker of a web view. */
const apps =
  /\bFBA[NV]\b|Instagram|\bLine\/|MicroMessenger|musical_ly|BytedanceWebview|TikTok|Snapchat|LinkedInApp|Pinterest|Twitter|KAKAOTALK|\bGSA\/|; wv\)/;
/** Every iPhone browser has "Safari" in its user agent; web views do not. */
const iosView = /\b(iPhone|iPad|iPod)\b(?!.*\bSafari\/)/;

export function isInApp(userAgent: string): boolean {
  return apps.test(userAgent) || iosView.test(userAgent);
}

/** @param touches maximum number of touch points. An iPad reports that it is a Mac, but no Mac has a touch screen */
export function browserOf(userAgent: string, touches: number): Browser {
  const on = (name: RegExp) => name.test(userAgent);
  if (on(/\b(iPhone|iPad|iPod)\b/) || (on(/\bMacintosh\b/) && touches > 1)) {
    return on(/\b(CriOS|FxiOS|EdgiOS|OPT)\//) ? "ios_app" : "ios";
  }
  if (on(/\bAndroid\b/)) return on(/\bFirefox\//) ? "other" : "android";
  if (on(/\bFirefox\//)) return "firefox";
  if (on(/Chrome\//)) return "chrome";
  return on(/\bSafari\//) ? "safari" : "other";
}

export function thisDevice(): Device {
  return {
    computer: !matchMedia("(pointer: coarse)").matches,
    inApp: isInApp(navigator.userAgent),
    hasCameras: "mediaDevices" in navigator,
    browser: browserOf(navigator.userAgent, navigator.maxTouchPoints),
  };
}
