import type { Capture, CaptureOptions, VerifyCameraV3 } from "./camera-v3.js";

export type * from "./camera-v3.js";

/**
 * Loads the camera from your Selfsame server, or from wherever you serve the files of `@selfsame/camera-files`. Its detector, models and runtime come from
 * there too, so that they fit each other. Repeated calls share one load; a failed one can be tried again.
 *
 * @param from such as `"https://faces.example.com"`, or `"/selfsame/"` of the page's own origin
 * @returns rejects where the files cannot be loaded
 */
export declare function loadCamera(from: string | URL): Promise<typeof VerifyCameraV3>;

/**
 * Loads the camera, and takes one photo. For components, whose end is a signal.
 *
 * @param signal when it aborts, the camera closes, or never opens, and null comes back
 * @param from as of `loadCamera`
 * @returns null, too, when the person cancels. Rejects where the camera cannot be loaded, and as `VerifyCameraV3.capture()` does
 */
export declare function captureUntil(
  signal: AbortSignal,
  from: string | URL,
  options?: CaptureOptions,
): Promise<Capture | null>;
