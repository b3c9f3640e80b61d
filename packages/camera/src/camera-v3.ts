import type { FacingMode } from "./camera.ts";
import { CameraError } from "./errors.ts";
import type { Hint } from "./guidance.ts";
import { Session } from "./session.ts";
import { wordingFor } from "./texts/languages.ts";
import type { Texts } from "./texts/texts.ts";

export interface CaptureOptions {
  /** For the live challenge. */
  readonly publicKey?: string;
  /** Ask for a live challenge. Not available yet: the capture is rejected with ChallengeFailedError. */
  readonly challenge?: boolean;
  /** A language tag (BCP 47). Otherwise the page's language, then the browser's, then English. */
  readonly language?: string;
  /** Texts to show instead of ours, one by one. */
  readonly texts?: Partial<Texts>;
  /** "user", the default, faces the person; "environment" faces away. */
  readonly facingMode?: FacingMode;
  /** Gives up with TimeoutError after this long. Without it the person has all the time they want. */
  readonly timeoutMs?: number;
  /** Where to show the camera. Without it, it covers the page. */
  readonly container?: HTMLElement;
  /** Called whenever another hint is shown. */
  readonly onHint?: (hint: Hint) => void;
}

export interface Capture {
  /** image/jpeg, upright, not mirrored, at most 400 KB */
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  /** Null without a challenge. */
  readonly challengeToken: string | null;
}

/**
 * window.VerifyCameraV3. Its events, in the order of a capture: `open` (the preview is live), `hint` (detail: `{ hint }`), then one of
 * `capture` (detail: the capture), `cancel` or `error` (detail: the error), and last `close`.
 */
export class VerifyCameraV3 extends EventTarget {
  readonly #options: CaptureOptions;
  #session: Session | undefined;
  #running: Promise<Capture | null> | undefined;

  /** Resolves with the photo, or with null when the person cancels. */
  static capture(options: CaptureOptions = {}): Promise<Capture | null> {
    return new VerifyCameraV3(options).start();
  }

  constructor(options: CaptureOptions = {}) {
    super();
    this.#options = options;
  }

  /** As `capture`. While the camera is open, another call joins the first. */
  start(): Promise<Capture | null> {
    this.#running ??= this.#run().finally(() => {
      this.#running = this.#session = undefined;
    });
    return this.#running;
  }

  /** Closes the camera, as if the person had cancelled. */
  stop(): void {
    this.#session?.cancel();
  }

  async #run(): Promise<Capture | null> {
    try {
      const capture = await this.#capture();
      if (capture) this.#tell("capture", capture);
      else this.#tell("cancel");
      return capture;
    } catch (error) {
      this.#tell("error", error);
      throw error;
    } finally {
      this.#tell("close");
    }
  }

  async #capture(): Promise<Capture | null> {
    const { language, texts, facingMode = "user", timeoutMs, container, challenge, onHint } = this.#options;
    if (challenge) throw new CameraError("ChallengeFailedError", "This server does not offer live challenges");
    this.#session = new Session({
      wording: wordingFor([language ?? "", document.documentElement.lang, ...navigator.languages], texts),
      facingMode,
      timeoutMs,
      container,
      onOpen: () => this.#tell("open"),
      onHint: (hint) => {
        this.#tell("hint", { hint });
        onHint?.(hint);
      },
    });
    const photo = await this.#session.result;
    return photo && { ...photo, challengeToken: null };
  }

  #tell(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
