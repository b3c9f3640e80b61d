import { underLock } from "@selfsame/platform/store/migrate";
import type { Log } from "@selfsame/platform/store/log";
import { confirmSignIn } from "../accounts/sign-in-sessions.ts";
import type { User } from "../accounts/users.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { newSecret } from "@selfsame/platform/ids/ids";
import { storeResult, startFlow, takeFlow } from "./flows.ts";
import type { Flow } from "./flows.ts";
import { provenDomains } from "./domains.ts";
import { judgeClaims } from "./judge-claims.ts";
import type { Judged } from "./judge-claims.ts";
import type { Claims, Finished, OpenId } from "./open-id.ts";
import { addPerson, join, link, takeFromBefore, personOf } from "./people.ts";
import type { Who } from "./people.ts";
import { findClient, findProvider } from "./provider.ts";
import type { Provider, ProviderDeps } from "./provider.ts";

export interface SignOnDeps extends ProviderDeps {
  readonly openId: OpenId;
  readonly log: Log;
}

export interface Leaving {
  readonly accountId: string;
  readonly purpose: Flow["purpose"];
  /** The session that confirms or tests; null at sign-in. */
  readonly sessionId: string | null;
  readonly returnTo: string;
  readonly email?: string | undefined;
  readonly redirectUri: string;
}

/** `flowId`: to request the result of a test; `browser`: the secret for the cookie. */
export type Left =
  | { readonly outcome: "begun"; readonly url: string; readonly browser: string; readonly flowId: string }
  | { readonly outcome: "not_found" | "unreachable" }
  /** `issuer`: the one in the provider's metadata. */
  | { readonly outcome: "other_issuer"; readonly issuer: string | undefined };

/** Sends a browser to the team's provider. */
export async function leave(deps: SignOnDeps, leaving: Leaving): Promise<Left> {
  const { store, seal, now, openId, log } = deps;
  const { accountId, purpose, sessionId, returnTo, email, redirectUri } = leaving;
  const client = await findClient(deps, accountId);
  if (!client) return { outcome: "not_found" };
  const state = newSecret();
  const begun = await openId.begin(client, { redirectUri, state, email, reauthenticate: purpose === "confirm" });
  if (begun.outcome !== "begun") {
    log.warn({ account: accountId, detail: begun.detail }, "a provider for single sign-on did not answer as expected");
    if (begun.outcome === "other_issuer") return { outcome: "other_issuer", issuer: begun.issuer };
    return { outcome: "unreachable" };
  }
  const { issuer, clientId } = client;
  const stored = { ...begun.checks, issuer, clientId, returnTo };
  const { browser, id: flowId } = await startFlow({ db: store.db, seal, nowMs: now() }, state, {
    accountId,
    purpose,
    sessionId,
    stored,
  });
  return { outcome: "begun", url: begun.url, browser, flowId };
}

type Rejection =
  | Exclude<Finished["outcome"], "finished">
  | "link_used"
  | "no_email"
  | "email_not_verified"
  | "domain_not_claimed"
  | "other_subject"
  | "not_you";

/** The result of a test, which signs no user in. */
interface Tested {
  readonly outcome:
    | Exclude<Rejection, "link_used" | "not_you" | "no_auth_time" | "old_auth_time">
    | "known"
    | "found"
    | "proof_needed"
    | "new";
  readonly detail: string | null;
  readonly subject: string | null;
  readonly email: string | null;
  readonly claims: Claims;
}

export type ReturnedFromProvider =
  | { readonly outcome: "signed_in"; readonly user: User; readonly returnTo: string }
  | { readonly outcome: "confirmed"; readonly returnTo: string }
  | { readonly outcome: "tested"; readonly flowId: string }
  /** The user must now sign in by their earlier method, in the same browser. */
  | { readonly outcome: "proof_needed" }
  | { readonly outcome: "refused"; readonly why: Rejection };

export interface Return {
  readonly accountId: string;
  /** Secret of the cookie. */
  readonly browser: string;
  readonly state: string;
  /** Our redirect URI with the parameters that the provider added. */
  readonly answer: URL;
  readonly address: string;
}

/** Handles a browser's return from the provider. */
export async function returnFromProvider(deps: SignOnDeps, back: Return): Promise<ReturnedFromProvider> {
  const { store, openId, log } = deps;
  const flow = await takeFlow(flowDeps(deps), back);
  const [provider, client] = [await findProvider(store.db, back.accountId), await findClient(deps, back.accountId)];
  const same = client?.issuer === flow?.stored.issuer && client?.clientId === flow?.stored.clientId;
  if (!flow || !provider || !client || !same) return { outcome: "refused", why: "link_used" };

  const expected = { ...flow.stored, state: back.state, reauthenticate: flow.purpose === "confirm" };
  const finished = await openId.finish(client, back.answer, expected);
  if (flow.purpose === "test") return test(deps, flow, provider, finished);
  if (finished.outcome !== "finished") {
    log.warn({ account: back.accountId, detail: finished.detail }, `single sign-on: ${finished.outcome}`);
    return refuse(deps, back, finished.outcome);
  }
  return flow.purpose === "confirm"
    ? confirm(deps, flow, back, finished.subject)
    : enter(deps, flow, provider, back, finished);
}

/** Length of the claims as JSON, in characters. */
const claimsShownMax = 16 * 1024;

const flowDeps = ({ store, seal, now }: SignOnDeps) => ({ db: store.db, seal, nowMs: now() });

async function enter(
  deps: SignOnDeps,
  flow: Flow,
  provider: Provider,
  back: Return,
  { subject, claims }: Extract<Finished, { outcome: "finished" }>,
): Promise<ReturnedFromProvider> {
  const { store, now } = deps;
  const { accountId, issuer } = provider;
  const judged = await judge(deps, provider, claims);
  if (judged.outcome !== "fine") return refuse(deps, back, judged.outcome);
  const named = { provider, subject, email: judged.email };
  const who = await underLock(store.db, store.kind, async (db): Promise<Who> => {
    const who = await personOf(db, named);
    if (who.kind === "new") {
      const user = await addPerson(db, judged.email, accountId, now());
      await link(db, named, user, back.address, now());
      return { kind: "known", user };
    }
    if (who.kind === "found") {
      await takeFromBefore(db, who.user, back.address, now());
      await link(db, named, who.user, back.address, now());
    }
    if (who.kind === "known") await join(db, provider, who.user, back.address, now());
    return who;
  });
  if (who.kind === "known" || who.kind === "found") {
    return { outcome: "signed_in", user: who.user, returnTo: flow.stored.returnTo };
  }
  if (who.kind !== "proof_needed") return refuse(deps, back, who.kind === "new" ? "link_used" : who.kind);
  await storeResult(flowDeps(deps), flow.id, { accountId, issuer, subject, userId: who.user.id });
  return { outcome: "proof_needed" };
}

/** Confirms the session of a user who has authenticated at the provider again. */
async function confirm(deps: SignOnDeps, flow: Flow, back: Return, subject: string): Promise<ReturnedFromProvider> {
  const { store, now } = deps;
  const mine = await store.db
    .selectFrom("sessions")
    .innerJoin("identities", "identities.user_id", "sessions.user_id")
    .select("sessions.id")
    .where("sessions.id", "=", flow.sessionId)
    .where("identities.account_id", "=", flow.accountId)
    .where("identities.issuer", "=", flow.stored.issuer)
    .where("identities.subject", "=", subject)
    .executeTakeFirst();
  if (!mine) return refuse(deps, back, "not_you");
  await confirmSignIn(store.db, mine.id, now());
  return { outcome: "confirmed", returnTo: flow.stored.returnTo };
}

async function test(
  deps: SignOnDeps,
  flow: Flow,
  provider: Provider,
  finished: Finished,
): Promise<ReturnedFromProvider> {
  const tested = await testedOf(deps, provider, finished);
  await storeResult(flowDeps(deps), flow.id, tested);
  return { outcome: "tested", flowId: flow.id };
}

/** Judges claims by the team's settings and its proven domains. */
async function judge({ store }: SignOnDeps, provider: Provider, claims: Claims): Promise<Judged> {
  const { accountId, trustEmails, emailClaim } = provider;
  return judgeClaims(claims, trustEmails, await provenDomains(store.db, accountId), emailClaim);
}

async function testedOf(deps: SignOnDeps, provider: Provider, finished: Finished): Promise<Tested> {
  if (finished.outcome === "no_auth_time" || finished.outcome === "old_auth_time") {
    throw new Error("a test asks for no new authentication");
  }
  if (finished.outcome !== "finished") {
    return { outcome: finished.outcome, detail: finished.detail, subject: null, email: null, claims: {} };
  }
  const { subject, claims } = finished;
  const given = claims[provider.emailClaim];
  const email = typeof given === "string" ? given.slice(0, 320) : null;
  const judged = await judge(deps, provider, claims);
  const outcome =
    judged.outcome === "fine"
      ? (await personOf(deps.store.db, { provider, subject, email: judged.email })).kind
      : judged.outcome;
  const shown = JSON.stringify(claims).length <= claimsShownMax;
  return { outcome, detail: shown ? null : "too many claims to show", subject, email, claims: shown ? claims : {} };
}

async function refuse({ store, now }: SignOnDeps, back: Return, why: Rejection): Promise<ReturnedFromProvider> {
  const by = { actor: null, address: back.address };
  await writeAudit(store.db, now(), by, "sign_on_refused", back.accountId, why);
  return { outcome: "refused", why };
}
