import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  accountAnchorsMax,
  addAccountAnchors,
  listAccountAnchors,
  removeAccountAnchor,
} from "../../../documents/anchors/account-anchors.ts";
import { readAnchorsFor } from "../../../documents/reading/read-for.ts";
import { certificatesOf, certificatesTextMax } from "../../bodies/certificates-text.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

/** SHA-256 of the certificate. */
const anchorId = z.strictObject({ id: z.string().min(1).max(64) });
const newAnchors = z.strictObject({ certificates: z.string().min(1).max(certificatesTextMax) });

/** The authorities that the team trusts. Those of test keys are made with test keys. */
export function trustAnchorRoutes(
  app: FastifyInstance,
  { store, documents, now }: DashboardDeps,
  guards: Guards,
): void {
  const { forSignedIn, confirmed } = guards;
  const listFor = async (accountId: string) => {
    const whole = { limit: accountAnchorsMax };
    const [live, test] = await Promise.all(
      [false, true].map((test) => listAccountAnchors(store.db, { accountId, test }, whole)),
    );
    return { anchors: [...(live?.rows ?? []), ...(test?.rows ?? [])] };
  };

  app.get(
    "/trust-anchors",
    forSignedIn((me) => listFor(me.account.id)),
  );

  app.post(
    "/trust-anchors",
    { bodyLimit: Math.ceil(certificatesTextMax * 1.05) },
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const file = certificatesOf(parse(newAnchors, request.body).certificates);
        const owner = { accountId: me.account.id, test: false };
        const read = file && (await readAnchorsFor(documents, owner, file));
        const added = await addAccountAnchors(store, me.by, owner, read, now());
        if (added.outcome === "too_many") throw new DashboardError("too_many");
        if (added.outcome !== "added") throw new DashboardError("invalid_certificates", { field: "certificates" });
        return reply.code(201).send(await listFor(me.account.id));
      }),
    ),
  );

  app.delete(
    "/trust-anchors/:id",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const anchor = parse(anchorId, request.params).id;
      const removed = await Promise.all(
        [false, true].map((test) =>
          removeAccountAnchor(store, me.by, { accountId: me.account.id, test }, anchor, now()),
        ),
      );
      if (!removed.includes(true)) throw new DashboardError("not_found");
      return listFor(me.account.id);
    }),
  );
}
