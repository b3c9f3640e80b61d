import { apiUrl, challengeUrl, workerUrl } from "./assets.ts";
import type { FacingMode } from "./capture/open-camera.ts";
import type * as challenges from "./challenge/challenge.ts";
import type { ChallengeService } from "./challenge/service.ts";
import type { ChallengeTexts } from "./challenge/texts/texts.ts";
import { startDetector } from "./detector/detector.ts";
import { CameraError } from "./errors.ts";
import type { Hint } from "./guide/guidance.ts";
import type { WholeFrame } from "./photo/photo.ts";
import type { StartFollowUp } from "./capture/follow-up.ts";
import { Session } from "./capture/session.ts";
import { type Intro, introOf } from "./view/intro.ts";
import { wordingFor } from "./texts/languages.ts";
import type { Texts } from "./texts/texts.ts";

export interface CaptureOptions {
  /** Of the account that the live challenge is for; one that allows this page's origin. */
  readonly publicKey?: string;
  readonly nonce?: string;
  /** Let the person do a few steps that the server draws, and give a token that proves it. */
  readonly challenge?: boolean;
  /** Draws the steps and judges the frames, in place of the service's routes and a public key. */
  readonly service?: ChallengeService;
  /** A language tag (BCP 47). Otherwise the page's language, then the browser's, then English. */
  readonly language?: string;
  /** Texts to show instead of ours, one by one. */
  readonly texts?: Partial<Texts & ChallengeTexts>;
  /** "user", the default, faces the person; "environment" faces away. */
  readonly facingMode?: FacingMode;
  /** Gives up with TimeoutError after this long. Without it the person has all the time they want. */
  readonly timeoutMs?: number;
  /** Tells what will happen, and waits for the person to begin; the detector loads meanwhile. With words of your own, or `true`. */
  readonly intro?: boolean | Intro;
  /** Where to show the camera. Without it, it covers the page. */
  readonly container?: HTMLElement;
  /** Called whenever another hint is shown. */
  readonly onHint?: (hint: Hint) => void;
}

export interface Capture {
  /** image/jpeg, upright, not mirrored, at most 400 KB; with a challenge the whole frame */
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  /** For the server's /verify, with this very blob, within ten minutes. Null without a challenge. */
  readonly challengeToken: string | null;
}

/** Of the selfie of a challenge; its other frames are smaller. */
const selfieLimits: WholeFrame = { bytesMax: 220_000, longestSidePx: 1280 };

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

  /**
   * Loads what a capture needs, some 4 MB, so that it is there when the person gets to it.
   * Rejects with a NetworkError where it cannot be loaded or run: a capture then gives a shutter instead.
   */
  static async preload(): Promise<void> {
    const detector = startDetector(workerUrl(), { smiles: false });
    try {
      await detector.ready;
    } catch (error) {
      throw new CameraError("NetworkError", "The detector cannot be loaded", error);
    } finally {
      detector.stop();
    }
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
    const {
      language,
      texts,
      facingMode = "user",
      timeoutMs,
      container,
      intro = false,
      challenge = false,
      publicKey = "",
      nonce,
      service,
      onHint,
    } = this.#options;
    const wording = wordingFor([language ?? "", document.documentElement.lang, ...navigator.languages], texts);
    let challengeToken: string | null = null;
    const onToken = (token: string) => {
      challengeToken = token;
    };
    const followUp: StartFollowUp = async (view, detector) => {
      const { createChallenge } = await loadChallenges();
      return createChallenge({ publicKey, nonce, service, url: apiUrl(), wording, texts, onToken }, view, detector);
    };
    this.#session = new Session({
      ...(challenge ? { followUp, whole: selfieLimits } : {}),
      ...(intro === false ? {} : { intro: introOf(intro === true ? {} : intro, wording.texts, challenge) }),
      wording,
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
    return photo && { ...photo, challengeToken };
  }

  #tell(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

async function loadChallenges(): Promise<typeof challenges> {
  try {
    return (await import(/* @vite-ignore */ challengeUrl())) as typeof challenges;
  } catch (error) {
    throw new CameraError("NetworkError", "The live challenge cannot be loaded", error);
  }
}
