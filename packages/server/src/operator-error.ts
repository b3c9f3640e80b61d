/**
 * What was asked cannot be done, for a reason that whoever runs the service or a command can mend: a setting, a file, a full disk.
 * The message says what is wrong and what to do; commands print it and exit with 1. Never for a caller of the API.
 */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}
