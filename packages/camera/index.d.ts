import type { VerifyCameraV3 } from "./camera-v3.js";

export type * from "./camera-v3.js";

/**
 * Loads the camera from your Selfsame server, or from wherever you put this package's `files` folder. Its detector, models and runtime come from
 * there too, so that they fit each other. Repeated calls share one load; a failed one can be tried again.
 *
 * @param from such as `"https://faces.example.com"`, or `"/selfsame/"` of the page's own origin
 * @returns rejects where the files cannot be loaded
 */
export declare function loadCamera(from: string | URL): Promise<typeof VerifyCameraV3>;
