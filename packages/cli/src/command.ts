/** One subcommand of `selfsame`. Its module exports `command`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `selfsame COMMAND --help` prints. */
  readonly help: string;
  /** @returns the exit code. @throws OperatorError, and errors of parseArgs about unknown options */
  run(args: readonly string[]): Promise<number>;
}
