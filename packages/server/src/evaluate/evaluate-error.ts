/** A problem with what the person gave us to evaluate, in words for that person. */
export class EvaluateError extends Error {
  override readonly name = "EvaluateError";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
