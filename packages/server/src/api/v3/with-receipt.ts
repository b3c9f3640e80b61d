import type { z } from "zod";
import type { ReceivedPhoto } from "../../features/receipts/receipt.ts";
import type { Form } from "@selfsame/photo/images/multipart";
import type { Answer, Context, EndpointDeps } from "./endpoint.ts";
import type { verifySchema } from "./schemas/faces.ts";

/** Adds the receipt to the response of a verify. @param photos the photos sent; undefined if no receipt was requested */
export async function withReceipt(
  { sessions: { receipts, store } }: Pick<EndpointDeps, "sessions">,
  form: Form,
  { caller, requestId }: Context,
  photos: readonly ReceivedPhoto[] | undefined,
  answer: Answer,
): Promise<Answer> {
  if (!("data" in answer)) return answer;
  const data = answer.data as z.input<typeof verifySchema>;
  if (!photos) return { ...answer, data: { ...data, receipt: null } };
  const verdict = {
    kind: "verify",
    id: requestId,
    account: caller.accountId,
    test: caller.test,
    decision: data.decision,
    reasons: data.reasons,
    threshold: data.threshold,
    similarity: data.similarity,
    false_match_rate: data.false_match_rate,
    model: answer.model ?? "",
    challenge: data.challenge,
    passive_liveness: data.selfie.passive_liveness?.result ?? null,
    document: data.reference.document,
    reviewed_by: null,
    nonce: form.texts.get("nonce") ?? null,
    photos,
  } as const;
  return { ...answer, data: { ...data, receipt: await store.run(() => receipts.sign(store.db, verdict)) } };
}
