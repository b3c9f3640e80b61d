import type { Gesture } from "@selfsame/face/assess/gestures";
import type { Detector } from "../detector/detector.ts";
import type { Photo } from "../photo/photo.ts";
import type { Sighting } from "./sighting.ts";
import type { View } from "../view/view.ts";

/** What follows the photo before the capture is done: the live challenge. Its code is loaded only where it is wanted. */
export interface FollowUp {
  /**
   * @param photo just taken; the video stands still since
   * @param neutral how the person looked in it, where the detector saw it
   * @param signal aborts when the camera is given back
   * @returns the event it leads to: done, or another photo is needed first. Rejects with a CameraError
   */
  follow(photo: Photo, neutral: Gesture | undefined, signal: AbortSignal): Promise<"photo_ready" | "again">;
  /** Told of every frame meanwhile. */
  see(sighting: Sighting): void;
}

/** Called as soon as there is a view, so that what it loads is there when the photo is. Rejects with a CameraError. */
export type StartFollowUp = (view: View, detector: Detector) => Promise<FollowUp>;
