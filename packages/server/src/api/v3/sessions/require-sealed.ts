import { type SealedPhoto, sealedFor, sealingReferences } from "../../../features/sessions/evidence/seal-photo.ts";
import { evidenceColumns, readEvidenceSettings } from "../../../features/sessions/evidence/settings.ts";
import type { PhotoContext } from "../../../photo/verify/photo.ts";
import type { EndpointDeps, Rejection } from "../endpoint.ts";
import { type RequiredReference, requireReference } from "../require-reference.ts";

/** The references of a session that is about to be created, and the same sealed where its account has that. */
export async function requireSealed(
  deps: EndpointDeps,
  session: string,
  required: Parameters<typeof requireReference>[1],
  context: PhotoContext,
): Promise<(RequiredReference & { readonly sealed: readonly SealedPhoto[] }) | Rejection> {
  const { store, now } = deps.sessions;
  const settings = await store.run(() => readEvidenceSettings(store.db, context.accountId));
  const target = sealedFor({ id: session, ...evidenceColumns(settings) }, now());
  const { engine, sealed } = sealingReferences(deps.engine, target);
  const seen = await requireReference({ ...deps, engine }, required, context);
  return "code" in seen ? seen : { ...seen, sealed };
}
