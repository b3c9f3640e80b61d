/** Which authorities a wallet's document may be of, by the ids of their keys: what a request names to the wallet. */
import type { Store } from "../../platform/store/store.ts";
import { budgets } from "../budgets.ts";
import type { DocumentType } from "../document.ts";
import type { AnchorOwner } from "./find-anchors.ts";

/**
 * The key ids (hex) of all anchors of the service and of the owner for a type of document.
 * @returns undefined where there is no anchor, one has no key id, or there are more than a request may name: a wallet would then hide documents
 * that are trusted
 */
export async function anchorKeyIds(
  { db, run }: Pick<Store, "db" | "run">,
  { accountId, test }: AnchorOwner,
  documentType: DocumentType,
): Promise<readonly string[] | undefined> {
  const idsIn = (table: "trust_anchors" | "trust_list_anchors" | "account_trust_anchors") =>
    db
      .selectFrom(table)
      .select("key_id")
      .distinct()
      .where((e) => e.or([e("document_types", "is", null), e("document_types", "like", `%${documentType}%`)]))
      .limit(budgets.anchorsNamed + 1);
  const own = idsIn("account_trust_anchors")
    .where("account_id" as never, "=", accountId as never)
    .where("test" as never, "=", Number(test) as never);
  const queries = [idsIn("trust_anchors"), idsIn("trust_list_anchors"), own];
  const found = await Promise.all(queries.map((query) => run(() => query.execute())));
  const ids = new Set(found.flat().map(({ key_id }) => key_id));
  if (ids.size === 0 || ids.size > budgets.anchorsNamed || ids.has(null)) return undefined;
  return [...ids].filter((id) => id !== null).toSorted();
}
