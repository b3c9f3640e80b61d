import { apiUrl, challengeUrl, workerUrl } from "./assets.ts";
import type * as challenges from "./challenge/challenge.ts";
import { startDetector } from "./detector/detector.ts";
import { CameraError } from "./errors.ts";
import type { WholeFrame } from "./photo/photo.ts";
import type { StartFollowUp } from "./capture/follow-up.ts";
import { Session } from "./capture/session.ts";
import { type CaptureOptions, checkOptions } from "./options.ts";
import { introOf } from "./view/intro.ts";
import { chooseLanguage, loadTranslation, wordingOf } from "./wording.ts";

export interface Capture {
  /** image/jpeg, upright, not mirrored, at most 400 KB; the whole frame if there is a challenge */
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  /** For the server's /verify, together with this blob, within ten minutes. Null without a challenge, or if none was needed. */
  readonly challengeToken: string | null;
}

/** For the selfie of a challenge; its other frames are smaller. */
const selfieLimits: WholeFrame = { bytesMax: 220_000, longestSidePx: 1280 };

/**
 * window.VerifyCameraV3. Its events, in the order of a capture: `open` (the preview is live), `hint` (detail: `{ hint }`), then one of
 * `capture` (detail: the capture), `cancel` or `error` (detail: the error), and last `close`.
 */
export class VerifyCameraV3 extends EventTarget {
  readonly #options: CaptureOptions;
  #session: Session | undefined;
  /** `stop` was called before there was a session. */
  #stopped = false;
  #running: Promise<Capture | null> | undefined;

  /** Resolves with the photo, or with null if the person cancels. Rejects with a TypeError for an unknown option, before the camera opens. */
  static async capture(options: CaptureOptions = {}): Promise<Capture | null> {
    return new VerifyCameraV3(options).start();
  }

  /** Loads what a capture needs, some 4 MB, in advance. Rejects with a NetworkError if it cannot be loaded or run: a capture then shows a shutter instead. */
  static async preload(): Promise<void> {
    const detector = startDetector(workerUrl(), { smiles: false });
    try {
      await Promise.all([detector.ready, loadTranslation(chooseLanguage())]);
    } catch (error) {
      throw new CameraError("NetworkError", "The detector cannot be loaded", error);
    } finally {
      detector.stop();
    }
  }

  /** @throws TypeError for an unknown option */
  constructor(options: CaptureOptions = {}) {
    super();
    checkOptions(options);
    this.#options = options;
  }

  /** Like `capture`. While the camera is open, further calls join the first. */
  start(): Promise<Capture | null> {
    this.#running ??= this.#run().finally(() => {
      this.#running = this.#session = undefined;
    });
    return this.#running;
  }

  /** Closes the camera, as if the person had canceled. */
  stop(): void {
    this.#stopped = true;
    this.#session?.cancel();
  }

  async #run(): Promise<Capture | null> {
    this.#stopped = false;
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
    const spoken = chooseLanguage(language);
    // English needs no loading, so the view opens at once.
    const wording = wordingOf(spoken, spoken === "en" ? undefined : await loadTranslation(spoken), texts);
    if (this.#stopped) return null;
    let challengeToken: string | null = null;
    const onToken = (token: string) => {
      challengeToken = token;
    };
    const followUp: StartFollowUp = async (view, detector) => {
      const { createChallenge } = await loadChallenges();
      const ifUnsure = challenge !== true;
      const asked = { publicKey, nonce, service, ifUnsure, url: apiUrl(), wording, texts, onToken };
      return createChallenge(asked, view, detector);
    };
    this.#session = new Session({
      ...(challenge ? { followUp, whole: selfieLimits } : {}),
      ...(intro === false ? {} : { intro: introOf(intro === true ? {} : intro, wording.texts, !!challenge) }),
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
