import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** The part of the package's types that is used here: the package has none. */
interface Provider {
  readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}

const untyped: string = "oidc-provider";
const { Provider } = (await import(untyped)) as {
  readonly Provider: new (issuer: string, configuration: object) => Provider;
};

/** A person who signs in at the provider, and the claims about them. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

export const providerClient = { clientId: "selfsame", clientSecret: "a secret of the client's" };

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A real identity provider: each visitor is signed in as the person last passed to `be`, without a prompt. */
export async function startProvider(t: TestContext, redirectUris: readonly string[], host = "127.0.0.1") {
  let person: ProviderPerson = { sub: "nobody" };
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: providerClient.clientId,
        client_secret: providerClient.clientSecret,
        redirect_uris: [...redirectUris],
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", kid: "one" }] },
    cookies: { keys: ["only in tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => "/who-are-you" },
    ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ ...person, sub: accountId }) }),
    // Grants without a consent prompt: the client is the company's own.
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url !== "/who-are-you") return answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  });

  /** Follows a browser from its first page to the redirect back to the client. @returns that address */
  const walk = async (start: string): Promise<string> => {
    const jar = new Map<string, string>();
    let at = start;
    for (let steps = 0; steps < 10 && at.startsWith(issuer); steps++) {
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(at, { redirect: "manual", headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`the provider stopped at ${at}: ${await response.text()}`);
      at = new URL(location, at).href;
    }
    return at;
  };
  return { issuer, walk, be: (next: ProviderPerson) => (person = next) };
}
