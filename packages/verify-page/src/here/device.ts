/** Of this browser, as far as it decides what the person is offered. */
export interface Device {
  /** Not worked with a finger: there is likely a better camera in the person's pocket. */
  readonly computer: boolean;
  /** The browser within an app, which often gives pages no camera. */
  readonly inApp: boolean;
  /** Browsers give the camera to https and localhost only, and some within apps to nobody. */
  readonly hasCameras: boolean;
  readonly browser: Browser;
}

/** By where each lets a blocked camera be allowed again; `ios_app` is a browser on an iPhone that is not Safari. */
export type Browser = "ios" | "ios_app" | "android" | "chrome" | "firefox" | "safari" | "other";

/** Names that apps put into what their browser says it is, and Android's own word for a view within an app. */
const apps =
  /\bFBA[NV]\b|Instagram|\bLine\/|MicroMessenger|musical_ly|BytedanceWebview|TikTok|Snapchat|LinkedInApp|Pinterest|Twitter|KAKAOTALK|\bGSA\/|; wv\)/;
/** Every browser on an iPhone names Safari; a view within an app does not. */
const iosView = /\b(iPhone|iPad|iPod)\b(?!.*\bSafari\/)/;

export function isInApp(userAgent: string): boolean {
  return apps.test(userAgent) || iosView.test(userAgent);
}

/** @param touches at once: an iPad says that it is a Mac, and no Mac has a touch screen */
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
