import type { Caller } from "../../../accounts/access/access.ts";
import { isBrandingComplete } from "../../../features/branding/required.ts";
import { findClient } from "../../../features/oidc/clients.ts";
import { accountOrigins, mayReturnTo } from "../../../features/sessions/origins.ts";
import type { Context, EndpointDeps, Rejection } from "../endpoint.ts";
import { simulatedLive } from "../problems/key-problem.ts";
import { missingPart } from "../problems/part-problem.ts";
import type { SessionBody } from "./session-body.ts";

const invalid = (param: string, message: string): Rejection => ({ code: "invalid_parameter", param, message });

/** Checks the session's settings, without its photos. */
export async function settingsRejection(
  { sessions }: EndpointDeps,
  { settings, references, form }: SessionBody,
  { caller }: Context,
): Promise<Rejection | undefined> {
  const { db } = sessions.store;
  if (!caller.test && !(await isBrandingComplete(db, caller.accountId))) return { code: "branding_incomplete" };
  if (settings.simulate !== undefined && !caller.test) return simulatedLive;
  const { compare_limit, compare_within } = settings;
  const isTemplate = settings.reference_template !== undefined;
  const hasReference = references.length > 0 || Boolean(form?.documents.size) || isTemplate;
  if (compare_limit !== undefined && hasReference)
    return invalid("compare_limit", "`compare_limit` is for a session without a reference, and the request has one.");
  if (compare_within !== undefined && compare_limit === undefined)
    return invalid("compare_within", "`compare_within` is set without `compare_limit`.");
  if (settings.wallet && (hasReference || compare_limit !== undefined)) {
    return invalid("wallet", `\`wallet\` is set beside ${hasReference ? "a reference" : "`compare_limit`"}.`);
  }
  if (settings.wallet && !caller.test && !sessions.wallet) return { code: "wallet_not_configured", param: "wallet" };
  const needsReference = settings.challenge === "off" && compare_limit === undefined && !settings.wallet;
  if (needsReference && !hasReference) return missingPart("reference");
  if (settings.oidc_client !== undefined || settings.login_hint !== undefined)
    return oidcRejection(sessions, { settings, hasReference }, caller);
  if (settings.return_url === undefined) return undefined;
  const origins = await sessions.store.run(() => accountOrigins(db, caller.accountId, sessions.now()));
  return mayReturnTo(settings.return_url, origins)
    ? undefined
    : invalid("return_url", "`return_url` is on none of the origins of the account's public keys.");
}

/** Checks settings that apply to sessions for OpenID Connect clients. */
async function oidcRejection(
  { oidc, store }: EndpointDeps["sessions"],
  { settings, hasReference }: Pick<SessionBody, "settings"> & { readonly hasReference: boolean },
  { accountId, test }: Caller,
): Promise<Rejection | undefined> {
  const { oidc_client, login_hint, return_url } = settings;
  if (oidc_client === undefined) return invalid("oidc_client", "`login_hint` is set without `oidc_client`.");
  if (!oidc) return invalid("oidc_client", "This service is no OpenID Connect provider: SELFSAME_OIDC is off.");
  if (login_hint === undefined) return invalid("login_hint", "`oidc_client` is set without `login_hint`.");
  if (return_url !== undefined)
    return invalid("return_url", "`return_url` is set beside `oidc_client`, which has the person return to it.");
  if (!hasReference) return missingPart("reference");
  const client = await store.run(() => findClient(store.db, oidc_client, accountId));
  if (!client) return invalid("oidc_client", "The account has no OpenID Connect client with this id.");
  if ((client.test === 1) === test) return undefined;
  return invalid("oidc_client", `The client is for ${test ? "live" : "test"} sessions.`);
}
