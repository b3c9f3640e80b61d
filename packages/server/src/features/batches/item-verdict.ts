import type { Download } from "@selfsame/photo/images/download";
import { type ReceivedPhoto, receivedPhoto, type Verdict } from "../receipts/receipt.ts";
import type { BatchRow } from "./batch.ts";
import type { ItemUrls } from "./compare-item.ts";
import type { ItemResult } from "./item-result.ts";

/** What an item's receipt states in addition to its result. */
export interface ItemProof {
  /** The embedding contract id. */
  readonly model: string;
  /** As downloaded, under the item's names for them. */
  readonly photos: readonly ReceivedPhoto[];
}

/** Wraps a download to hash its content. @param brought receives the hashes (hex) of each address */
export function hashing(download: Download, brought: Map<string, string[]>): Download {
  return async (url, ...rest) => {
    const result = await download(url, ...rest);
    if (result.outcome !== "downloaded") return result;
    const { sha256 } = await receivedPhoto(url, result.bytes);
    brought.set(url, [...(brought.get(url) ?? []), sha256]);
    return result;
  };
}

/** The photos of an item, in its order. An address that occurs twice was downloaded twice. */
export function photosOf({ references, selfie }: ItemUrls, brought: ReadonlyMap<string, readonly string[]>) {
  const left = new Map(Array.from(brought, ([url, hashes]) => [url, [...hashes]]));
  const named = [
    ...references.map((url, index) => [`reference_urls[${index}]`, url] as const),
    ["selfie_url", selfie] as const,
  ];
  return named.flatMap(([part, url]): ReceivedPhoto[] => {
    const sha256 = left.get(url)?.shift();
    return sha256 === undefined ? [] : [{ part, sha256 }];
  });
}

/** Content of an item's receipt. */
export function verdictOfItem(
  batch: Pick<BatchRow, "id" | "account_id">,
  item: { readonly position: number; readonly item_id: string },
  result: Extract<ItemResult, { readonly status: "done" }>,
  { model, photos }: ItemProof,
): Verdict {
  return {
    kind: "batch_item",
    id: `${batch.id}/${item.position}`,
    item: item.item_id,
    account: batch.account_id,
    test: false,
    decision: result.match ? "accept" : "reject",
    reasons: result.match ? [] : ["no_match"],
    threshold: result.threshold,
    similarity: result.similarity,
    false_match_rate: result.false_match_rate,
    model,
    challenge: null,
    passive_liveness: null,
    document: null,
    reviewed_by: null,
    nonce: null,
    photos,
  };
}
