import { base64Of } from "./photo/base64.ts";
import { Session } from "./capture/session.ts";
import { chooseLanguage, loadTranslation, wordingOf } from "./wording.ts";

/** A base64 JPEG without a `data:` prefix, or false when the person cancelled or the page stopped the camera. */
export type PhotoData = string | false;

/** window.VerifyCamera: the browser interface of version 2, unchanged. */
export class VerifyCamera {
  static #taking: Promise<PhotoData> | undefined;

  readonly #callback: ((photo: PhotoData) => void) | undefined;
  #session: Session | undefined;
  /** Before there was a session. */
  #stopped = false;
  #running: Promise<void> | undefined;

  /** Opens the camera and resolves with the photo. While it is open, another call joins the first. */
  static takePicture(): Promise<PhotoData> {
    VerifyCamera.#taking ??= new Promise<PhotoData>((resolve, reject) => {
      let photo: PhotoData = false;
      const camera = new VerifyCamera((given) => {
        photo = given;
      });
      camera.start().then(() => resolve(photo), reject);
    }).finally(() => {
      VerifyCamera.#taking = undefined;
    });
    return VerifyCamera.#taking;
  }

  /** @param callback gets the photo, or false where there is none; once a start */
  constructor(callback?: (photo: PhotoData) => void) {
    this.#callback = callback;
  }

  /**
   * Opens the camera view. Resolves when it has closed again; rejects with an error whose `name` says why there can be no photo.
   * While the camera is open, another call joins the first.
   */
  start(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = this.#session = undefined;
    });
    return this.#running;
  }

  /** Closes the camera view; the callback gets false. */
  stop(): void {
    this.#stopped = true;
    this.#session?.cancel();
  }

  async #run(): Promise<void> {
    let told: Promise<void> | undefined;
    this.#stopped = false;
    const spoken = chooseLanguage();
    // In English the view is there at once.
    const wording = wordingOf(spoken, spoken === "en" ? undefined : await loadTranslation(spoken));
    if (this.#stopped) return this.#tell(false);
    this.#session = new Session({
      wording,
      facingMode: "user",
      onPhoto: (photo) => {
        told = base64Of(photo.blob).then((data) => this.#tell(data));
      },
    });
    const photo = await this.#session.result;
    if (photo) await told;
    else this.#tell(false);
  }

  /** What goes wrong in the page's own code is the page's to see, and must not keep the view from closing. */
  #tell(photo: PhotoData): void {
    try {
      this.#callback?.(photo);
    } catch (error) {
      reportError(error);
    }
  }
}
