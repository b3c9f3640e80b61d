/** Of this browser, as far as it decides what the person is offered. */
export interface Device {
  /** Not worked with a finger: there is likely a better camera in the person's pocket. */
  readonly computer: boolean;
  /** The browser within an app, which often gives pages no camera. */
  readonly inApp: boolean;
  /** Browsers give the camera to https and localhost only, and some within apps to nobody. */
  readonly hasCameras: boolean;
}

/** Names that apps put into what their browser says it is, and Android's own word for a view within an app. */
const apps =
  /\bFBA[NV]\b|Instagram|\bLine\/|MicroMessenger|musical_ly|BytedanceWebview|TikTok|Snapchat|LinkedInApp|Pinterest|Twitter|KAKAOTALK|\bGSA\/|; wv\)/;
/** Every browser on an iPhone names Safari; a view within an app does not. */
const iosView = /\b(iPhone|iPad|iPod)\b(?!.*\bSafari\/)/;

export function isInApp(userAgent: string): boolean {
  return apps.test(userAgent) || iosView.test(userAgent);
}

export function thisDevice(): Device {
  return {
    computer: !matchMedia("(pointer: coarse)").matches,
    inApp: isInApp(navigator.userAgent),
    hasCameras: "mediaDevices" in navigator,
  };
}
