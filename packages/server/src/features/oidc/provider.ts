import type { Counters } from "../../accounts/limits/counters.ts";
import type { Log } from "@selfsame/platform/store/log";
import type { SessionDeps, SessionRow } from "../sessions/session.ts";
import { findClient, isSecretOf } from "./clients.ts";
import { type Library, type LibraryProvider, loadLibrary, type RequestContext } from "./library.ts";
import { acrPromised, acrs, amr, meets, outcomeOf } from "./outcome.ts";
import { problemHeaders, problemPage } from "./problem-page.ts";
import { currentSigningKey, signingAlgorithm, type SigningKey } from "./signing-keys.ts";
import { createStates } from "./states.ts";
import { findWaiting, subOf } from "./waiting.ts";

export interface OidcDeps {
  readonly sessions: SessionDeps;
  readonly counters: Counters;
  readonly log: Log;
  /** Where the service is reached, without a trailing slash. */
  publicUrl(): string;
}

/** Below the service's own address, whose receipts have an issuer and keys of their own. */
export const issuerOf = (publicUrl: string): string => `${publicUrl}/oidc`;

/** The page on the way to the hosted page, and back from it. Also what its cookie is kept to. */
export const stepPath = (uid: string): string => `/face/${uid}`;

/** A rotation on another node or on the command line is known here within this time. */
const freshMs = 10_000;

/** A client may send as many people in a minute. */
const clientMax = 600;

/** How long what is handed out lives, in seconds. A person has an hour for the face. */
const lives = { AuthorizationCode: 60, AccessToken: 300, IdToken: 300, Grant: 600, Interaction: 3600, Session: 3600 };

export interface Oidc {
  /** The library's provider, with the key that signs now. */
  provider(): Promise<LibraryProvider>;
}

/** Made at the first request, since the address and the keys are known then, and again after a rotation. */
export function createOidc(deps: OidcDeps): Oidc {
  const { store, seal, now } = deps.sessions;
  let made: { readonly kid: string; readonly provider: LibraryProvider; readonly atMs: number } | undefined;
  return {
    provider: async () => {
      if (made && now() - made.atMs < freshMs) return made.provider;
      const [library, key] = await Promise.all([loadLibrary(), store.run(() => currentSigningKey(store, seal, now()))]);
      const provider = made?.kid === key.kid ? made.provider : makeProvider(deps, library, key);
      made = { kid: key.kid, provider, atMs: now() };
      return provider;
    },
  };
}

function makeProvider(deps: OidcDeps, library: Library, { kid, key }: SigningKey): LibraryProvider {
  const { sessions, log } = deps;
  const { store, seal, now } = sessions;
  const issuer = issuerOf(deps.publicUrl());
  const off = { enabled: false };
  const provider: LibraryProvider = new library.Provider(issuer, {
    adapter: createStates({ store, seal, now, errors: library.errors }),
    jwks: { keys: [{ ...key.export({ format: "jwk" }), kid, alg: signingAlgorithm, use: "sig" }] },
    // One way in: a code, with PKCE (S256 is the only method that the library has), for a client that authenticates.
    pkce: { required: () => true },
    responseTypes: ["code"],
    scopes: ["openid"],
    subjectTypes: ["pairwise"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    enabledJWA: {
      clientAuthSigningAlgValues: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
      idTokenSigningAlgValues: [signingAlgorithm],
    },
    features: {
      devInteractions: off,
      dPoP: off,
      resourceIndicators: off,
      rpInitiatedLogout: off,
      userinfo: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    acrValues: [...acrs],
    claims: { openid: ["sub", "acr", "amr", "auth_time", "selfsame_session"] },
    cookies: {
      keys: [seal.derive("oidc cookies").toString("base64url")],
      names: { session: "selfsame_oidc", interaction: "selfsame_oidc_step", resume: "selfsame_oidc_resume" },
      long: { httpOnly: true, sameSite: "lax", path: new URL(issuer).pathname },
      short: { httpOnly: true, sameSite: "lax" },
    },
    ttl: lives,
    expiresWithSession: () => false,
    interactions: {
      policy: [facePrompt(deps, library)],
      url: (_context: unknown, { uid }: { readonly uid: string }) => issuer + stepPath(uid),
    },
    loadExistingGrant: async ({ oidc }: RequestContext) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId ?? "" });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
    // The library's "account" is a session that was verified.
    findAccount: async (_context: unknown, id: string) => {
      const row = await store.run(() => verifiedSession(sessions, id));
      const outcome = row && outcomeOf(row, undefined);
      if (outcome?.outcome !== "verified") return undefined;
      return { accountId: id, claims: () => ({ sub: id, acr: outcome.acr, amr, selfsame_session: id }) };
    },
    pairwiseIdentifier: async (_context: unknown, id: string) => (await verifiedSession(sessions, id))?.oidc_sub,
    renderError: (context: RequestContext, { error, error_description }: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(problemHeaders)) context.set(name, value);
      context.type = "html";
      context.body = problemPage("Go back to where you came from and try again.", `${error}: ${error_description}`);
    },
  });
  // Who it is, api/oidc/ says in the headers that the library then reads.
  provider.proxy = true;
  provider.on("server_error", (_context, error) => log.error({ err: error }, "OpenID Connect failed"));
  Object.assign(provider.Client.prototype, {
    async compareClientSecret(this: { readonly clientId: string }, secret: string): Promise<boolean> {
      const row = await store.run(() => findClient(store.db, this.clientId));
      return row !== undefined && isSecretOf(row, secret, now());
    },
  });
  return provider;
}

const verifiedSession = ({ store }: SessionDeps, id: string): Promise<SessionRow | undefined> =>
  store.db
    .selectFrom("verification_sessions")
    .selectAll()
    .where("id", "=", id)
    .where("status", "=", "verified")
    .executeTakeFirst();

/** Each request asks for the face anew. Nothing is stored for one that no session waits for. */
function facePrompt({ sessions, counters }: OidcDeps, { errors, interactionPolicy }: Library): object {
  const { store, seal, now } = sessions;
  const check = async ({ oidc }: RequestContext): Promise<boolean> => {
    if (oidc.result?.login) return false;
    if (oidc.prompts.has("none")) return true;
    const { clientId } = oidc.client;
    const { value } = await counters.add(`client:${clientId}`, 1, 60);
    if (value > clientMax) throw new errors.TemporarilyUnavailable("too many requests of this client");
    const { login_hint, acr_values } = oidc.params;
    if (!login_hint) throw new errors.InvalidRequest("login_hint is missing");
    const who = { clientId, sub: subOf(seal, clientId, login_hint) };
    const session = await store.run(() => findWaiting(store.db, who, now()));
    if (!session) throw new errors.AccessDenied("no session waits for this client and login_hint");
    if (!meets(acrPromised(session), acr_values)) {
      throw new errors.UnmetAuthenticationRequirements(`the session reaches ${acrPromised(session)}`);
    }
    return true;
  };
  const policy = new interactionPolicy.Check("face", "the person has to show the face", "login_required", check);
  return new interactionPolicy.Prompt({ name: "login", requestable: true }, policy);
}
