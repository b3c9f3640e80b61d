import { createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const strangersKeys = generateKeyPairSync("rsa", { modulusLength: 2048 });
type Claims = Record<string, unknown>;
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signed by the provider's key, by an unknown key, or unsigned. */
const mint = (claims: Claims, by: "itself" | "stranger" | "nobody" = "itself"): string => {
  const head = by === "nobody" ? { alg: "none" } : { alg: "RS256", kid: "one" };
  const text = `${encode(head)}.${encode(claims)}`;
  if (by === "nobody") return `${text}.`;
  const key = by === "itself" ? keys.privateKey : strangersKeys.privateKey;
  return `${text}.${createSign("sha256").update(text).sign(key, "base64url")}`;
};

/**
 * A provider that returns the invalid responses that a test needs. It has one token for all requests.
 * @param below the path of its issuer
 */
export async function startCraftedProvider(t: TestContext, below = "") {
  let idToken = "";
  let metadata: object = {};
  let respond: ((path: string) => Response | undefined) | undefined;
  const server = createServer((request, response) => {
    const crafted = respond?.(request.url ?? "");
    if (crafted) {
      response.writeHead(crafted.status, Object.fromEntries(crafted.headers));
      void crafted.arrayBuffer().then((body) => response.end(Buffer.from(body)));
      return;
    }
    const answers: Record<string, object> = {
      [`${below}/.well-known/openid-configuration`]: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
        ...metadata,
      },
      [`${below}/jwks`]: {
        keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }],
      },
      [`${below}/token`]: { access_token: "a", token_type: "Bearer", id_token: idToken },
    };
    const answer = answers[request.url ?? ""];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`;

  return {
    issuer,
    mint,
    give: (token: string) => (idToken = token),
    describe: (changed: object) => (metadata = changed),
    respond: (how: typeof respond) => (respond = how),
  };
}
