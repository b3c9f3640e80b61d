import type { DocumentResult } from "../document.ts";
import type { DocumentReader } from "../reading/document-reader.ts";
import type { FindCertificates } from "../reading/start-process.ts";
import type { StatusDemand } from "./status-demand.ts";
import type { StatusLists } from "./status-lists.ts";

type ReadDocument = Extract<DocumentResult, { outcome: "read" }>;

interface Context {
  readonly demand: StatusDemand;
  readonly accountId: string;
  readonly signal: AbortSignal;
  readonly findCertificates: FindCertificates;
  readonly nowMs: number;
}

const source = "status_list";

/** Lists that do not say for how long they may be used again, and at most. */
const [usualTtlMs, ttlMsMax] = [5 * 60_000, 24 * 60 * 60_000];

/**
 * What the issuer's list says of a document that names one. It was signed by an issuer that is trusted, so that its address is no stranger's.
 * @throws EngineUnavailable
 */
export async function withStatus(
  read: ReadDocument,
  lists: StatusLists,
  documents: Pick<DocumentReader, "read">,
  { demand, accountId, signal, findCertificates, nowMs }: Context,
): Promise<DocumentResult> {
  const { status: reference } = read;
  if (!reference || demand === "off") return read;
  const { uri } = reference;
  const documentType = read.facts.type ?? undefined;
  const token = await lists.fetch(accountId, uri, signal);
  const context = { accountId, signal, findCertificates };
  const answer =
    token && (await documents.read("status", { token: token.bytes, reference, documentType, nowMs }, context));
  if (!token || answer?.outcome !== "read") {
    if (token && token.fetchedAtMs >= nowMs) lists.reject(accountId, uri);
    if (demand === "require") return { outcome: "document_status_unknown" };
    return { ...read, facts: { ...read.facts, status: { source, result: "unknown" } } };
  }
  const { issuedAtMs, ttlMs = usualTtlMs, expiresAtMs = Infinity } = answer;
  const untilMs = Math.min(token.fetchedAtMs + Math.min(ttlMs, ttlMsMax), expiresAtMs);
  lists.retain(accountId, uri, token, untilMs);
  if (answer.status !== "valid") return { outcome: "document_revoked" };
  const { fetchedAtMs } = token;
  return { ...read, facts: { ...read.facts, status: { source, result: "valid", issuedAtMs, fetchedAtMs } } };
}
