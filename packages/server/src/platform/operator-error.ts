/**
 * What was asked cannot be done, for a reason that the operator can fix: a setting, a file, a full disk.
 * The message says what is wrong and what to do; commands print it and exit with 1. Never for a caller of the API.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
