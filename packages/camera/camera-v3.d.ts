/** The one thing the person should do next. */
export type Hint =
  | "no_face"
  | "several_faces"
  | "too_far"
  | "too_close"
  | "move_left"
  | "move_right"
  | "move_up"
  | "move_down"
  | "turned"
  | "tilted"
  | "mouth_covered"
  | "eyes_covered"
  | "eyes_closed"
  | "too_dark"
  | "too_bright"
  | "half_in_shadow"
  | "blurred"
  | "hold_still";

/** Every word the camera shows or speaks. */
export interface Texts extends Readonly<Record<Hint, string>> {
  /** The name of the whole view. */
  readonly title: string;
  readonly cancel: string;
  readonly shutter: string;
  /** The button of the introduction. */
  readonly begin: string;
  /** What the introduction says: what happens, */
  readonly intro_photo: string;
  /** with a live challenge also this, */
  readonly intro_steps: string;
  readonly intro_light: string;
  readonly intro_kept: string;
  /** and the name of the link to `privacyUrl`. */
  readonly intro_privacy: string;
  /** While the browser asks for, or opens, the camera. */
  readonly opening: string;
  /** The preview is there, the detector not yet. */
  readonly preparing: string;
  /** Below the oval, while hints are given. */
  readonly automatic: string;
  /** The detector cannot run: the person takes the photo. */
  readonly manual: string;
  readonly done: string;
}

/** What a live challenge asks for. Left and right are the person's own. */
export type Step = "turn_left" | "turn_right" | "look_up" | "blink" | "smile" | "move_closer" | "follow_dot";

/** Every word of the live challenge. A word in braces is filled in. */
export interface ChallengeTexts extends Readonly<Record<Step, string>> {
  /** The step was overdone. */
  readonly too_far_turned: string;
  /** It is under way. */
  readonly further: string;
  readonly other_way: string;
  /** Of a dot to follow: where the nose has to go from where it points. */
  readonly dot_right: string;
  readonly dot_up_right: string;
  readonly dot_up: string;
  readonly dot_up_left: string;
  readonly dot_left: string;
  readonly dot_down_left: string;
  readonly dot_down: string;
  readonly dot_down_right: string;
  /** The head turned during a step that needs it straight. */
  readonly head_still: string;
  /** After ten seconds: `{step}` could not be seen yet. */
  readonly not_seen: string;
  readonly step_done: string;
  /** With `{number}` and `{count}`. */
  readonly step_count: string;
  /** The button of a person who cannot do a step. */
  readonly other_step: string;
  /** The step is not seen by itself: the person presses the button. */
  readonly press: string;
  /** The service is asked. */
  readonly checking: string;
  /** Beside the steps: what follows on them. */
  readonly colors_follow: string;
  /** While the screen shows colors. */
  readonly colors: string;
  /** The button of a person who does not want to see changing colors. */
  readonly without_colors: string;
  /** Why it failed: the screen could not be seen on the face. */
  readonly failed_light: string;
  /** The button below the reason of a failure. */
  readonly try_again: string;
  /** Why it failed: `{step}` was not seen. */
  readonly failed_step: string;
  /** Why it failed: the first photo looked aside, or its eyes were closed. */
  readonly failed_selfie: string;
  readonly failed_face: string;
  /** It failed; more is not said. */
  readonly failed: string;
  readonly too_slow: string;
}

/** As POST /api/v3/challenges gives it. */
export interface StartedChallenge {
  readonly id: string;
  readonly steps: readonly Step[];
  /** Of each `follow_dot`, in order: degrees around the face, 0 to the person's own right, 90 up. */
  readonly dots?: readonly number[];
}

/** A color that the screen shows around the face. */
export interface ShownLight {
  /** `#rrggbb` */
  readonly color: string;
  /** At least; it stays until the next one is there. */
  readonly ms: number;
}

/** A step of a stepwise challenge. Its times count from the answer that it came with. */
export interface ShownStep {
  readonly type: Step | "light";
  /** Of `light`: what is shown at once. */
  readonly light?: readonly ShownLight[];
  /** Of `follow_dot`: degrees around the face, as in `dots`. */
  readonly direction?: number;
  /** A frame that was taken earlier ends the challenge. */
  readonly not_before_ms: number;
  /** By then the whole frame has to have arrived. */
  readonly until_ms: number;
}

/** Which pictures the frame of a step comes with: how many, how many a second, and how many pixels the shorter side of each has. */
export interface BurstAsked {
  readonly frames: number;
  readonly per_second: number;
  readonly width: number;
}

/** Those pictures, one below the other in one JPEG. */
export interface SentBurst {
  readonly pictures: Blob;
  /** When each was taken, after the last answer. */
  readonly capturedAfterMs: readonly number[];
}

/** As POST /api/v3/challenges gives it with `"mode": "stepwise"`: each further step comes once the frame of the last was taken. */
export interface StepwiseChallenge {
  readonly id: string;
  readonly step: ShownStep;
  readonly steps_total: number;
  /** Colors follow on the steps. */
  readonly light?: boolean;
  /** The frame of each step comes with a burst. */
  readonly burst?: BurstAsked | null;
}

/** What comes after a step: another, or the selfie; or the challenge is over. */
export type StepAnswer =
  | { readonly step: ShownStep }
  | { readonly complete: true }
  | Exclude<Verdict, { readonly outcome: "passed" }>;

/** What became of a performance. */
export type Verdict =
  | { readonly outcome: "passed"; readonly token: string }
  /** `part` of the form that is to blame, where the service says so. */
  | { readonly outcome: "failed"; readonly code: string; readonly part: string | null }
  /** Another challenge is needed. */
  | { readonly outcome: "gone" };

/** What either rejects with, the capture rejects with. */
export interface ChallengeService {
  /**
   * @param avoid steps that the person cannot do
   * @param light whether the screen can show colors; false: the person chose to go without
   * @param burst whether the camera sends bursts
   */
  start(avoid: readonly Step[], light?: boolean, burst?: boolean): Promise<StartedChallenge | StepwiseChallenge>;
  /**
   * Of a stepwise challenge. A service that has this is asked to start when the first step can be shown, not before.
   * @param capturedAfterMs how long after the last answer the frame was taken
   * @param burst where the challenge asked for it
   * @returns what is shown next. Where it rejects with an error named NetworkError the same frame is sent again while there is time
   */
  step?(id: string, frame: Blob, capturedAfterMs: number, burst?: SentBurst): Promise<StepAnswer>;
  /**
   * The same of a color. A service that has this is asked for colors.
   * @param pictures small ones, one below the other, taken while it was shown; null: the person chooses to go without
   * @param capturedAfterMs when each of them was taken, after the last answer
   */
  light?(id: string, pictures: Blob | null, capturedAfterMs: readonly number[]): Promise<StepAnswer>;
  /** @returns whether the selfie leaves no doubt, so that no challenge is needed. Asked once, where `challenge` is `"if_unsure"` */
  check?(selfie: Blob): Promise<boolean>;
  /** @param frames of each step in order; none of a stepwise challenge */
  complete(id: string, selfie: Blob, frames: readonly Blob[]): Promise<Verdict>;
}

/** What the page says of its own before the camera opens. */
export interface Intro {
  /** Why you ask for a photo, what you keep of it, what the person agrees to. Lines stay lines. */
  readonly text?: string;
  /** Of your privacy notice, which opens in another tab. http or https. */
  readonly privacyUrl?: string;
}

export interface CaptureOptions {
  /** Of the account that the live challenge is for; one that allows this page's origin. */
  readonly publicKey?: string;
  /** Of a live challenge: what your backend made for this visit and will name to /verify. */
  readonly nonce?: string;
  /** Let the person do a few steps that the server draws, and give a token that proves it. */
  /** `"if_unsure"`: only where the selfie leaves doubt. Then send it to /verify with `require_challenge` "if_unsure". */
  readonly challenge?: boolean | "if_unsure";
  /** Draws the steps and judges the frames, in place of the service's routes and a public key. */
  readonly service?: ChallengeService;
  /** A language tag (BCP 47). Otherwise the page's language, then the browser's, then English. */
  readonly language?: string;
  /** Texts to show instead of ours, one by one. */
  readonly texts?: Partial<Texts & ChallengeTexts>;
  /** "user", the default, faces the person; "environment" faces away. */
  readonly facingMode?: "user" | "environment";
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
  /** For the server's /verify, with this very blob, within ten minutes. Null without a challenge, and where none was needed. */
  readonly challengeToken: string | null;
}

/** The `detail` of each event. */
export interface CameraEvents {
  readonly open: null;
  readonly hint: { readonly hint: Hint };
  readonly capture: Capture;
  readonly cancel: null;
  readonly error: Error;
  readonly close: null;
}

/**
 * The browser camera of version 3: window.VerifyCameraV3, or the export of /camera-v3.mjs.
 *
 * Its events, in the order of a capture: `open` (the preview is live), `hint`, then one of `capture`, `cancel` or `error`, and last `close`.
 */
export declare class VerifyCameraV3 extends EventTarget {
  /** Resolves with the photo, or with null when the person cancels. Rejects with an Error whose `name` says why there can be no photo, and with a TypeError for an option that there is not. */
  static capture(options?: CaptureOptions): Promise<Capture | null>;
  /** Loads what a capture needs, some 4 MB, ahead of it. Rejects with a NetworkError where it cannot be loaded or run. */
  static preload(): Promise<void>;
  /** Throws a TypeError for an option that there is not. */
  constructor(options?: CaptureOptions);
  /** As `capture`. While the camera is open, another call joins the first. */
  start(): Promise<Capture | null>;
  /** Closes the camera, as if the person had cancelled. */
  stop(): void;
  addEventListener<Name extends keyof CameraEvents>(
    type: Name,
    listener: (event: CustomEvent<CameraEvents[Name]>) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void;
}

/**
 * `<selfsame-camera>`, which both scripts define: shows the camera in itself. Attributes: `autostart`, `challenge`, `public-key`, `nonce`,
 * `language`, `facing-mode`, `intro` (its value is the text), `privacy-url`. Events as those of VerifyCameraV3, with the same details. Taken out of the page, it stops.
 */
export interface SelfsameCamera extends HTMLElement {
  start(): Promise<Capture | null>;
  stop(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "selfsame-camera": SelfsameCamera;
  }
  interface Window {
    readonly VerifyCameraV3: typeof VerifyCameraV3;
  }
}
