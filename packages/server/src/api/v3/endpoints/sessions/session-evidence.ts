import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { deleteEvidenceOf, listEvidence, readSealed } from "../../../../features/sessions/evidence/evidence.ts";
import { findSession } from "../../../../features/sessions/session.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { isoOf } from "@selfsame/platform/iso-time";
import type { Store } from "@selfsame/platform/store/store";
import type { PlainEndpoint } from "../../endpoint.ts";
import { successInParts } from "../../envelope.ts";
import { deletedSchema } from "../../schemas/common.ts";

const tag = "Sessions";

const time = z.string().meta({ format: "date-time" });
const sealedPhotoSchema = z.object({
  part: z.enum(["reference", "frame", "selfie"]),
  attempt: z.int().min(0).meta({ description: "From 1; 0 for a reference, which belongs to no attempt." }),
  sealed_at: time,
  expires_at: time.meta({ description: "From then on it is returned no more, and within the hour it is deleted." }),
  jwe: z.string().meta({
    description:
      "Compact JWE (RFC 7516): ECDH-ES with X25519, A256GCM. Its plaintext is the photo as it arrived; its protected header names the session, the part, the attempt and the time.",
  }),
});
const evidenceSchema = z
  .object({
    id: z.string().meta({ description: "The session's." }),
    photos: z.array(sealedPhotoSchema).meta({ description: "In the order they arrived." }),
  })
  .meta({ id: "Evidence" });

const example = {
  id: "vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts",
  photos: [
    {
      part: "selfie",
      attempt: 1,
      sealed_at: "2026-11-22T09:31:29.000Z",
      expires_at: "2026-11-29T09:31:29.000Z",
      jwe: "eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..Kq8Zr1Vb7Nw2Xc5Y.d9TsUe6pGiWo.q4Zb1Jd8f3w0mTnC5rX9aQ",
    },
  ],
} as const;

export const getEvidence: PlainEndpoint = {
  method: "GET",
  path: "/sessions/:id/evidence",
  name: "v3.get_evidence",
  key: "private",
  tag,
  summary: "Download sealed evidence",
  description:
    "The photos of a session, encrypted to your team's public key when they arrived. The service cannot open them. Needs the scope `evidence:read`, which a key has only by name.",
  data: evidenceSchema,
  codes: ["session_not_found", "evidence_not_found"],
  example: { summary: "A selfie", data: example },
  run: async ({ sessions: { store, now } }, _query, { caller, by, params }) => {
    const { id = "" } = params;
    const session = await findSession(store.db, caller.accountId, id, caller.test);
    if (!session) return { code: "session_not_found" };
    const rows = await listEvidence(store.db, id, now());
    if (rows.length === 0) return { code: "evidence_not_found" };
    await writeAudit(store.db, now(), by, "evidence_read", caller.accountId, id);
    return {
      outcome: "read",
      contentType: "application/json; charset=utf-8",
      stream: (meta) => Readable.from(successInParts({ id }, "photos", photosOf(store, rows), meta)),
    };
  },
};

/** @param rows of photos; each photo is read when it is sent, and photos deleted meanwhile are left out */
async function* photosOf(
  { db, run }: Pick<Store, "db" | "run">,
  rows: Awaited<ReturnType<typeof listEvidence>>,
): AsyncGenerator<string> {
  for (const { id, part, attempt, created_at_ms, expires_at_ms } of rows) {
    const jwe = await run(() => readSealed(db, id));
    if (jwe === undefined) continue;
    const [sealed_at, expires_at] = [isoOf(created_at_ms), isoOf(expires_at_ms)];
    yield JSON.stringify({ part, attempt, sealed_at, expires_at, jwe });
    await nextTurn();
  }
}

export const deleteEvidenceEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/sessions/:id/evidence",
  name: "v3.delete_evidence",
  key: "private",
  tag,
  summary: "Delete sealed evidence",
  description:
    "Deletes the sealed photos of a session at once. The session and its verdict stay. Needs the scope `evidence:read`.",
  data: deletedSchema,
  codes: ["session_not_found", "evidence_not_found"],
  example: { summary: "Deleted", data: { id: example.id, deleted: true } },
  run: async ({ sessions: { store, now } }, _query, { caller, by, params }) => {
    const { id = "" } = params;
    const session = await findSession(store.db, caller.accountId, id, caller.test);
    if (!session) return { code: "session_not_found" };
    return (await deleteEvidenceOf(store, by, session, now()))
      ? { outcome: "deleted", data: { id, deleted: true } }
      : { code: "evidence_not_found" };
  },
};
