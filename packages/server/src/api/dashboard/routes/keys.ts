import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { bySwitchName } from "../../../accounts/access/key-switches.ts";
import { rangesMax } from "../../../accounts/keys/address-ranges.ts";
import { changeKey, revokeKey, rotateKey } from "../../../accounts/keys/changes.ts";
import { overlapSecondsMax } from "../../../platform/secrets/overlap.ts";
import { eraseKey } from "../../../features/retention/erasures.ts";
import { challengeModes } from "../../../liveness/challenge/challenge-mode.ts";
import { type KeyKind, keyKinds } from "../../../accounts/keys/format.ts";
import { type GivenSettings, readGiven } from "../../../accounts/keys/given.ts";
import { createKey, findKey, latestMs, listKeys } from "../../../accounts/keys/keys.ts";
import type { ApiKey, KeyDeps, OutOfBounds } from "../../../accounts/keys/keys.ts";
import { makePlaygroundKey } from "../../../accounts/keys/playground-key.ts";
import { scopes } from "../../../accounts/access/scopes.ts";
import { memberIds } from "../../../accounts/people/teams/members.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const name = z.string().trim().min(1).max(64);
const expiresAtMs = z.int().positive().max(latestMs).nullable();
const origins = z.array(z.string().max(300)).max(20);

/** Of a verify, where the request does not say. */
const demands = {
  ...bySwitchName(() => z.boolean().optional()),
  challengeMode: z.enum(challengeModes).nullable().optional(),
  threshold: z.number().min(0).max(1).nullable().optional(),
};

const ownLimit = z.int().positive().max(1_000_000_000).nullable();

/** Of a private or a test key. */
const bounds = {
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).nullable().optional(),
  addressRanges: z.array(z.string().max(100)).max(rangesMax).optional(),
  limits: z
    .strictObject({ requestsPerMinute: ownLimit, requestsPerMonth: ownLimit, concurrentRequests: ownLimit })
    .optional(),
};

const createBody = z.strictObject({
  name,
  kind: z.enum(keyKinds),
  expiresAtMs: expiresAtMs.optional(),
  allowedOrigins: origins.optional(),
  ...demands,
  ...bounds,
});
const changeBody = z.strictObject({
  name: name.optional(),
  expiresAtMs: expiresAtMs.optional(),
  allowedOrigins: origins.optional(),
  ...demands,
  ...bounds,
});
const revokeBody = z.strictObject({ withMade: z.boolean().default(false) });
const rotateBody = z.strictObject({ overlapSeconds: z.int().min(0).max(overlapSecondsMax) });

export function keyRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, now, access } = deps;
  const keys: KeyDeps = { store, now, changed: () => access.callers.forget() };

  app.get(
    "/keys",
    forSignedIn(async (me) => ({ keys: await listedKeys(deps, me.account.id) })),
  );

  app.post(
    "/keys",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const body = parse(createBody, request.body);
        checkExpiry(body, now());
        const { allowedOrigins = [] } = body;
        const key = { ...body, ...settingsFor(body.kind, { ...body, allowedOrigins }) };
        const made = await createKey(keys, me.by, me.account.id, key);
        if (made.outcome !== "created") throw new DashboardError("too_many");
        return reply.code(201).send({ key: made.key, secret: made.secret });
      }),
    ),
  );

  app.post(
    "/keys/playground",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      return reply.code(201).send(await makePlaygroundKey(keys, me.by, me.account.id));
    }),
  );

  app.patch(
    "/keys/:id",
    forSignedIn(
      confirmed(async (me, request) => {
        const keyId = parse(id, request.params).id;
        const body = parse(changeBody, request.body);
        checkExpiry(body, now());
        const before = await findKey(keys, me.account.id, keyId);
        if (!before) throw new DashboardError("not_found");
        const change = { ...body, ...settingsFor(before.kind, body) };
        const changed = await changeKey(keys, me.by, me.account.id, keyId, change);
        if (changed.outcome !== "changed") throw rejectionOf(changed.outcome);
        return { key: changed.key };
      }),
    ),
  );

  app.post(
    "/keys/:id/rotate",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { overlapSeconds } = parse(rotateBody, request.body);
        const rotated = await rotateKey(keys, me.by, me.account.id, parse(id, request.params).id, overlapSeconds);
        if (rotated.outcome !== "rotated") throw rejectionOf(rotated.outcome);
        return reply.code(201).send({ key: rotated.key, secret: rotated.secret });
      }),
    ),
  );

  app.post(
    "/keys/:id/revoke",
    forSignedIn(async (me, request) => {
      const { withMade } = parse(revokeBody, request.body);
      const revoked = await revokeKey(keys, me.by, me.account.id, parse(id, request.params).id, { withMade });
      if (revoked.outcome !== "revoked") throw new DashboardError("not_found");
      return { key: revoked.key };
    }),
  );

  app.delete(
    "/keys/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        if (!(await eraseKey(keys, me.by, me.account.id, parse(id, request.params).id))) {
          throw new DashboardError("not_found");
        }
        return reply.code(204).send();
      }),
    ),
  );
}

/** With what a list shows beside each. */
async function listedKeys({ store, now, access }: DashboardDeps, accountId: string) {
  const listed = await listKeys({ store, now, changed: () => {} }, accountId);
  const members = await memberIds(store.db, accountId);
  const usedOfMonth = async ({ status, limits, budgetId }: ApiKey) =>
    status === "active" && limits.requestsPerMonth !== null ? access.keyLimits.usedOfMonth(budgetId) : undefined;
  const makerLeft = ({ actsFor }: ApiKey) => actsFor.length > 0 && !actsFor.some((id) => members.has(id));
  return Promise.all(
    listed.map(async (key) => ({ ...key, makerLeft: makerLeft(key), usedOfMonth: await usedOfMonth(key) })),
  );
}

/** @throws DashboardError where it would have expired already */
function checkExpiry({ expiresAtMs }: { readonly expiresAtMs?: number | null | undefined }, nowMs: number): void {
  if (typeof expiresAtMs === "number" && expiresAtMs <= nowMs)
    throw new DashboardError("invalid_request", { field: "expiresAtMs" });
}

/** A person is in no key's bounds: only what is not there and what has ended is left. */
function rejectionOf(outcome: "not_found" | "not_active" | OutOfBounds["outcome"]): DashboardError {
  return new DashboardError(outcome === "not_found" ? "not_found" : "key_not_active");
}

/** In one spelling each. @throws DashboardError */
function settingsFor(kind: KeyKind, given: GivenSettings): GivenSettings {
  const read = readGiven(kind, given);
  if (!("problem" in read)) return read;
  const { problem, ...where } = read;
  throw new DashboardError(problem, where);
}
