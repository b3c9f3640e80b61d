/** Every word the camera shows or speaks. */
export interface CameraTexts {
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

  /** Hints: the one thing to do next. */
  readonly no_face: string;
  readonly several_faces: string;
  readonly too_far: string;
  readonly too_close: string;
  readonly move_left: string;
  readonly move_right: string;
  readonly move_up: string;
  readonly move_down: string;
  readonly turned: string;
  readonly tilted: string;
  readonly mouth_covered: string;
  readonly eyes_covered: string;
  readonly eyes_closed: string;
  readonly too_dark: string;
  readonly too_bright: string;
  readonly half_in_shadow: string;
  readonly blurred: string;
  readonly hold_still: string;
}
