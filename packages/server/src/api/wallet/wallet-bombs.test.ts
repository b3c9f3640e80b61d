/** What anyone who knows a request's link can post as a wallet: more than any real wallet sends. */
import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { createWallet } from "../../../../../testing/wallet.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { addAnchors } from "../../documents/anchors/trust-anchors.ts";
import { credentials } from "../../../testing/documents/bombs.ts";
import { harmlessCost, leastOf, timesHarmlessMax } from "../../../testing/documents/least-of.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { startSessionService } from "../../../testing/sessions/sessions.ts";

const country = makeCountry();
const verifier = makeCountry().documentSigner;
const identity = {
  certificates: [verifier.certificate.toString("base64")],
  key: verifier.key,
  clientId: `x509_hash:${createHash("sha256").update(verifier.certificate).digest("base64url")}`,
  scheme: "openid4vp",
  registrations: [],
};

test("whatever a wallet's answer has too much of, it is answered, and nobody waits for it", async (t) => {
  const service = await startSessionService(t, { wallet: identity });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(country.csca) }], Date.now());
  const reach: typeof fetch = (url, init) =>
    fetch((url instanceof Request ? url.url : url.toString()).replace("https://face.example.com", service.url), init);
  const wallet = createWallet(country.documentSigner, Buffer.alloc(900, 7), "pid_sd_jwt", reach);
  /** Each uses its own session, because a session accepts a limited number of responses per hour. */
  const link = async (): Promise<string> => {
    const { secret } = await service.create({ wallet: true, challenge: "off" });
    await service.visit(secret).agree();
    return (await service.askWallet(secret)).body.data.url;
  };
  type Post = (link: string) => ReturnType<typeof wallet.answer>;
  /** Main-thread time that a response took, including this client's, milliseconds. */
  const blockedMs = async (name: string, description: RegExp, post: Post) => {
    const at = await link();
    const before = process.threadCpuUsage();
    const { status, body } = await post(at);
    const { user, system } = process.threadCpuUsage(before);
    assert.equal(status, 400, name);
    assert.match(body.error_description ?? "", description, name);
    return (user + system) / 1000;
  };
  const presenting = (presentation: string) => (at: string) => wallet.answer(at, { presentation });
  // The first of these responses also loads the modules that the client and the service need.
  const harmless = presenting("e30.e30.AA~");
  const harmlessMs = await harmlessCost(() => blockedMs("a harmless one", /document_unreadable/, harmless));
  const judge = async (name: string, description: RegExp, post: Post) => {
    const cheap = (ratio: number) => ratio < timesHarmlessMax;
    const ratio = await leastOf(async () => (await blockedMs(name, description, post)) / harmlessMs, cheap);
    assert.ok(cheap(ratio), `${name}: ${ratio.toFixed(1)} times the main thread's time for a harmless one`);
  };

  const times = Array.from({ length: fuzzRuns(1) }, (_, index) => index);
  for (const [name, file] of times.flatMap(() => Object.entries(credentials))) {
    await judge(name, /document_unreadable/, presenting(file.toString("latin1")));
  }
  const beyond = "e30.e30.AA".padEnd(400_000, "~");
  await judge("more than a document may have", /file_too_large/, presenting(beyond));

  const unread = /not encrypted for this request/;
  const many = (state: string, part: string) => `{"state":"${state}","vp_token":{${part.repeat(30_000)}"z":["x"]}}`;
  await judge("tokens", unread, (at) => wallet.post(at, ({ state }) => many(state, '"a":["x"],')));
  await judge("lists in lists", unread, (at) => wallet.post(at, () => "[".repeat(400_000)));
  const dots = new URLSearchParams({ response: ".".repeat(600_000) });
  const { response_uri } = await wallet.read(await link());
  assert.equal((await reach(response_uri, { method: "POST", body: dots })).status, 400);
});
