import type { Store } from "@selfsame/platform/store/store";
import type { DocumentFacts, DocumentResult } from "../document.ts";
import type { StatusDemand } from "../status/status-demand.ts";
import { findRevocation } from "./revocation-lists.ts";

type ReadDocument = Extract<DocumentResult, { outcome: "read" }>;

/** Validity of a list that does not state its end: authorities issue one every 90 days at least (ICAO Doc 9303-12, 7.1.4). */
const usualLifeMs = 90 * 24 * 60 * 60_000;

/**
 * Checks the certificates of a document's signature against the operator's revocation lists. A certificate on a list is revoked, whatever the demand.
 * For a chip there is no other proof that its signer is not revoked; for a wallet's presentation the issuer's status list proves it.
 */
export async function withRevocation(
  read: ReadDocument,
  store: Pick<Store, "db" | "run">,
  demand: StatusDemand,
  nowMs: number,
): Promise<DocumentResult> {
  const { certificates = [], facts } = read;
  if (certificates.length === 0) return read;
  const { isRevoked, lists } = await findRevocation(store, certificates);
  if (isRevoked) return { outcome: "document_revoked" };
  const [list] = lists;
  if (facts.type !== "travel_document" || (!list && demand === "off")) return read;
  const isCurrent = list !== undefined && nowMs <= (list.nextAtMs ?? list.issuedAtMs + usualLifeMs);
  if (!isCurrent && demand === "require") return { outcome: "document_status_unknown" };
  const status: DocumentFacts["status"] = {
    source: "revocation_list",
    result: isCurrent ? "valid" : "unknown",
    ...(list && { issuedAtMs: list.issuedAtMs, fetchedAtMs: list.addedAtMs }),
  };
  return { ...read, facts: { ...facts, status } };
}
