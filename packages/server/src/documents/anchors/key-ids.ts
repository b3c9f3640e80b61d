/** The authorities that a request names to the wallet by their key ids: it asks for documents that one of them issued. */
import type { Store } from "@selfsame/platform/store/store";
import { budgets } from "../budgets.ts";
import type { DocumentType } from "../document.ts";
import { type AnchorOwner, inEachTable, isFor } from "./find-anchors.ts";

/**
 * The key ids (hex) of all anchors of the service and of the owner for a type of document.
 * @returns undefined if there is no anchor, an anchor has no key id, or there are more than a request may name: with an incomplete list, a wallet
 * would hide documents that are trusted
 */
export async function anchorKeyIds(
  store: Pick<Store, "db" | "run">,
  owner: AnchorOwner,
  documentType: DocumentType,
): Promise<readonly string[] | undefined> {
  const found = await inEachTable(store, owner, (table) =>
    store.db
      .selectFrom(table)
      .select("key_id")
      .distinct()
      .where(isFor(documentType))
      .limit(budgets.anchorsNamed + 1),
  );
  const ids = new Set(found.map(({ key_id }) => key_id));
  if (ids.size === 0 || ids.size > budgets.anchorsNamed || ids.has(null)) return undefined;
  return [...ids].filter((id) => id !== null).toSorted();
}
