import type { Config } from "../config.ts";

/** Why the service could not start, in words for who started it; the log has the rest. */
export function startProblem(error: unknown, { host, port }: Pick<Config, "host" | "port">): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is taken. Set PORT to another one, or stop what listens there.`;
    case "EACCES":
      return `Port ${port} of ${host} may not be listened on. Set PORT to 1024 or more.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`;
    default:
      return `Selfsame could not start: ${error instanceof Error ? error.message : "unknown"}`;
  }
}
