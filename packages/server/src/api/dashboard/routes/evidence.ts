import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readPublicKey, thumbprintOf } from "../../../features/sessions/evidence/public-key.ts";
import {
  changeEvidenceSettings,
  evidenceDays,
  readEvidenceSettings,
  type SetEvidence,
} from "../../../features/sessions/evidence/settings.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const evidenceBody = z.strictObject({
  evidence: z
    .strictObject({
      // As JWKs come, with other members: only those of the key itself are stored.
      public_key: z.record(z.string().max(40), z.unknown()),
      days: z.int().min(1).max(evidenceDays.max).default(evidenceDays.usual),
    })
    .nullable(),
});

const dataOf = (settings: SetEvidence | null) => ({
  evidence: settings && {
    public_key: settings.publicKey,
    thumbprint: thumbprintOf(settings.publicKey),
    days: settings.days,
    set_at_ms: settings.setAtMs,
  },
});

const codeOf = { private: "private_key", not_x25519: "invalid_public_key", weak: "invalid_public_key" } as const;

/** The public key that seals photos of the team's sessions. Only owners may set it, after confirming: the private key opens photos of people. */
export function evidenceRoutes(app: FastifyInstance, { store, now }: DashboardDeps, guards: Guards): void {
  const { forSignedIn, confirmed } = guards;

  app.get(
    "/account/evidence",
    forSignedIn(async (me) => dataOf(await readEvidenceSettings(store.db, me.account.id))),
  );

  app.put(
    "/account/evidence",
    { bodyLimit: 4096 },
    forSignedIn(
      confirmed(async (me, request) => {
        const { evidence } = parse(evidenceBody, request.body);
        const publicKey = evidence && readPublicKey(evidence.public_key);
        if (typeof publicKey === "string") throw new DashboardError(codeOf[publicKey], { field: "evidence" });
        const setAtMs = now();
        const settings = evidence && publicKey && { publicKey, days: evidence.days, setAtMs };
        await changeEvidenceSettings(store, me.by, me.account.id, settings, setAtMs);
        return dataOf(settings);
      }),
    ),
  );
}
