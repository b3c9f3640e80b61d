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

/** How long a list is cached if it does not say, and at most. */
const [usualTtlMs, ttlMsMax] = [5 * 60_000, 24 * 60 * 60_000];

/**
 * Checks a document against the status list that it names. A trusted issuer has signed the list's address, so no attacker chose it.
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
