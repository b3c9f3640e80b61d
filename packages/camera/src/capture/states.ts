/** Where a capture stands. The last three are ends: from there nothing leads on. */
export type State =
  /** The person reads what will happen. Nothing is asked of the browser yet. */
  | "intro"
  /** The camera is being asked for; the person may have to allow it. */
  | "opening"
  /** The preview is live, the detector still loads. */
  | "preview"
  /** Hints are given until all is right. */
  | "guiding"
  /** All is right; once it has been for long enough, the photo is taken. */
  | "holding"
  /** The detector cannot run here: the person presses the shutter. */
  | "manual"
  /** The photo is being made. */
  | "taking"
  /** The photo is there, and what is to follow it (follow-up.ts) is under way. */
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
  /** The one that is open sees no colors. */
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

/** What may end a capture at any moment before its end. */
const ends = { cancel: "cancelled", camera_failed: "failed", fail: "failed" } as const;

/** The whole flow. An event that a state does not list is ignored there: it came too late. */
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

/** The state an event leads to, or undefined where it does not count. */
export function next(state: State, event: Event): State | undefined {
  return transitions[state][event];
}
