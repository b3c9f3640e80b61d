/** Why a capture ended without a photo, other than by cancellation. Pages distinguish them by `name`. */
export type CameraErrorName =
  /** The person, the browser or the page's policy denies the camera. */
  | "NotAllowedError"
  | "NotFoundError"
  /** The camera exists, but another program uses it, or it stopped. */
  | "NotReadableError"
  /** Cameras need https or localhost. */
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

/** Errors of getUserMedia; all others become NotReadableError. */
const messages = {
  NotAllowedError: "The camera was not allowed",
  NotFoundError: "There is no camera",
  SecurityError: "The browser does not let this page use the camera",
} as const satisfies Partial<Readonly<Record<CameraErrorName, string>>>;

const isKnown = (name: string): name is keyof typeof messages => Object.hasOwn(messages, name);

/** Converts an error of getUserMedia to ours. */
export function cameraErrorFrom(cause: unknown): CameraError {
  const given = cause instanceof Error ? cause.name : "";
  const name = given === "OverconstrainedError" ? "NotFoundError" : given;
  if (isKnown(name)) return new CameraError(name, messages[name], cause);
  return new CameraError("NotReadableError", "The camera cannot be used: another program may have it", cause);
}
