/** State of a capture. The last three are final. */
export type State =
  /** The person reads an introduction; the browser has not been asked for anything. */
  | "intro"
  /** The camera is requested; the person may have to allow it. */
  | "opening"
  /** The preview is live while the detector loads. */
  | "preview"
  /** Hints are shown until everything is right. */
  | "guiding"
  /** Everything is right; the photo is taken once that has lasted long enough. */
  | "holding"
  /** The detector cannot run here: the person presses the shutter. */
  | "manual"
  /** The photo is being made. */
  | "taking"
  /** The photo exists, and its follow-up (follow-up.ts) is running. */
  | "following"
  /** The page is hidden and the camera released. */
  | "hidden"
  | "done"
  | "cancelled"
  | "failed";

export type Event =
  | "begin"
  | "camera_ready"
  | "camera_failed"
  | "detector_ready"
  | "detector_failed"
  /** The open camera sees no colors. */
  | "other_camera"
  | "right"
  | "wrong"
  | "held"
  | "shutter"
  | "photo_ready"
  | "follow"
  | "again"
  | "photo_failed"
  | "hide"
  | "show"
  | "cancel"
  | "fail";

/** Events that may end a capture at any time. */
const ends = { cancel: "cancelled", camera_failed: "failed", fail: "failed" } as const;

/** All transitions. A state ignores events that it does not list: they came too late. */
export const transitions: Readonly<Record<State, Partial<Readonly<Record<Event, State>>>>> = {
  intro: { ...ends, begin: "opening" },
  opening: { ...ends, camera_ready: "preview", hide: "hidden" },
  preview: {
    ...ends,
    detector_ready: "guiding",
    detector_failed: "manual",
    shutter: "taking",
    hide: "hidden",
  },
  guiding: {
    ...ends,
    right: "holding",
    detector_failed: "manual",
    shutter: "taking",
    hide: "hidden",
    other_camera: "opening",
  },
  holding: {
    ...ends,
    other_camera: "opening",
    wrong: "guiding",
    held: "taking",
    detector_failed: "manual",
    shutter: "taking",
    hide: "hidden",
  },
  manual: { ...ends, shutter: "taking", hide: "hidden" },
  taking: { ...ends, photo_ready: "done", photo_failed: "failed", follow: "following", hide: "hidden" },
  following: { ...ends, photo_ready: "done", again: "preview", hide: "hidden" },
  hidden: { ...ends, show: "opening" },
  done: {},
  cancelled: {},
  failed: {},
};

/** The next state, or undefined if the event is ignored. */
export function next(state: State, event: Event): State | undefined {
  return transitions[state][event];
}
