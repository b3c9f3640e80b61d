import { base64Of } from "./photo/base64.ts";
import { Session } from "./capture/session.ts";
import { chooseLanguage, loadTranslation, wordingOf } from "./wording.ts";

/** A base64 JPEG without a `data:` prefix, or false if the person canceled or the page stopped the camera. */
export type PhotoData = string | false;

/** window.VerifyCamera: the browser interface of version 2, unchanged. */
export class VerifyCamera {
  static #taking: Promise<PhotoData> | undefined;

  readonly #callback: ((photo: PhotoData) => void) | undefined;
  #session: Session | undefined;
  /** `stop` was called before there was a session. */
  #stopped = false;
  #running: Promise<void> | undefined;

  /** Opens the camera and resolves with the photo. While it is open, further calls join the first. */
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

  /** @param callback called once for each start, with the photo, or false if there is none */
  constructor(callback?: (photo: PhotoData) => void) {
    this.#callback = callback;
  }

  /**
   * Opens the camera view. Resolves when it has closed; rejects with an error whose `name` says why there is no photo. While the camera is open, further
   * calls join the first.
   */
  start(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = this.#session = undefined;
    });
    return this.#running;
  }

  /** Closes the camera view; the callback receives false. */
  stop(): void {
    this.#stopped = true;
    this.#session?.cancel();
  }

  async #run(): Promise<void> {
    let told: Promise<void> | undefined;
    this.#stopped = false;
    const spoken = chooseLanguage();
    // English needs no loading, so the view opens at once.
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

  /** Errors in the page's own callback are reported to the page, and must not keep the view open. */
  #tell(photo: PhotoData): void {
    try {
      this.#callback?.(photo);
    } catch (error) {
      reportError(error);
    }
  }
}
