import type { ReceivedPhoto, Verdict } from "../receipts/receipt.ts";
import type { SessionResult, SessionRow } from "./session.ts";

/** The verdict that a session's receipt states. @returns undefined if no receipt was requested, or there is no verdict */
export function verdictOf({
  id,
  account_id,
  test,
  status,
  result,
  document,
  receipt_photos,
}: SessionRow): Verdict | undefined {
  if (receipt_photos === null || result === null || (status !== "verified" && status !== "failed")) return undefined;
  const { reasons, threshold, similarity, false_match_rate, model, challenge, passive_liveness, reviewed_by } =
    JSON.parse(result) as SessionResult;
  return {
    kind: "session",
    id,
    account: account_id,
    test: test === 1,
    decision: status === "verified" ? "accept" : "reject",
    reasons,
    threshold,
    similarity,
    false_match_rate,
    model,
    challenge,
    passive_liveness: passive_liveness?.result ?? null,
    document: document === null ? null : (JSON.parse(document) as object),
    reviewed_by: reviewed_by ?? null,
    nonce: null,
    photos: JSON.parse(receipt_photos) as ReceivedPhoto[],
  };
}
