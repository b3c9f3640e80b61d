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

/** What getUserMedia may reject with; all else is NotReadableError. */
const messages = {
  NotAllowedError: "The camera was not allowed",
  NotFoundError: "There is no camera",
  SecurityError: "The browser does not let this page use the camera",
} as const satisfies Partial<Readonly<Record<CameraErrorName, string>>>;

const isKnown = (name: string): name is keyof typeof messages => Object.hasOwn(messages, name);

/** What getUserMedia rejected with, in our words. */
export function cameraErrorFrom(cause: unknown): CameraError {
  const given = cause instanceof Error ? cause.name : "";
  const name = given === "OverconstrainedError" ? "NotFoundError" : given;
  if (isKnown(name)) return new CameraError(name, messages[name], cause);
  return new CameraError("NotReadableError", "The camera cannot be used: another program may have it", cause);
}
