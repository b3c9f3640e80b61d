import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Caller } from "../../../accounts/access/access.ts";
import { usualSwitches } from "../../../accounts/access/key-switches.ts";
import { isConfirmed } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { addressOf } from "../../caller-address.ts";
import { cookiesOf } from "../../dashboard/cookies.ts";
import type { DashboardDeps } from "../../dashboard/deps.ts";
import { DashboardError } from "../../dashboard/errors.ts";
import { requireOwnOrigin } from "../../dashboard/own-origin.ts";
import { createRates } from "../../dashboard/rates.ts";
import { confirmedRoutes, rejectionFor, roleFor, testRoutes } from "../../dashboard/route-roles.ts";
import { findSignedIn, type Me } from "../../dashboard/signed-in.ts";

/** Which objects a view shows: those of live keys or those of test keys. */
type Mode = "live" | "test";

/** A user who calls with the dashboard's session cookie instead of a key. */
interface Person {
  readonly me: Me;
  /** The caller passed to endpoints: with the rights of the user's role. Its requests do not count as the account's. */
  readonly caller: Caller;
  /** Undefined if the request names no mode: objects are then found by id in both. */
  readonly mode: Mode | undefined;
  /** Whether the user signed in or confirmed their identity recently. */
  readonly isConfirmed: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set only on routes that `route-roles.ts` opens to users, and only if no key was sent. */
    person: Person | undefined;
  }
}

export type PeopleDeps = Pick<DashboardDeps, "store" | "publicUrl" | "hasPublicUrl" | "counters" | "now">;

/**
 * A user who is signed in to the dashboard calls version 3 with the session cookie. Every route is closed to the cookie unless
 * `route-roles.ts` names a role for it. A request with an Authorization header is the key's alone: its cookie is not read.
 *
 * The same rules as on the dashboard's own routes: changes only from the service's own origin, rates by network and account, a second
 * factor where the team asks for one, and a sign-in of the last ten minutes for what `confirmedRoutes` names. The user's requests are
 * neither usage of the account nor in its log of requests.
 */
export function identifyPerson(deps: PeopleDeps | undefined): onRequestAsyncHookHandler {
  const rates = deps && createRates(deps.counters);
  return async (request) => {
    const needs = roleFor(request);
    if (!deps || !rates || needs === undefined || request.headers.authorization !== undefined) return;
    if (cookiesOf(deps, request).read("session") === undefined) return;
    await rates.ofNetwork(addressOf(request));
    requireOwnOrigin(request, deps);
    const me = await findSignedIn(deps, request);
    if (!me) throw new DashboardError("not_signed_in");
    const refusal = rejectionFor(needs.needs, me);
    if (refusal) throw new DashboardError(refusal);
    request.signedInId = me.account.id;
    await rates.ofAccount(me.account.id);
    const mode = takeMode(request);
    if (testRoutes.has(needs.route) && mode !== "test") throw new DashboardError("invalid_request", { field: "mode" });
    const person = { me, mode, caller: callerOf(me, mode === "test"), isConfirmed: isConfirmed(me, deps.now()) };
    if (confirmedRoutes[needs.route] === true) requireConfirmed(person);
    request.person = person;
  };
}

/** @throws DashboardError */
function requireConfirmed(person: Person): void {
  if (!person.isConfirmed) throw new DashboardError("confirmation_needed");
}

/** Some changes need a confirmation only if they change certain fields. @throws DashboardError */
export function checkConfirmed(request: FastifyRequest, body: object): void {
  const { person } = request;
  const needs = roleFor(request);
  const fields = needs && confirmedRoutes[needs.route];
  if (!person || !Array.isArray(fields)) return;
  if (fields.some((field) => field in body)) requireConfirmed(person);
}

/** Only users send `mode`: a key has one kind, and the schemas for keys lack the field. @throws DashboardError */
function takeMode(request: FastifyRequest): Mode | undefined {
  const { mode, ...query } = request.query as Readonly<Record<string, unknown>>;
  if (mode === undefined) return undefined;
  if (mode !== "live" && mode !== "test") throw new DashboardError("invalid_request", { field: "mode" });
  request.query = query;
  return mode;
}

const callerOf = ({ account }: Me, test: boolean): Caller => ({
  keyId: "none",
  accountId: account.id,
  kind: "private",
  test,
  plan: account.plan,
  allowedOrigins: [],
  allowedDomains: [],
  ...usualSwitches,
  challengeMode: "stepwise",
  threshold: null,
  scopes: null,
  budgets: [],
});
