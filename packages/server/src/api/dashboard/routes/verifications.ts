import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { collect } from "../../bodies/collect.ts";
import { photoBytesMax, photosPace } from "../../../images/limits.ts";
import { nameKeys } from "../../../keys/keys.ts";
import { createSession, externalIdSchema } from "../../../sessions/create-session.ts";
import { cancelSession, upToDate } from "../../../sessions/end-session.ts";
import { readFunnel } from "../../../sessions/reports/funnel.ts";
import { linkOf } from "../../../sessions/link.ts";
import { renewLink } from "../../../sessions/renew-link.ts";
import { isRepeatable, needsReferenceAgain, repeatSession } from "../../../sessions/repeat-session.ts";
import { reviewSchema, reviewSession } from "../../../sessions/review-session.ts";
import {
  findSession,
  pendingOf,
  sessionData,
  type SessionRow,
  selectSessions,
  sessionStatuses,
} from "../../../sessions/session.ts";
import { simulatedEnds } from "../../../sessions/attempts/simulate.ts";
import { readDeliveredTimeline, type DeliveredEntry } from "../../../sessions/reports/delivered-timeline.ts";
import { orderedPage } from "../../../store/ordered-page.ts";
import type { Reference } from "../../../verify/references.ts";
import { discardRest } from "../../bodies/discard-rest.ts";
import type { Rejection } from "../../v3/endpoint.ts";
import { errorCatalog } from "../../v3/errors.ts";
import { requireReference } from "../../v3/require-reference.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { between, createdAt, parseList, type ReadList, searched, type Sorts } from "../lists.ts";
import { id, kind, nothing, parse } from "../parse.ts";
import type { Guards, Me } from "../signed-in.ts";

const sorts = {
  made: createdAt,
  ended: { column: "ended_at_ms", kind: "number", missing: 0 },
  attempts: { column: "attempts", kind: "number" },
} as const satisfies Sorts;
const filters = {
  status: z.enum(sessionStatuses).optional(),
  /** What the external id begins with, or the session's id. */
  text: searched.optional(),
  keyId: searched.optional(),
  kind: kind.optional(),
  ...between,
} as const;
const funnelQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(90).default(30),
  kind: kind.default("live"),
});
const testSession = z.strictObject({
  simulate: z.enum(simulatedEnds).optional(),
  externalId: z.string().trim().pipe(externalIdSchema).optional(),
});
/** A test session of the dashboard is for looking at: it need not wait long. */
const testLifeSeconds = 24 * 3600;

/** Verification sessions. Called so here, because the dashboard has sessions of its own: who is signed in. */
export function verificationRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn }: Guards,
  readList: ReadList,
): void {
  const { store, verifications, embeddingModel, publicUrl, now } = deps;

  const told = async ({ user }: Me, rows: readonly SessionRow[]) => {
    const names = await nameKeys(
      store.db,
      rows.flatMap(({ key_id }) => key_id ?? []),
    );
    return rows.map((row) => toldSession(row, names[row.key_id ?? ""]?.name ?? null, user.id));
  };
  const toldOne = async (me: Me, row: SessionRow) => {
    const [session] = await told(me, [row]);
    return session;
  };

  app.get(
    "/verifications",
    forSignedIn(async (me, request) => {
      const asked = parseList(request.query, sorts, filters, ["kind", "fromMs", "toMs"]);
      const { kind, ...rest } = asked.filter;
      const filter = { ...rest, test: kind && kind === "test" };
      const { rows, next } = await readList(me, request, asked, (db) =>
        orderedPage(selectSessions(db, me.account.id, filter), asked.page),
      );
      return { sessions: await told(me, rows), next };
    }),
  );

  app.get(
    "/verifications/funnel",
    forSignedIn(async (me, request) => {
      const { days, kind } = parse(funnelQuery, request.query);
      return { days: await readFunnel(store.db, me.account.id, { days, test: kind === "test", nowMs: now() }) };
    }),
  );

  app.get(
    "/verifications/:id",
    forSignedIn(async (me, request) => {
      const found = await findSession(store.db, me.account.id, parse(id, request.params).id);
      if (!found) throw new DashboardError("not_found");
      const session = await upToDate(verifications, found);
      const timeline = await readDeliveredTimeline(store.db, verifications.seal, session.id);
      return { session: await toldOne(me, session), timeline: timeline.map(toldMoment) };
    }),
  );

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
      return reply.code(201).send({ session: await toldOne(me, session), url: linkOf(publicUrl(), secret) });
    }),
  );

  app.post(
    "/verifications/:id/cancel",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const cancelled = await cancelSession(verifications, me.account.id, parse(id, request.params).id, { by: me.by });
      if (cancelled.outcome !== "cancelled") {
        throw new DashboardError(cancelled.outcome === "over" ? "session_over" : "not_found");
      }
      return { session: await toldOne(me, cancelled.session) };
    }),
  );

  app.post(
    "/verifications/:id/link",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const renewed = await renewLink(verifications, me.account.id, parse(id, request.params).id, me.by);
      if (renewed.outcome !== "renewed") throw new DashboardError(rejected[renewed.outcome]);
      return { session: await toldOne(me, renewed.session), url: linkOf(publicUrl(), renewed.secret) };
    }),
  );

  // Its body is the photo that the person is compared with, or an empty object.
  app.register(async (photos) => {
    photos.addContentTypeParser(/^image\//, (_request, body, done) => done(null, body));
    photos.post(
      "/verifications/:id/repeat",
      forSignedIn(async (me, request, reply) => {
        const { session, secret } = await repeat(deps, me, request).finally(() => discardRest(request));
        return reply.code(201).send({ session: await toldOne(me, session), url: linkOf(publicUrl(), secret) });
      }),
    );
  });

  app.post(
    "/verifications/:id/review",
    forSignedIn(async (me, request) => {
      const review = parse(reviewSchema, request.body);
      const by = { kind: "person", id: me.user.id, actor: me.by } as const;
      const reviewed = await reviewSession(verifications, me.account.id, parse(id, request.params).id, review, by);
      if (!("session" in reviewed)) throw new DashboardError(unreviewed[reviewed.outcome]);
      return { session: await toldOne(me, reviewed.session) };
    }),
  );
}

const rejected = {
  not_found: "not_found",
  over: "session_over",
  no_more_links: "no_more_links",
} as const;

async function repeat(deps: DashboardDeps, me: Me, request: FastifyRequest) {
  const { store, verifications, embeddingModel } = deps;
  const { body } = request;
  if (!(body instanceof Readable)) parse(nothing, body);
  const found = await findSession(store.db, me.account.id, parse(id, request.params).id);
  if (!found) throw new DashboardError("not_found");
  if ((await upToDate(verifications, found)).ended_at_ms === null) throw new DashboardError("session_under_way");
  if (body instanceof Readable && !needsReferenceAgain(found)) throw new DashboardError("invalid_request");
  const reference = body instanceof Readable ? await referenceIn(deps, me.account.id, request, body) : undefined;
  const repeated = await repeatSession(verifications, found, reference, embeddingModel, me.by);
  if ("outcome" in repeated) throw new DashboardError(repeated.outcome);
  return repeated;
}

/** Whom a photo that was sent shows. @throws DashboardError where it cannot stand for a person */
async function referenceIn(
  { photos, uploads }: DashboardDeps,
  accountId: string,
  request: FastifyRequest,
  body: Readable,
): Promise<Reference> {
  const signal = request.clientGone;
  const holding = uploads.hold(accountId, signal);
  try {
    const limits = { bytesMax: photoBytesMax, pace: photosPace, memory: { holding, times: 1 } };
    const bytes = await collect(body, limits);
    if (bytes === "too_large") throw unusable({ code: "file_too_large" });
    if (typeof bytes === "string") throw new DashboardError("invalid_request");
    const sources = [{ from: "bytes", bytes }] as const;
    const required = { sources, part: "reference", allowSeveralFaces: false };
    const found = await requireReference(photos, required, { accountId, allowedDomains: [], signal });
    if ("code" in found) throw unusable(found);
    return found.reference;
  } finally {
    holding.release();
  }
}

/** As version 3 rejects the same photo. */
const unusable = ({ code }: Rejection): DashboardError =>
  new DashboardError("reference_unusable", { field: "reference", told: errorCatalog[code].message });

const unreviewed = {
  not_found: "not_found",
  not_in_review: "not_in_review",
  needs_another: "another_reviewer_needed",
  no_more_attempts: "no_more_attempts",
} as const;

function toldPending(row: SessionRow, userId: string) {
  const pending = pendingOf(row);
  if (!pending) return null;
  const { id, ...told } = pending;
  return { ...told, mine: id === userId };
}

function toldSession(row: SessionRow, keyName: string | null, userId: string) {
  const { metadata, result } = sessionData(row);
  return {
    id: row.id,
    status: row.status,
    test: row.test === 1,
    externalId: row.external_id,
    metadata,
    keyName,
    challenge: row.challenge,
    hasReference: row.has_reference === 1,
    attempts: row.attempts,
    attemptsAllowed: row.attempts_allowed,
    compareLimit: row.compare_limit,
    comparisons: row.comparisons,
    reasons: result?.reasons ?? [],
    similarity: result?.similarity ?? null,
    light: result?.light ?? null,
    consentVersion: row.consent_version,
    review: row.review === 1,
    reviewPending: toldPending(row, userId),
    reviewedBy: result?.reviewed_by ?? null,
    reviewReason: result?.review_reason ?? null,
    links: row.link,
    canRepeat: isRepeatable(row),
    needsReference: needsReferenceAgain(row),
    createdAtMs: row.created_at_ms,
    openedAtMs: row.opened_at_ms,
    startedAtMs: row.started_at_ms,
    endedAtMs: row.ended_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}

function toldMoment({ kind, atMs, data, deliveries }: DeliveredEntry) {
  const {
    device = null,
    browser = null,
    number = null,
    passed = null,
    reasons = [],
    issues = [],
    steps = [],
    check = null,
    photo = null,
    challenge = null,
    hint = null,
    session = null,
    request = null,
  } = data;
  const { decision = null, reason = null, why = null, by } = data;
  const reviewer = decision === null ? null : by;
  return {
    kind,
    atMs,
    device,
    browser,
    number,
    passed,
    reasons,
    issues,
    steps,
    check,
    photo,
    challenge,
    hint,
    session,
    request,
    decision,
    reason,
    reviewer,
    why,
    deliveries,
  };
}
