import type { Config } from "./config.ts";
import { OperatorError } from "@selfsame/platform/operator-error";

/** Why the service cannot listen, in words for who set where; undefined for what nobody could mend by that. */
export function listenProblem(
  error: unknown,
  { host, port }: Pick<Config, "host" | "port">,
): OperatorError | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const elsewhere = `${host} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken. Set PORT to another one, or stop what listens there.`,
    EACCES: `Port ${port} of ${host} may not be listened on. Set PORT to 1024 or more.`,
    EADDRNOTAVAIL: elsewhere,
    ENOTFOUND: elsewhere,
  };
  const message = messages[code];
  return message === undefined ? undefined : new OperatorError(message, { cause: error });
}
