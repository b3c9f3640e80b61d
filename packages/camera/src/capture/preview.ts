import { CameraError } from "../errors.ts";
import type { View } from "../view/view.ts";
import { type FacingMode, openCamera } from "./open-camera.ts";

/**
 * Opens the camera and shows it, until the signal aborts.
 * @param onStopped the camera stopped by itself
 * @returns whether it is shown; false when it was given back meanwhile
 * @throws CameraError
 */
export async function openPreview(
  view: View,
  facingMode: FacingMode,
  onStopped: () => void,
  signal: AbortSignal,
  deviceId?: string,
): Promise<boolean> {
  const { video } = view;
  try {
    const camera = await openCamera(facingMode, onStopped, signal, deviceId);
    if (!camera) return false;
    video.srcObject = camera.stream;
    await video.play();
    if (signal.aborted) return false;
    view.preview(true, camera.mirrored);
    return true;
  } catch (error) {
    // Playing is interrupted, too, when the camera goes before its first frame.
    if (signal.aborted) return false;
    throw error instanceof CameraError ? error : new CameraError("NotReadableError", "The camera shows nothing", error);
  }
}

/** The camera was given back: its last picture goes, too. */
export function closePreview(view: View): void {
  view.preview(false);
  view.video.srcObject = null;
}
