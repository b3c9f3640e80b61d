import { dirname, resolve } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { isOutage } from "./outage.ts";
import type { StoreConfig } from "./store.ts";

/** Why the store could not be opened, for the operator; undefined for errors that no setting can fix. */
export function storeProblem(error: unknown, { dataDir, databaseUrl }: StoreConfig): OperatorError | undefined {
  if (error instanceof OperatorError) return error;
  const words = databaseUrl ? ofPostgres(error, new URL(databaseUrl)) : ofSqlite(error, dataDir);
  return words === undefined ? undefined : new OperatorError(words, { cause: error });
}

/** Codes of the PostgreSQL manual, appendix A. */
function ofPostgres(error: unknown, { hostname, port, username, pathname }: URL): string | undefined {
  const where = `PostgreSQL at ${hostname}:${port || "5432"} (DATABASE_URL)`;
  const code = codeOf(error);
  const tls = tlsProblem(error, where);
  if (tls !== undefined) return tls;
  if (code === "28P01" || code === "28000")
    return `${where} refuses the user "${username}": check its name and password.`;
  if (code === "3D000") return `${where} has no database "${decodeURIComponent(pathname.slice(1))}": create it first.`;
  if (code === "42501") return `${where} does not let the user "${username}" make tables: grant CREATE on the schema.`;
  if (code === "25006") return `${where} can only be read: it is a replica. Name the server that takes writes.`;
  if (code === "08P01")
    return `${where} or a pooler in front of it answers with an error of its protocol: ${messageOf(error)}.`;
  if (code === "ENOTFOUND") return `${where}: there is no host of this name.`;
  if (code === "ECONNREFUSED") return `${where} cannot be reached: nothing listens there. Is it running?`;
  if (code === "57P03") return `${where} is starting up or shutting down. Try again in a moment.`;
  if (code === "53300") return `${where} has no connections left.`;
  if (isOutage(error))
    return `${where} cannot be reached: no answer in time. Is it running, and may this machine reach it?`;
  return undefined;
}

const untrusted = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/** @returns a sentence for each reason why a TLS connection to PostgreSQL fails */
function tlsProblem(error: unknown, where: string): string | undefined {
  const code = String(codeOf(error));
  const message = messageOf(error);
  if (untrusted.has(code))
    return `${where} has a certificate of an authority that this machine does not trust: add sslrootcert=/path/to/ca.pem to the address (?sslmode=verify-full&sslrootcert=...).`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `${where} has a certificate for another name: use the name that the certificate has, or get it one for this name.`;
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return `${where} has a certificate that has expired or is not valid yet: renew it, or check this machine's clock.`;
  if (message.includes("does not support SSL"))
    return `${where} takes no TLS, and sslmode asks for it: turn ssl on there, or use sslmode=disable.`;
  if (code === "28000" && message.includes("no encryption"))
    return `${where} takes no connection without TLS: add ?sslmode=verify-full to the address.`;
  const { path } = (error ?? {}) as NodeJS.ErrnoException;
  if (["ENOENT", "EACCES", "EISDIR"].includes(code) && path !== undefined && !path.startsWith("/."))
    return `DATABASE_URL names a file that cannot be read: ${path} (sslrootcert, sslcert or sslkey).`;
  return undefined;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");

/** If every address of a host failed, the first failure decides. */
function codeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Result codes of https://www.sqlite.org/rescode.html */
function ofSqlite(error: unknown, dataDir: string): string | undefined {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
  const file = `The database in ${dataDir} (SELFSAME_DATA_DIR)`;
  if (code === 5 || code === 6) return `${file} is locked by another process.`;
  if (code === 8 || code === 14 || isRefusedIn(dataDir, error)) return `${file} may not be written to.`;
  if (code === 10 || code === 13) return `${file} could not be written: the disk is full, or fails.`;
  if (code === 11 || code === 26) return `${file} is damaged: restore a backup (selfsame restore).`;
  return undefined;
}

/** The database's own file, or the secret key next to it: other files may cause the same errors. */
function isRefusedIn(dataDir: string, error: unknown): boolean {
  const { code = "", path } = error as NodeJS.ErrnoException;
  return (
    ["EACCES", "EPERM", "EROFS"].includes(code) && path !== undefined && dirname(resolve(path)) === resolve(dataDir)
  );
}
