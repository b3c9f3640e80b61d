import type { AnchorRow } from "../anchors/anchor-columns.ts";
import { type AnchorOwner, findAnchorsIn } from "../anchors/find-anchors.ts";
import type { DocumentResult, GivenDocument, SignatureDemand } from "../document.ts";
import type { Store } from "@selfsame/platform/store/store";
import { withRevocation } from "../revocation/check-revocation.ts";
import { statusDemand } from "../status/status-demand.ts";
import { withStatus } from "../status/check-status.ts";
import type { DocumentReader } from "./document-reader.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

interface Demand extends AnchorOwner, SignatureDemand {
  readonly signal: AbortSignal;
}

/** Reads a document for an account, with the anchors of the service and of the account. @throws EngineUnavailable */
export async function readFor(
  documents: DocumentReader,
  { store, now }: { readonly store: Pick<Store, "db" | "run">; readonly now: () => number },
  document: GivenDocument,
  { accountId, test, mustBeSigned, allowWeak, signal }: Demand,
): Promise<DocumentResult> {
  const findCertificates = findAnchorsIn(store, { accountId, test });
  const asks = { document, mustBeSigned, allowWeak, nowMs: now() };
  const read = await documents.read("document", asks, { accountId, signal, findCertificates });
  if (!read) return { outcome: "document_unreadable" };
  if (read.outcome !== "read" || !read.certificates) return read;
  const { statusLists } = documents;
  const demand = (await store.run(() => readSetting(store.db, accountId, statusDemand))) ?? statusLists?.usual ?? "off";
  const checked = await withRevocation(read, store, demand, asks.nowMs);
  if (checked.outcome !== "read" || !statusLists) return checked;
  return withStatus(checked, statusLists, documents, {
    demand,
    accountId,
    signal,
    findCertificates,
    nowMs: asks.nowMs,
  });
}

/** Reads the authorities of a file. @throws EngineUnavailable */
export const readAnchorsFor = (
  documents: DocumentReader,
  { accountId }: AnchorOwner,
  file: Uint8Array,
): Promise<readonly AnchorRow[] | undefined> => documents.read("anchors", { file }, { accountId });
