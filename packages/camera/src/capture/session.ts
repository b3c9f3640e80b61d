import { workerUrl } from "../assets.ts";
import { type Detector, startDetector } from "../detector/detector.ts";
import { CameraError } from "../errors.ts";
import type { Hint } from "../guide/guidance.ts";
import { type Photo, photoOfVideo, type WholeFrame } from "../photo/photo.ts";
import type { Wording } from "../wording.ts";
import { ringFor, towardsFor } from "../view/ring.ts";
import type { ShowIntro } from "../view/intro.ts";
import { openView, type View } from "../view/view.ts";
import type { FollowUp, StartFollowUp } from "./follow-up.ts";
import { Guiding, holdMs } from "./guiding.ts";
import { type FacingMode, insecurity } from "./open-camera.ts";
import { otherCamera, watchColor } from "./other-camera.ts";
import { closePreview, openPreview } from "./preview.ts";
import type { Sighting } from "./sighting.ts";
import { type Event, next, type State } from "./states.ts";
import { takeTurn } from "./turns.ts";
import { watch } from "./watch.ts";

export interface SessionOptions {
  readonly wording: Wording;
  readonly facingMode: FacingMode;
  readonly timeoutMs?: number | undefined;
  readonly container?: HTMLElement | undefined;
  /** Shown before the camera is opened, until the person begins. */
  readonly intro?: ShowIntro | undefined;
  /** What follows the photo. */
  readonly followUp?: StartFollowUp | undefined;
  /** The photo is of the whole frame, and this large at most. */
  readonly whole?: WholeFrame | undefined;
  /** The preview is live. */
  readonly onOpen?: () => void;
  readonly onHint?: (hint: Hint) => void;
  /** There is a photo; the view is still there. */
  readonly onPhoto?: (photo: Photo) => void;
}

const shutterAfterMs = 15_000;
/** Long enough to see that it worked. */
const doneMs = 500;
const fadeMs = 200;

/** One capture, from opening the camera to giving it back: what is done in each state of states.ts. */
export class Session {
  /** The photo, or null when the person cancelled; once the camera is released and the view gone. Rejects with a CameraError. */
  readonly result: Promise<Photo | null>;

  readonly #options: SessionOptions;
  readonly #view: View;
  readonly #detector: Detector;
  readonly #guiding: Guiding;
  readonly #endTurn: () => void;
  #started: Promise<FollowUp> | undefined;
  #settle: ((error?: CameraError) => void) | undefined;

  #state: State;
  #photo: Photo | null = null;
  #failure: CameraError | undefined;
  /** Of frames seen, over all openings of the camera: the number of the next one. */
  #frames = 0;
  /** The signal of the life that is watched. */
  #watched: AbortSignal | undefined;
  #followUp: FollowUp | undefined;
  /** Of the camera that is to be opened, where the browser's choice sees no colors. */
  #deviceId: string | undefined;
  readonly #tried = new Set<string>();
  #isGrey = watchColor();
  #shutterTimer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;
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
    this.#guiding = new Guiding();
    this.result = new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve(this.#photo));
    });
    this.#endTurn = takeTurn(() => this.cancel());
    this.#view = openView({
      wording: options.wording,
      container: options.container,
      holdMs: holdMs,
      onCancel: () => this.cancel(),
      onShutter: () => {
        if (this.#view.isInSight()) this.#send("shutter");
      },
      onUnseen: () => this.cancel(),
    });
    this.#detector = startDetector(workerUrl(), {
      smiles: options.followUp !== undefined,
      onLoaded: (share) => this.#view.loaded(share),
    });
    this.#listen();
    this.#state = options.intro ? "intro" : "opening";
    this.#enter(this.#state);
    if (document.hidden) this.#send("hide");
  }

  cancel(): void {
    this.#send("cancel");
  }

  #enter(state: State): void {
    const entering: Readonly<Record<State, () => void>> = {
      intro: () => this.#options.intro?.(this.#view, () => this.#send("begin")),
      opening: () => {
        this.#begin();
        this.#view.say(this.#texts.opening, "opening");
        this.#view.offer("", false);
        void this.#open();
      },
      preview: () => {
        // Another photo after a follow-up: all must be right anew.
        this.#guiding.forget();
        this.#view.say(this.#texts.preparing, "opening");
        // That it is taken automatically is said when it can be.
        this.#view.offer("", false);
        this.#shutterTimer = setTimeout(() => this.#offerShutter(), shutterAfterMs);
        this.#detector.ready.then(
          () => this.#send("detector_ready"),
          () => this.#send("detector_failed"),
        );
      },
      guiding: () => {},
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
    if (from === "preview" && to === "guiding") {
      this.#view.loaded(1);
      this.#view.offer(this.#texts.automatic, false);
      void this.#watch();
    }
    this.#enter(to);
  }

  #fail(error: CameraError): void {
    this.#failure ??= error;
    this.#send("fail");
  }

  #listen(): void {
    const { signal } = this.#over;
    document.addEventListener("visibilitychange", () => this.#send(document.hidden ? "hide" : "show"), { signal });
    addEventListener("pagehide", () => this.cancel(), { signal });
  }

  /** When the camera is asked for the first time: a person who has only read the introduction has started no challenge, and used up no time. */
  #begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const { followUp, timeoutMs } = this.#options;
    this.#started = followUp?.(this.#view, this.#detector);
    this.#started?.catch((error: CameraError) => this.#fail(error));
    if (!timeoutMs) return;
    const giveUp = () => this.#fail(new CameraError("TimeoutError", `No photo within ${timeoutMs} ms`));
    const timer = setTimeout(giveUp, timeoutMs);
    this.#over.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  async #open(): Promise<void> {
    this.#life = new AbortController();
    const { signal } = this.#life;
    if (!(await this.#canBeSeen()) || signal.aborted) return;
    const stopped = () => this.#fail(new CameraError("NotReadableError", "The camera stopped"));
    try {
      if (!(await openPreview(this.#view, this.#options.facingMode, stopped, signal, this.#deviceId))) return;
    } catch (error) {
      if (this.#deviceId !== undefined) {
        this.#deviceId = undefined;
        return this.#open();
      }
      this.#fail(error as CameraError);
      return;
    }
    this.#options.onOpen?.();
    this.#send("camera_ready");
  }

  /** Nobody is photographed who is not shown that they are. A page may still be putting the container into place. */
  async #canBeSeen(): Promise<boolean> {
    if (!this.#view.isSeen()) await new Promise((resolve) => requestAnimationFrame(resolve));
    // Until it has been scrolled to, or what lies over it is gone.
    while (this.#view.isSeen() && !this.#view.isInSight()) await new Promise((resolve) => setTimeout(resolve, 200));
    if (this.#view.isSeen()) return true;
    this.cancel();
    return false;
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
    this.#view.offer(this.#state === "preview" ? this.#texts.manual : this.#texts.automatic, true);
  }

  #see(sighting: Sighting): void {
    this.#frames = sighting.frame + 1;
    if (!this.#view.isSeen()) return this.cancel();
    if (!this.#view.isInSight()) {
      this.#guiding.forget();
      this.#send("wrong");
      return;
    }
    if (this.#state === "following") this.#followUp?.see(sighting);
    if (this.#state !== "guiding" && this.#state !== "holding") return;
    if (this.#isGrey(sighting)) void this.#tryAnotherCamera();
    const wasRight = this.#state === "holding";
    const seen = this.#guiding.see(sighting, this.#view.aim(sighting.size), wasRight, performance.now());
    const { hint, right } = seen;
    this.#view.say(this.#texts[hint], ringFor(hint, right, sighting.face !== undefined), towardsFor(hint));
    if (seen.isNew) this.#options.onHint?.(hint);
    this.#send(right ? "right" : "wrong");
    if (seen.held) this.#send("held");
  }

  /** Each once; where none sees colors, the last one stays. */
  async #tryAnotherCamera(): Promise<void> {
    this.#isGrey = () => false;
    const { signal } = this.#life;
    const { srcObject } = this.#view.video;
    if (!(srcObject instanceof MediaStream)) return;
    const other = await otherCamera(srcObject, this.#tried, this.#options.facingMode);
    if (other === undefined || signal.aborted || next(this.#state, "other_camera") === undefined) return;
    this.#deviceId = other;
    this.#isGrey = watchColor();
    this.#leaveCamera();
    this.#send("other_camera");
  }

  async #take(): Promise<void> {
    const { signal } = this.#life;
    if (!this.#view.isSeen()) return this.cancel();
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
      this.#followUp = await this.#started;
      const event = await this.#followUp?.follow(this.#photo as Photo, this.#guiding.gesture, signal);
      if (event && !signal.aborted) this.#send(event);
    } catch (error) {
      if (!signal.aborted) this.#fail(error as CameraError);
    }
  }

  /** Of the frames the detector kept; where it runs not or no longer, of the one that is seen. */
  async #bestPhoto(): Promise<Photo> {
    const { whole } = this.#options;
    const plain = () => photoOfVideo(this.#view.video, whole);
    return this.#frames > 0
      ? this.#detector.take(this.#guiding.rightFrom ?? this.#frames, whole).catch(plain)
      : plain();
  }

  #leaveCamera(): void {
    clearTimeout(this.#shutterTimer);
    this.#life.abort();
    closePreview(this.#view);
    this.#photo = null;
    this.#guiding.forget();
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
      await new Promise((resolve) => setTimeout(resolve, doneMs));
      await this.#view.close(fadeMs);
    } else {
      this.#photo = null;
      await this.#view.close(0);
    }
    this.#settle?.(failed ? this.#failure : undefined);
  }
}
