/** An item's template, instead of its references' addresses. */
import type { Store } from "@selfsame/platform/store/store";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import { openTemplate, type Template, templateCode } from "../templates/template.ts";
import type { ItemCode } from "./item-result.ts";
import type { NewItem } from "./items.ts";

/** No address begins with it. */
const mark = "template:";

/** Stored form of an item's reference: its addresses, or its template with its purpose. */
export function storedReferences({ reference_urls, reference_template, template_purpose = "default" }: NewItem) {
  return reference_template === undefined
    ? (reference_urls ?? [])
    : [`${mark}${template_purpose} ${reference_template}`];
}

interface Deps {
  readonly store: Store;
  readonly webhooks: { readonly seal: Seal };
  readonly now: () => number;
  readonly compare: { readonly comparison: Comparison };
}

/** Opened when its turn comes, so that a template that expired or was deleted meanwhile is not compared. @returns undefined if the item has addresses */
export async function templateOfItem(
  { store, webhooks: { seal }, now, compare: { comparison } }: Deps,
  accountId: string,
  [first = ""]: readonly string[],
): Promise<Template | { readonly code: ItemCode } | undefined> {
  if (!first.startsWith(mark)) return undefined;
  const [purpose = "", text = ""] = first.slice(mark.length).split(" ");
  const deps = { db: store.db, seal, comparison, nowMs: now() };
  const opened = await store.run(() => openTemplate(deps, { accountId, test: false }, text, purpose));
  return typeof opened === "string" ? { code: templateCode[opened] } : opened;
}
