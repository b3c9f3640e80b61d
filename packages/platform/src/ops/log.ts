import { destination, pino, stdTimeFunctions } from "pino";
import type { DestinationStream, Logger } from "pino";
import { traceIds } from "../tracing/spans.ts";
import type { Problems } from "./problems.ts";
import { terminalLog } from "./terminal-log.ts";

/** Names of secret or personal data. No code logs them; redaction by name is the second line of defense. */
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

/** Pino's levels. */
const [warnLevel, errorLevel] = [40, 50];

function noteProblem(problems: Problems | undefined, args: readonly unknown[], level: number): void {
  const text = args.find((arg) => typeof arg === "string") ?? "without a word";
  problems?.note(level >= errorLevel ? "error" : "warn", text, args[0]);
}

/** JSON lines, by default to stderr: stdout is for the greeting. On a terminal, short lines. @param problems receives warnings and errors */
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
 * An error's message and place, without further properties: libraries may attach what a caller sent. The message is kept: operators search for it, and
 * no code of ours puts a secret into one.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: error.message, stack: error.stack, ...code, ...cause };
}
