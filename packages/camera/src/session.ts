import { workerUrl } from "./assets.ts";
import { type FacingMode, insecurity, openCamera } from "./camera.ts";
import { type Detector, startDetector } from "./detector/detector.ts";
import { CameraError } from "./errors.ts";
import { DOUBT_EYES_AFTER_MS, guide, type Hint } from "./guidance.ts";
import { type Photo, photoOfVideo, type WholeFrame } from "./photo.ts";
import type { Sequel, StartSequel } from "./sequel.ts";
import type { FaceDetails, Sighting } from "./sighting.ts";
import { type Event, next, type State } from "./states.ts";
import { type Shown, steady } from "./steady.ts";
import type { Wording } from "./texts/languages.ts";
import { takeTurn } from "./turns.ts";
import { ringFor, towardsFor } from "./view/look.ts";
import { openView, type View } from "./view/view.ts";
import { watch } from "./watch.ts";

export interface SessionOptions {
  readonly wording: Wording;
  readonly facingMode: FacingMode;
  readonly timeoutMs?: number | undefined;
  readonly container?: HTMLElement | undefined;
  /** What follows the photo. */
  readonly sequel?: StartSequel | undefined;
  /** The photo is of the whole frame, and this large at most. */
  readonly whole?: WholeFrame | undefined;
  /** The preview is live. */
  readonly onOpen?: () => void;
  readonly onHint?: (hint: Hint) => void;
  /** There is a photo; the view is still there. */
  readonly onPhoto?: (photo: Photo) => void;
}

/** How long all must be right. */
const HOLD_MS = 600;
const SHUTTER_AFTER_MS = 15_000;
/** Long enough to see that it worked. */
const DONE_MS = 500;
const FADE_MS = 200;

/** One capture, from opening the camera to giving it back: what is done in each state of states.ts. */
export class Session {
  /** The photo, or null when the person cancelled; once the camera is released and the view gone. Rejects with a CameraError. */
  readonly result: Promise<Photo | null>;

  readonly #options: SessionOptions;
  readonly #view: View;
  readonly #detector: Detector;
  readonly #endTurn: () => void;
  readonly #started: Promise<Sequel> | undefined;
  #settle: ((error?: CameraError) => void) | undefined;

  #state: State = "opening";
  #photo: Photo | null = null;
  #failure: CameraError | undefined;
  /** Of frames seen, over all openings of the camera: the number of the next one. */
  #frames = 0;
  /** The signal of the life that is watched. */
  #watched: AbortSignal | undefined;
  #sequel: Sequel | undefined;
  #shown: Shown | undefined;
  #before: FaceDetails | undefined;
  #right: { readonly frame: number; readonly sinceMs: number } | undefined;
  #closedSinceMs: number | undefined;
  #eyesDoubted = false;
  #shutterTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the camera that is open now; aborting it gives the camera back. */
  #life: AbortController;
  readonly #over: AbortController;

  /** @throws CameraError where this page can have no camera at all */
  constructor(options: SessionOptions) {
    const insecure = insecurity();
    if (insecure) throw insecure;
    this.#options = options;
    // Safari 15 cannot be trusted with more than literals where fields are declared (WebKit bug 236843).
    this.#life = new AbortController();
    this.#over = new AbortController();
    this.result = new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve(this.#photo));
    });
    this.#endTurn = takeTurn(() => this.cancel());
    this.#view = openView({
      wording: options.wording,
      container: options.container,
      holdMs: HOLD_MS,
      onCancel: () => this.cancel(),
      onShutter: () => this.#send("shutter"),
    });
    this.#detector = startDetector(workerUrl(), options.sequel !== undefined);
    this.#started = options.sequel?.(this.#view, this.#detector);
    this.#started?.catch((error: CameraError) => this.#fail(error));
    this.#listen(options.timeoutMs);
    this.#enter("opening");
    if (document.hidden) this.#send("hide");
  }

  cancel(): void {
    this.#send("cancel");
  }

  #enter(state: State): void {
    const entering: Readonly<Record<State, () => void>> = {
      opening: () => {
        this.#view.say(this.#texts.opening, "opening");
        this.#view.offer("", false);
        void this.#open();
      },
      preview: () => {
        this.#view.say(this.#texts.preparing, "opening");
        this.#view.offer(this.#texts.automatic, false);
        this.#shutterTimer = setTimeout(() => this.#offerShutter(), SHUTTER_AFTER_MS);
        this.#detector.ready.then(
          () => this.#send("detector_ready"),
          () => this.#send("detector_failed"),
        );
      },
      guiding: () => {
        this.#right = undefined;
      },
      holding: () => {},
      manual: () => {
        clearTimeout(this.#shutterTimer);
        this.#detector.stop();
        this.#view.say(this.#texts.manual, "seen");
        this.#view.offer("", true);
      },
      taking: () => void this.#take(),
      following: () => void this.#follow(),
      hidden: () => this.#leaveCamera(),
      done: () => void this.#end(),
      cancelled: () => void this.#end(),
      failed: () => void this.#end(),
    };
    entering[state]();
  }

  get #texts() {
    return this.#options.wording.texts;
  }

  #send(event: Event): void {
    const from = this.#state;
    const to = next(from, event);
    if (to === undefined) return;
    this.#state = to;
    if (from === "preview" && to === "guiding") void this.#watch();
    this.#enter(to);
  }

  #fail(error: CameraError): void {
    this.#failure ??= error;
    this.#send("fail");
  }

  #listen(timeoutMs: number | undefined): void {
    const { signal } = this.#over;
    document.addEventListener("visibilitychange", () => this.#send(document.hidden ? "hide" : "show"), { signal });
    addEventListener("pagehide", () => this.cancel(), { signal });
    if (!timeoutMs) return;
    const giveUp = () => this.#fail(new CameraError("TimeoutError", `No photo within ${timeoutMs} ms`));
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  async #open(): Promise<void> {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const { video } = this.#view;
    try {
      const stopped = () => this.#fail(new CameraError("NotReadableError", "The camera stopped"));
      const camera = await openCamera(this.#options.facingMode, stopped, signal);
      if (!camera) return;
      video.srcObject = camera.stream;
      await video.play();
      if (signal.aborted) return;
      this.#view.preview(true, camera.mirrored);
    } catch (error) {
      // Playing is interrupted, too, when the camera goes before its first frame.
      if (signal.aborted) return;
      this.#fail(
        error instanceof CameraError ? error : new CameraError("NotReadableError", "The camera shows nothing", error),
      );
      return;
    }
    this.#options.onOpen?.();
    this.#send("camera_ready");
  }

  async #watch(): Promise<void> {
    const { signal } = this.#life;
    if (this.#watched === signal) return;
    this.#watched = signal;
    const watcher = {
      onSeen: (sighting: Sighting) => this.#see(sighting),
      onSlow: () => this.#offerShutter(),
    };
    try {
      await watch(this.#view.video, this.#detector, this.#frames, watcher, signal);
    } catch {
      if (!signal.aborted) this.#send("detector_failed");
    }
  }

  #offerShutter(): void {
    this.#view.offer(this.#texts.automatic, true);
  }

  #see(sighting: Sighting): void {
    this.#frames = sighting.frame + 1;
    if (this.#state === "following") this.#sequel?.see(sighting);
    if (this.#state !== "guiding" && this.#state !== "holding") return;
    const nowMs = performance.now();
    const aim = this.#view.aim(sighting.size);
    const { hint, right } = guide(sighting, aim, {
      before: this.#before,
      wasRight: this.#state === "holding",
      eyesDoubted: this.#eyesDoubted,
    });
    this.#before = sighting.face;
    this.#closedSinceMs = hint === "eyes_closed" ? (this.#closedSinceMs ?? nowMs) : undefined;
    if (nowMs - (this.#closedSinceMs ?? nowMs) >= DOUBT_EYES_AFTER_MS) this.#eyesDoubted = true;
    this.#show(steady(this.#shown, hint, right, nowMs), right, sighting.face !== undefined);
    this.#send(right ? "right" : "wrong");
    if (!right) return;
    this.#right ??= { frame: sighting.frame, sinceMs: nowMs };
    if (nowMs - this.#right.sinceMs >= HOLD_MS) this.#send("held");
  }

  #show(shown: Shown, right: boolean, faceSeen: boolean): void {
    const { hint } = shown;
    const isNew = hint !== this.#shown?.hint;
    this.#shown = shown;
    this.#view.say(this.#texts[hint], ringFor(hint, right, faceSeen), towardsFor(hint));
    if (isNew) this.#options.onHint?.(hint);
  }

  async #take(): Promise<void> {
    const { signal } = this.#life;
    this.#view.video.pause();
    try {
      this.#photo = await this.#bestPhoto();
    } catch (error) {
      this.#failure ??= new CameraError("NotReadableError", "The camera gave no photo", error);
    }
    const ready = this.#started ? "follow" : "photo_ready";
    if (!signal.aborted) this.#send(this.#photo ? ready : "photo_failed");
  }

  async #follow(): Promise<void> {
    const { signal } = this.#life;
    clearTimeout(this.#shutterTimer);
    try {
      this.#sequel = await this.#started;
      const event = await this.#sequel?.follow(this.#photo as Photo, this.#before?.gesture, signal);
      if (event && !signal.aborted) this.#send(event);
    } catch (error) {
      if (!signal.aborted) this.#fail(error as CameraError);
    }
  }

  /** Of the frames the detector kept; where it runs not or no longer, of the one that is seen. */
  async #bestPhoto(): Promise<Photo> {
    const { whole } = this.#options;
    const plain = () => photoOfVideo(this.#view.video, whole);
    return this.#frames > 0 ? this.#detector.take(this.#right?.frame ?? this.#frames, whole).catch(plain) : plain();
  }

  #leaveCamera(): void {
    clearTimeout(this.#shutterTimer);
    this.#life.abort();
    this.#view.preview(false);
    this.#view.video.srcObject = null;
    this.#photo = null;
    this.#shown = this.#before = this.#right = undefined;
  }

  async #end(): Promise<void> {
    this.#over.abort();
    this.#life.abort();
    clearTimeout(this.#shutterTimer);
    this.#detector.stop();
    this.#endTurn();
    const failed = this.#state === "failed";
    if (this.#state === "done" && this.#photo) {
      this.#view.say(this.#texts.done, "done");
      this.#view.offer("", false);
      navigator.vibrate?.(30);
      this.#options.onPhoto?.(this.#photo);
      await new Promise((resolve) => setTimeout(resolve, DONE_MS));
      await this.#view.close(FADE_MS);
    } else {
      this.#photo = null;
      await this.#view.close(0);
    }
    this.#settle?.(failed ? this.#failure : undefined);
  }
}
