import { CameraError, cameraErrorFrom } from "../errors.ts";

export type FacingMode = "user" | "environment";

export interface Camera {
  readonly stream: MediaStream;
  /** Shown like a mirror, unless the camera faces away from who holds it. */
  readonly mirrored: boolean;
  /** Ends it; its light goes out. May be called again. */
  release(): void;
}

/**
 * Asks for the camera, and the person for permission where needed.
 * @param onEnded it stopped by itself: unplugged, or taken by another program
 * @param deviceId of a camera to open, whichever way it faces
 * @param signal when it aborts, a camera that is granted only afterwards is given back at once, and undefined comes back
 * @throws CameraError
 */
export async function openCamera(
  facingMode: FacingMode,
  onEnded: () => void,
  signal: AbortSignal,
  deviceId?: string,
): Promise<Camera | undefined> {
  const stream = await ask(facingMode, deviceId);
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) {
    release();
    return undefined;
  }
  const [track] = stream.getVideoTracks();
  track?.addEventListener("ended", onEnded, { signal });
  signal.addEventListener("abort", release, { once: true });
  return { stream, mirrored: track?.getSettings().facingMode !== "environment", release };
}

/** Browsers have no camera, not even one to ask for, where the page is neither https nor localhost. */
export function insecurity(): CameraError | undefined {
  if (isSecureContext && "mediaDevices" in navigator) return undefined;
  return new CameraError("SecurityError", "The camera needs a page served over https, or from localhost");
}

/** What we ask for; browsers that cannot do all of it come as close as they can. */
function wishes(
  facingMode: FacingMode,
  deviceId: string | undefined,
): MediaTrackConstraints & { resizeMode: ConstrainDOMString } {
  return {
    ...(deviceId === undefined ? { facingMode: { ideal: facingMode } } : { deviceId: { exact: deviceId } }),
    // 4:3 is the whole sensor of a phone; a laptop's camera answers with its 1280 x 720.
    width: { ideal: 1280 },
    height: { ideal: 960 },
    frameRate: { ideal: 30 },
    // Chromium would cut the picture to fit these numbers, and with it the surroundings of the face.
    resizeMode: { ideal: "none" },
  };
}

async function ask(facingMode: FacingMode, deviceId: string | undefined): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: wishes(facingMode, deviceId) });
  } catch (error) {
    throw forbidden(error) ?? cameraErrorFrom(error);
  }
}

/** Where the page's own policy is the cause. Chromium tells; elsewhere the general message has to do. */
function forbidden(cause: unknown): CameraError | undefined {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
  if (policy?.allowsFeature("camera") !== false) return undefined;
  const framed = window === window.parent ? "" : 'The page is in an iframe without allow="camera", or ';
  return new CameraError("NotAllowedError", `${framed}Permissions-Policy forbids the camera`, cause);
}
