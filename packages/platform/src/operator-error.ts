/**
 * The operator can fix this: a setting, a file, a full disk. The message says what is wrong and what to do; commands print it and exit with 1. Never
 * shown to callers of the API.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
