import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { createSession, externalIdSchema } from "../../../../features/sessions/create-session.ts";
import { readFunnel } from "../../../../features/sessions/reports/funnel.ts";
import { linkOf } from "../../../../features/sessions/link.ts";
import { renewLink } from "../../../../features/sessions/renew-link.ts";
import { simulatedEnds } from "../../../../features/sessions/attempts/simulate.ts";
import { discardRest } from "../../../bodies/discard-rest.ts";
import { sessionAnswer } from "../../../v3/endpoints/sessions/session-answers.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { id, kind, nothing, parse } from "../../parse.ts";
import type { RunReport } from "../../reports.ts";
import type { Guards } from "../../signed-in.ts";
import { repeat } from "./repeat.ts";
import { reviewRoutes } from "./reviews.ts";

const funnelQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(90).default(30),
  kind: kind.default("live"),
});
const testSession = z.strictObject({
  simulate: z.enum(simulatedEnds).optional(),
  externalId: z.string().trim().pipe(externalIdSchema).optional(),
});
/** A test session of the dashboard is a preview and can expire early. */
const testLifeSeconds = 24 * 3600;

/** Verification sessions. Named so here, because "session" in the dashboard means a sign-in. */
export function verificationRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards, report: RunReport): void {
  readingRoutes(app, deps, guards, report);
  makingRoutes(app, deps, guards);
  reviewRoutes(app, deps, guards);
}

function readingRoutes(app: FastifyInstance, { now }: DashboardDeps, { forSignedIn }: Guards, report: RunReport): void {
  app.get(
    "/verifications/funnel",
    forSignedIn(async (me, request) => {
      const { days, kind } = parse(funnelQuery, request.query);
      const asked = { days, test: kind === "test", nowMs: now() };
      return { days: await report(me, request, (db) => readFunnel(db, me.account.id, asked)) };
    }),
  );
}

/** Routes whose response contains a link. */
function makingRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, verifications, embeddingModel, publicUrl } = deps;

  app.post(
    "/verifications",
    forSignedIn(async (me, request, reply) => {
      const { simulate, externalId } = parse(testSession, request.body);
      const { session, secret } = await createSession(verifications, {
        accountId: me.account.id,
        keyId: null,
        test: true,
        simulate,
        reference: undefined,
        model: embeddingModel,
        challenge: "required",
        passiveLiveness: "off",
        returnUrl: undefined,
        externalId,
        metadata: {},
        locale: undefined,
        expiresInSeconds: testLifeSeconds,
        attempts: 3,
        threshold: undefined,
      });
      return reply
        .code(201)
        .send({ session: await sessionAnswer(store.db, session), url: linkOf(publicUrl(), secret) });
    }),
  );

  app.post(
    "/verifications/:id/link",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const renewed = await renewLink(verifications, me.account.id, parse(id, request.params).id, me.by);
      if (renewed.outcome !== "renewed") throw new DashboardError(rejected[renewed.outcome]);
      return { session: await sessionAnswer(store.db, renewed.session), url: linkOf(publicUrl(), renewed.secret) };
    }),
  );

  // The body is the reference photo, or an empty object.
  app.register(async (photos) => {
    photos.addContentTypeParser(/^image\//, (_request, body, done) => done(null, body));
    photos.post(
      "/verifications/:id/repeat",
      forSignedIn(async (me, request, reply) => {
        const { session, secret } = await repeat(deps, me, request).finally(() => discardRest(request));
        return reply
          .code(201)
          .send({ session: await sessionAnswer(store.db, session), url: linkOf(publicUrl(), secret) });
      }),
    );
  });
}

const rejected = {
  not_found: "not_found",
  over: "session_over",
  no_more_links: "no_more_links",
} as const;
