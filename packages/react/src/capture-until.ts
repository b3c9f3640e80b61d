import { type Capture, type CaptureOptions, loadCamera } from "@selfsame/camera";

/**
 * One capture.
 * @param from where the camera's files are: see loadCamera
 * @param signal when it aborts, the camera closes, or never opens, and null comes back
 * @returns null when the person cancels. Rejects where the camera cannot be loaded, and as VerifyCameraV3.capture() does
 */
export async function captureUntil(
  signal: AbortSignal,
  from: string,
  options: CaptureOptions,
): Promise<Capture | null> {
  const VerifyCameraV3 = await loadCamera(from);
  if (signal.aborted) return null;
  const camera = new VerifyCameraV3(options);
  const stop = () => camera.stop();
  signal.addEventListener("abort", stop);
  try {
    return await camera.start();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
