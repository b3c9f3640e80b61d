import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Caller } from "../../../accounts/access/access.ts";
import { withoutKey } from "../../../accounts/access/without-key.ts";
import { usualSwitches } from "../../../accounts/access/key-switches.ts";
import { hasScope } from "../../../accounts/access/scopes.ts";
import { callerOfKey } from "../../../accounts/keys/callers.ts";
import { isConfirmed } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { addressOf } from "../../caller-address.ts";
import { cookiesOf } from "../../dashboard/cookies.ts";
import type { DashboardDeps } from "../../dashboard/deps.ts";
import { DashboardError } from "../../dashboard/errors.ts";
import { requireOwnOrigin } from "../../dashboard/own-origin.ts";
import { createRates } from "../../dashboard/rates.ts";
import {
  confirmedRoutes,
  keyedRoutes,
  rejectionFor,
  reportRoutes,
  roleFor,
  testRoutes,
} from "../../dashboard/route-roles.ts";
import { findSignedIn, type Me } from "../../dashboard/signed-in.ts";
import type { Store } from "@selfsame/platform/store/store";

/** Which objects a view shows: those of live keys or those of test keys. */
type Mode = "live" | "test";

/** A user who calls with the dashboard's session cookie instead of a key. */
interface Person {
  readonly me: Me;
  /**
   * The caller passed to endpoints: with the rights of the user's role, or the key that the user names. Its requests do not count as the account's.
   */
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
    if (reportRoutes.has(needs.route)) await rates.ofReports(me.account.id);
    const mode = takeMode(request);
    if (testRoutes.has(needs.route) && mode !== "test") throw new DashboardError("invalid_request", { field: "mode" });
    const caller = keyedRoutes.has(needs.route)
      ? await takeKey(deps.store, request, me, deps.now())
      : callerOf(me, mode === "test", reportRoutes.has(needs.route) ? takeAccount(request, me) : me.account.id);
    const person = { me, mode, caller, isConfirmed: isConfirmed(me, deps.now()) };
    if (confirmedRoutes[needs.route] === true) requireConfirmed(person);
    request.person = person;
  };
}

/** @throws DashboardError */
export function requireConfirmed(person: Pick<Person, "isConfirmed">): void {
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

/** Takes a parameter that only users send out of the query: the schemas for keys lack it. */
function take(request: FastifyRequest, name: string): unknown {
  const { [name]: value, ...query } = request.query as Readonly<Record<string, unknown>>;
  request.query = query;
  return value;
}

const idIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^\w{1,40}$/.test(value) ? value : undefined;

/** A key has one kind; a user names it. @throws DashboardError */
function takeMode(request: FastifyRequest): Mode | undefined {
  const mode = take(request, "mode");
  if (mode === undefined || mode === "live" || mode === "test") return mode;
  throw new DashboardError("invalid_request", { field: "mode" });
}

/**
 * What runs after the response needs a key, which it counts for, and whose end stops it: a user names one of the team in `key_id`.
 * @throws DashboardError
 */
async function takeKey(store: Store, request: FastifyRequest, { account }: Me, nowMs: number): Promise<Caller> {
  const keyId = idIn(take(request, "key_id"));
  const { key, scope } = request.routeOptions.config;
  const caller = keyId === undefined ? undefined : await callerOfKey(store, keyId, nowMs);
  const isOwn = caller?.accountId === account.id && caller.kind === key && !caller.test;
  if (!isOwn || (scope && scope !== "any" && !hasScope(caller.scopes, scope))) {
    throw new DashboardError("key_not_for_batches", { field: "key_id" });
  }
  return caller;
}

/** An operator may name another account in `account_id`, or `all`. @throws DashboardError */
function takeAccount(request: FastifyRequest, { account, user }: Me): string {
  const asked = take(request, "account_id");
  if (asked === undefined || asked === account.id) return account.id;
  const id = idIn(asked);
  if (id === undefined || !user.operator) throw new DashboardError("not_found");
  return id;
}

const callerOf = ({ account }: Me, test: boolean, accountId: string): Caller => ({
  keyId: withoutKey(accountId, test),
  accountId,
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
