/** A base64 JPEG without a `data:` prefix, or false when the person cancelled or the page stopped the camera. */
export type PhotoData = string | false;

/** The browser camera of version 2: window.VerifyCamera, or the export of /camera.mjs. */
export declare class VerifyCamera {
  /** Opens the camera and resolves with the photo. While it is open, another call joins the first. */
  static takePicture(): Promise<PhotoData>;
  /** @param callback gets the photo, or false where there is none; once a start */
  constructor(callback?: (photo: PhotoData) => void);
  /** Resolves when the view has closed again; rejects with an error whose `name` says why there can be no photo. */
  start(): Promise<void>;
  /** Closes the camera view; the callback gets false. */
  stop(): void;
}

declare global {
  interface Window {
    readonly VerifyCamera: typeof VerifyCamera;
  }
}
