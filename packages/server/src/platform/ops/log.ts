import { destination, pino, stdTimeFunctions } from "pino";
import type { DestinationStream, Logger } from "pino";
import { traceIds } from "../tracing/spans.ts";
import type { Problems } from "./problems.ts";
import { terminalLog } from "./terminal-log.ts";

/**
 * Names under which something secret or personal could reach a log by mistake. Nothing is logged that has them; this is the
 * second line of defence.
 */
const secretNames = [
  "authorization",
  "cookie",
  "apiKey",
  "password",
  "token",
  "headers",
  "body",
  "photo",
  "reference",
  "selfie",
  "embedding",
  "bytes",
];

/** Pino's numbers. */
const [warnLevel, errorLevel] = [40, 50];

function noteProblem(problems: Problems | undefined, args: readonly unknown[], level: number): void {
  const text = args.find((arg) => typeof arg === "string") ?? "without a word";
  problems?.note(level >= errorLevel ? "error" : "warn", text, args[0]);
}

/** JSON lines, to stderr by default: stdout is for what a person reads at start. On a terminal, short lines. @param problems receives warnings and errors */
export function createLog(level: string, stream: DestinationStream = defaultStream(), problems?: Problems): Logger {
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method, number) {
          if (number >= warnLevel) noteProblem(problems, args, number);
          method.apply(this, args);
        },
      },
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
      serializers: { err: describeError },
      mixin: traceIds,
    },
    stream,
  );
}

function defaultStream(): DestinationStream {
  const { stderr } = process;
  return stderr.isTTY ? terminalLog(stderr, stderr.hasColors()) : destination({ dest: 2, sync: false });
}

/**
 * What happened and where, without the properties that libraries hang on errors: those can hold what a caller sent.
 * The message stays: it is what an operator searches for, and no code of ours puts a secret into one.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...cause };
}
