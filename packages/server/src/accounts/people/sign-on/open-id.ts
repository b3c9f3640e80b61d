import * as oidc from "openid-client";
import { type GuardedFetch, NoAnswer } from "@selfsame/platform/outbound/guarded-fetch";
import type { EmailClaim } from "@selfsame/platform/store/tables/sign-on";
import { isSameIssuer, metadataUrlOf } from "./issuer.ts";

/** Issuer and client credentials of a team's provider. */
export interface Client {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim that contains the e-mail: `email` by default. */
  readonly emailClaim?: EmailClaim | undefined;
}

/** Values that the provider's response is checked against. They stay on the server, bound to the browser that was sent to the provider. */
export interface Checks {
  readonly nonce: string;
  readonly verifier: string;
}

/** `detail`: an error code and the claim it is about; never free text from the provider. */
interface Failed {
  /**
   * `unreachable`: no response, or none that conforms to OpenID Connect. `declined`: the authorization response is an error. `wrong_answer`: the
   * token response is an error, or a check failed.
   */
  readonly outcome: "unreachable" | "declined" | "wrong_answer";
  readonly detail: string;
}

/**
 * The provider's metadata names another issuer than the configured one. `issuer`: the one in the metadata if it is a short URL, otherwise undefined.
 */
interface OtherIssuer {
  readonly outcome: "other_issuer";
  readonly detail: string;
  readonly issuer: string | undefined;
}

/** A confirmation requires the provider to report a new authentication, and it reported none or an old one. */
interface NotNew {
  readonly outcome: "no_auth_time" | "old_auth_time";
  readonly detail: string;
}

type Begun = { readonly outcome: "begun"; readonly url: string; readonly checks: Checks } | Failed | OtherIssuer;

export type Claims = Readonly<Record<string, unknown>>;
export type Finished =
  | { readonly outcome: "finished"; readonly subject: string; readonly claims: Claims }
  | Failed
  | OtherIssuer
  | NotNew;

interface AskFor {
  readonly redirectUri: string;
  readonly state: string;
  /** A hint for the provider which of several accounts to use. */
  readonly email?: string | undefined;
  /** Whether the user must authenticate again, instead of by an existing session at the provider. */
  readonly reauthenticate: boolean;
}

/**
 * An OpenID Connect relying party: authorization code with PKCE, by openid-client. The library checks tokens, except for the form of `sub` and the
 * age of an authentication, which are checked here.
 */
export interface OpenId {
  begin(client: Client, ask: AskFor): Promise<Begun>;
  /** @param answer our redirect URI with the parameters that the provider added */
  finish(client: Client, answer: URL, expected: Checks & Pick<AskFor, "state" | "reauthenticate">): Promise<Finished>;
}

const timeoutSeconds = 10;
/** Accepted difference between the clocks of two machines. */
const toleranceSeconds = 30;
/** Maximum age of an authentication that counts as new. */
const authenticationAgeMaxSeconds = 300;
/** How long a provider's metadata and keys are cached. */
const cachedMs = 5 * 60_000;
const cachedMax = 200;
/** Form of `sub` (OpenID Connect Core, section 2). */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

export function createOpenId(fetch: GuardedFetch, now: () => number = Date.now): OpenId {
  const cache = new Map<string, { readonly config: Promise<oidc.Configuration>; readonly untilMs: number }>();

  const configOf = (client: Client): Promise<oidc.Configuration> => {
    const key = JSON.stringify([client.issuer, client.clientId, client.clientSecret]);
    const known = cache.get(key);
    if (known && known.untilMs > now()) return known.config;
    const config = discover(client, fetch);
    cache.delete(key);
    cache.set(key, { config, untilMs: now() + cachedMs });
    // A failed discovery is not cached: the next request retries it.
    config.catch(() => cache.delete(key));
    for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - cachedMax))) cache.delete(oldest);
    return config;
  };

  return {
    begin: async (client, { redirectUri, state, email, reauthenticate }) => {
      try {
        const config = await configOf(client);
        const checks = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopeOf(client),
          state,
          nonce: checks.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: "S256",
          ...(email !== undefined && { login_hint: email }),
          ...(reauthenticate && { prompt: "login", max_age: "0", ...authTimeClaim(config) }),
        });
        return { outcome: "begun", url: url.href, checks };
      } catch (error) {
        return notDiscovered(error);
      }
    },

    finish: async (client, answer, { nonce, verifier, state, reauthenticate }) => {
      let config: oidc.Configuration;
      try {
        config = await configOf(client);
      } catch (error) {
        return notDiscovered(error);
      }
      try {
        const tokens = await oidc.authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        });
        const claims = tokens.claims();
        if (!claims) return { outcome: "wrong_answer", detail: "no ID token" };
        if (!subjectPattern.test(claims.sub)) return { outcome: "wrong_answer", detail: "sub" };
        const stale = reauthenticate ? notNew(claims.auth_time, now() / 1000) : undefined;
        if (stale) return stale;
        const more =
          claims[client.emailClaim ?? "email"] === undefined
            ? await userInfo(config, tokens.access_token, claims.sub)
            : {};
        return { outcome: "finished", subject: claims.sub, claims: { ...more, ...claims } };
      } catch (error) {
        return { outcome: outcomeOf(error), detail: detailOf(error) };
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: Client, fetch: GuardedFetch): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const options: oidc.DiscoveryRequestOptions = {
    [oidc.customFetch]: fetch,
    timeout: timeoutSeconds,
    // The guarded fetch accepts an address without TLS only on the operator's own network.
    ...(url.protocol === "http:" && { execute: [oidc.allowInsecureRequests] }),
  };
  const found = await oidc.discovery(metadataUrlOf(issuer), clientId, clientSecret, undefined, options);
  const metadata = found.serverMetadata();
  // With "common" as the tenant, any tenant could sign in the team's users. The issuer of a token must be exactly the one in the metadata.
  if (!isSameIssuer(metadata.issuer, issuer)) throw new AnotherIssuer(metadata.issuer);
  // The browser opens this URL: it must be a page, not a script.
  const page = URL.parse(metadata.authorization_endpoint ?? "");
  if (page?.protocol !== "https:" && page?.protocol !== url.protocol) throw new NoAnswer("no page to sign in at");

  const basic = metadata.token_endpoint_auth_methods_supported?.includes("client_secret_basic") ?? true;
  const config = new oidc.Configuration(
    metadata,
    clientId,
    { client_secret: clientSecret, [oidc.clockTolerance]: toleranceSeconds },
    basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret),
  );
  config[oidc.customFetch] = fetch;
  config.timeout = timeoutSeconds;
  // Checks the ID token's signature even if the token came directly from the provider.
  oidc.enableNonRepudiationChecks(config);
  if (url.protocol === "http:") oidc.allowInsecureRequests(config);
  return config;
}

class AnotherIssuer extends NoAnswer {
  readonly issuer: string;

  constructor(issuer: string) {
    super("another issuer answered");
    this.issuer = issuer;
  }
}

const issuerPattern = /^https?:\/\/[\x21-\x7e]{1,200}$/;

function notDiscovered(error: unknown): Failed | OtherIssuer {
  const detail = detailOf(error);
  if (!(error instanceof AnotherIssuer)) return { outcome: "unreachable", detail };
  const { issuer } = error;
  return { outcome: "other_issuer", detail, issuer: issuerPattern.test(issuer) ? issuer : undefined };
}

/** Other claims than `email` that name a user need another scope (OpenID Connect Core, section 5.4). */
const scopeOf = ({ emailClaim = "email" }: Client): string =>
  emailClaim === "email" ? "openid email" : "openid email profile";

/** Some providers report `auth_time` with `max_age`, some only if this claim is requested, and some never. */
function authTimeClaim(config: oidc.Configuration): { readonly claims?: string } {
  if (config.serverMetadata().claims_parameter_supported === false) return {};
  return { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) };
}

function notNew(authTime: number | undefined, nowSeconds: number): NotNew | Failed | undefined {
  if (authTime === undefined) return { outcome: "no_auth_time", detail: "auth_time missing" };
  if (authTime > nowSeconds + toleranceSeconds) return { outcome: "wrong_answer", detail: "auth_time" };
  const isOld = authTime < nowSeconds - authenticationAgeMaxSeconds - toleranceSeconds;
  return isOld ? { outcome: "old_auth_time", detail: "auth_time too old" } : undefined;
}

/** Many providers return the e-mail here and not in the ID token. */
async function userInfo(config: oidc.Configuration, accessToken: string, subject: string): Promise<Claims> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  return oidc.fetchUserInfo(config, accessToken, subject);
}

function outcomeOf(error: unknown): Failed["outcome"] {
  if (error instanceof oidc.AuthorizationResponseError) return "declined";
  if (error instanceof oidc.ResponseBodyError) return "wrong_answer";
  const code = codeOf(error);
  return code !== undefined && code.startsWith("OAUTH_") && code !== "OAUTH_TIMEOUT" ? "wrong_answer" : "unreachable";
}

/**
 * The library's error code and the claim or parameter it is about, or the error code of an OAuth error response. It contains no other text from the
 * response.
 */
function detailOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return /^[\w.-]{1,60}$/.test(error.error) ? error.error : "error";
  }
  if (error instanceof NoAnswer) return error.message;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof NoAnswer) return cause.message;
  const about = claimOf(cause) ?? claimOf(cause instanceof Error ? cause.cause : undefined);
  return [codeOf(error) ?? codeOf(cause) ?? "failed", about].filter(Boolean).join(" ");
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function claimOf(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null || !("claim" in cause)) return undefined;
  return typeof cause.claim === "string" ? cause.claim : undefined;
}
