/** A service that sends requests to wallets and trusts the documents of one country. */
import { createHash, X509Certificate } from "node:crypto";
import type { TestContext } from "node:test";
import { addAnchors } from "../../src/documents/anchors/trust-anchors.ts";
import type { StatusLists } from "../../src/documents/status/status-lists.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { commandLine } from "@selfsame/platform/audit/audit";
import { makeCountry } from "../documents/issuer.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { startSessionService } from "./sessions.ts";

/** The verifier's certificate; the tests' wallets need not trust its issuer. */
const verifier = makeCountry().documentSigner;
export const walletIdentity = {
  certificates: [verifier.certificate.toString("base64")],
  key: verifier.key,
  clientId: `x509_hash:${createHash("sha256").update(verifier.certificate).digest("base64url")}`,
  scheme: "openid4vp",
  registrations: [],
};
/** Origin of the hosted page. */
export const pageOrigin = "https://face.example.com";

export async function startWalletService(t: TestContext, csca: Uint8Array, statusLists?: StatusLists) {
  const service = await startSessionService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
    wallet: walletIdentity,
    ...(statusLists && { statusLists }),
  });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(csca) }], Date.now());
  /** Sends a request for the public address to the local port. */
  const reach = (url: string | URL | Request, init?: RequestInit) => {
    const address = typeof url === "string" ? url : url instanceof URL ? url.href : url.url;
    return fetch(address.replace(pageOrigin, service.url), init);
  };
  const begin = async () => {
    const { session, secret } = await service.create({ wallet: true, challenge: "off" });
    const page = service.visit(secret);
    await page.agree();
    const ask = async () => (await service.askWallet(secret)).body.data;
    const link = async (): Promise<string> => (await ask()).url;
    return { session, ask, link, state: async () => (await page.state()).body.data.wallet };
  };
  return { ...service, begin, reach };
}
