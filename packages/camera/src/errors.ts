/** Why a capture ended without a photo and without the person's wish. Pages tell them apart by `name`. */
export type CameraErrorName =
  /** The person, the browser or the page's policy does not allow the camera. */
  | "NotAllowedError"
  | "NotFoundError"
  /** The camera is there, but another program has it, or it stopped. */
  | "NotReadableError"
  /** Cameras work over https and on localhost only. */
  | "SecurityError"
  | "TimeoutError"
  | "ChallengeFailedError"
  | "NetworkError";

export class CameraError extends Error {
  override readonly name: CameraErrorName;

  constructor(name: CameraErrorName, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
  }
}

/** What getUserMedia may reject with, but for what is NotReadableError. */
const names: Readonly<Record<string, CameraErrorName>> = {
  NotAllowedError: "NotAllowedError",
  NotFoundError: "NotFoundError",
  OverconstrainedError: "NotFoundError",
  SecurityError: "SecurityError",
};

const messages: Partial<Readonly<Record<CameraErrorName, string>>> = {
  NotAllowedError: "The camera was not allowed",
  NotFoundError: "There is no camera",
  SecurityError: "The browser does not let this page use the camera",
};

/** What getUserMedia rejected with, in our words. */
export function cameraErrorFrom(cause: unknown): CameraError {
  const given = cause instanceof Error ? cause.name : "";
  const name = (Object.hasOwn(names, given) && names[given]) || "NotReadableError";
  return new CameraError(name, messages[name] ?? "The camera cannot be used: another program may have it", cause);
}
