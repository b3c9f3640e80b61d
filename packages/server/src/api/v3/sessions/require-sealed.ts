import { sealedFor, type SealedReferences, sealingReferences } from "../../../features/sessions/evidence/seal-photo.ts";
import { evidenceColumns, sealedEvidence } from "../../../features/sessions/evidence/settings.ts";
import type { SessionDeps } from "../../../features/sessions/session.ts";
import type { PhotoContext } from "@selfsame/photo/verify/photo";
import { newSessionId } from "@selfsame/platform/ids/ids";
import type { Rejection } from "../endpoint.ts";
import { type RequiredReference, requireReference } from "../require-reference.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

/** Requires the references of a session that is about to be created, and seals them if the account stores evidence. */
export async function requireSealed(
  deps: Parameters<typeof requireReference>[0],
  { store, now }: Pick<SessionDeps, "store" | "now">,
  required: Parameters<typeof requireReference>[1],
  context: PhotoContext,
): Promise<(RequiredReference & { readonly sealed: SealedReferences }) | Rejection> {
  const sessionId = newSessionId();
  const settings = await store.run(() => readSetting(store.db, context.accountId, sealedEvidence));
  const target = sealedFor({ id: sessionId, ...evidenceColumns(settings) }, now());
  const { engine, sealed: photos } = sealingReferences(deps.engine, target);
  const seen = await requireReference({ ...deps, engine }, required, context);
  return "code" in seen ? seen : { ...seen, sealed: { sessionId, settings, photos } };
}
