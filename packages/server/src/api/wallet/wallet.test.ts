/** A session whose reference comes from a wallet: requested by OpenID4VP, answered by a client of the protocol. */
import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { CompactEncrypt, importJWK, jwtVerify } from "jose";
import { pino } from "pino";
import sharp from "sharp";
import { type BrowserRequest, createWallet, type Credential, type Tampering } from "../../../../../testing/wallet.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { addAccountAnchors } from "../../documents/anchors/account-anchors.ts";
import { readAnchorRows } from "../../documents/anchors/anchor-rows.ts";
import { addAnchors } from "../../documents/anchors/trust-anchors.ts";
import { makeKeyPair, openPhoto, readPrivateKey } from "../../features/sessions/evidence/open-photo.ts";
import { sealedEvidence } from "../../features/sessions/evidence/settings.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startSessionService } from "../../../testing/sessions/sessions.ts";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { temporaryFilesWith } from "@selfsame/platform/testing/temporary-files";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { changeSetting } from "@selfsame/platform/settings/setting";

const [amal, selfie, friends, wall] = await Promise.all([
  portrait("amal"),
  portrait("amal-selfie"),
  portrait("amal-with-a-friend"),
  portrait("wall"),
]);
const jpegOf = (image: Uint8Array) => sharp(image).jpeg({ quality: 92 }).toBuffer();
const jpeg = await jpegOf(amal);

const country = makeCountry();
/** The verifier: a certificate that our test wallets need not know. */
const verifier = makeCountry().documentSigner;
const identity = {
  certificates: [verifier.certificate.toString("base64")],
  key: verifier.key,
  clientId: `x509_hash:${createHash("sha256").update(verifier.certificate).digest("base64url")}`,
  scheme: "openid4vp",
  registrations: [],
};

async function start(t: TestContext, lines: string[] = [], kind: StoreKind = "sqlite") {
  const service = await startSessionService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
    wallet: identity,
    kind,
    log: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
  });
  await addAnchors(service.store, commandLine, [{ certificate: new X509Certificate(country.csca) }], Date.now());
  const begin = async (settings: object = {}) => {
    const { session, secret } = await service.create({ wallet: true, challenge: "off", ...settings });
    const page = service.visit(secret);
    await page.agree();
    const ask = async () => (await service.askWallet(secret)).body;
    const link = async (): Promise<string> => (await ask()).data.url;
    const state = async () => (await page.state()).body.data.wallet;
    return { session, secret, page, ask, link, state };
  };
  const reach: typeof fetch = (url, init) =>
    fetch(
      (typeof url === "string" || url instanceof URL ? url.toString() : url.url).replace(
        "https://face.example.com",
        service.url,
      ),
      init,
    );
  const walletOf = (image: Uint8Array = jpeg, credential: Credential = "pid_mdoc", by = country) =>
    createWallet(by.documentSigner, image, credential, reach);
  const send = async (secret: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const sent = await fetch(`${service.url}/api/v3${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: sent.status, body: await sent.json() };
  };
  return { ...service, begin, walletOf, reach, send };
}

/** The page, which submits what the browser returns. */
async function startBrowser(t: TestContext) {
  const page = await start(t);
  const handIn = async ({ response_url }: BrowserRequest, form: { readonly response: string }) => {
    const sent = await page.reach(response_url, { method: "POST", body: new URLSearchParams(form) });
    return { status: sent.status, body: (await sent.json()) as { readonly error_description?: string } };
  };
  return { begin: page.begin, page, handIn };
}

for (const credential of ["pid_mdoc", "pid_sd_jwt", "license"] as const satisfies readonly Credential[]) {
  test(`the portrait of ${credential} becomes the reference, and the selfie is compared with it`, async (t) => {
    const { begin, read, walletOf } = await start(t);
    const { session, page, link, state } = await begin();
    assert.deepEqual(
      [session.wallet, session.document, await state()],
      [true, null, { received: false, rejected: false, reason: null }],
    );
    const early = await page.complete({ selfie });
    assert.deepEqual([early.status, early.body.error.code], [409, "wallet_portrait_needed"]);

    const wallet = walletOf(jpeg, credential);
    const url = await link();
    const asked = await wallet.read(url);
    assert.deepEqual(
      asked.dcql_query.credentials.flatMap(({ claims }) => claims.map(({ path }) => path.at(-1))),
      ["portrait", "picture", "portrait", "portrait"],
      "the portrait alone",
    );
    assert.deepEqual(await wallet.answer(url), { status: 200, body: {} });
    assert.deepEqual(await state(), { received: true, rejected: false, reason: null });

    assert.equal((await page.complete({ selfie })).body.data.outcome, "done");
    const { status, result, document } = await read(session.id);
    assert.deepEqual([status, result.match], ["verified", true]);
    const { valid_until, portrait_quality, ...rest } = document;
    assert.deepEqual(rest, {
      format: credential === "pid_sd_jwt" ? "sd_jwt_vc" : "mdoc",
      type: credential === "license" ? "driving_license" : "person_identification",
      issuer: "Utopia CSCA 1",
      country: "UT",
      signed: true,
    });
    assert.ok(Date.parse(valid_until) > Date.now() && portrait_quality > 0);
  });
}

onEachStore("sealed evidence of a wallet", (kind) => {
  test("the portrait is sealed as the wallet gave it", async (t) => {
    const { begin, walletOf, store, by, accountId, makeKey, ask } = await start(t, [], kind);
    const { publicKey, privateKey, kid } = await makeKeyPair();
    await changeSetting(store.db, by, accountId, sealedEvidence, { publicKey, days: 7 }, Date.now());
    const { session, link } = await begin();
    assert.equal(session.evidence, null, "nothing has arrived yet");
    assert.equal((await walletOf().answer(await link())).status, 200);
    const { secret } = await makeKey({ scopes: ["evidence:read"] });
    const { photos } = (await ask("GET", `/sessions/${session.id}/evidence`, undefined, secret)).body.data;
    assert.equal(photos.length, 1);
    const said = { session: session.id, part: "reference", attempt: 0 };
    const key = await readPrivateKey(JSON.stringify(privateKey));
    assert.equal(key?.kid, kid);
    const opened = await openPhoto(photos[0].jwe, key, said);
    assert.ok(opened.outcome === "opened");
    assert.deepEqual(Buffer.from(opened.bytes), jpeg);
  });
});

test("a request is answered once, and a new one voids the one before", async (t) => {
  const { begin, walletOf } = await start(t);
  const { link, ask, state } = await begin();
  const wallet = walletOf();
  const [first, second] = [await link(), await link()];
  await assert.rejects(wallet.answer(first), "void");
  const both = await Promise.allSettled([wallet.answer(second), wallet.answer(second)]);
  const statuses = both.map((one) => (one.status === "fulfilled" ? one.value.status : 410));
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 410],
  );
  await assert.rejects(wallet.answer(second), "again");
  assert.deepEqual(await state(), { received: true, rejected: false, reason: null });
  assert.equal((await ask()).error.code, "wallet_not_needed");
});

test("what was tampered with is rejected with its code, and the person may try again", async (t) => {
  const { begin, store, walletOf, reach } = await start(t);
  const { session, link, state } = await begin();
  const thief = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const abroad = makeCountry();
  const expired = makeCountry({ documentFrom: new Date(Date.now() - 9e8), documentUntil: new Date(Date.now() - 8e8) });
  await addAnchors(store, commandLine, [{ certificate: new X509Certificate(expired.csca) }], Date.now());
  const wallets = {
    mdoc: walletOf(),
    credential: walletOf(jpeg, "pid_sd_jwt"),
    abroad: walletOf(jpeg, "license", abroad),
    expired: walletOf(jpeg, "license", expired),
    wall: walletOf(await jpegOf(wall)),
    friends: walletOf(await jpegOf(friends)),
    cut: walletOf(jpeg.subarray(0, 9000)),
    none: walletOf(Buffer.alloc(500, 1)),
  };
  const cases: readonly (readonly [keyof typeof wallets, Tampering, string])[] = [
    ["mdoc", { nonce: "another" }, "document_device_signature_invalid"],
    ["mdoc", { audience: "x509_hash:other" }, "document_device_signature_invalid"],
    ["mdoc", { deviceKey: thief }, "document_device_signature_invalid"],
    ["credential", { nonce: "another" }, "document_device_signature_invalid"],
    ["credential", { audience: "x509_hash:other" }, "document_audience_mismatch"],
    ["credential", { deviceKey: thief }, "document_device_signature_invalid"],
    ["abroad", {}, "document_issuer_unknown"],
    ["expired", {}, "document_expired"],
    ["wall", {}, "no_face"],
    ["friends", {}, "several_faces_found"],
    ["cut", {}, "image_unreadable"],
    ["none", {}, "document_unreadable"],
  ];
  for (const [name, tampering, code] of cases) {
    const { status, body } = await wallets[name].answer(await link(), tampering);
    assert.deepEqual([status, body.error_description], [400, `The document cannot be taken: ${code}.`]);
    const { reason, ...rest } = await state();
    assert.deepEqual(rest, { received: false, rejected: true }, name);
    const shown = {
      document_issuer_unknown: "not_accepted",
      document_expired: "expired",
      document_audience_mismatch: "other_page",
    };
    assert.equal(reason, new Map(Object.entries(shown)).get(code) ?? "unusable", code);
  }
  const { status } = await wallets.mdoc.decline(await link());
  assert.equal(status, 200);
  const noted = await store.db
    .selectFrom("session_timeline")
    .select("data")
    .where("session_id", "=", session.id)
    .where("kind", "=", "wallet_rejected")
    .execute();
  assert.deepEqual(
    noted.map(({ data }) => JSON.parse(data).reason),
    [...cases.map(([, , code]) => code), "wallet_declined"],
  );
  // A sender who knows the request's key and state cannot have made these, so the request stays open for the wallet.
  const url = await link();
  const asked = await wallets.mdoc.read(url);
  assert.equal((await wallets.mdoc.answer(url, { state: "another" })).status, 400);
  const post = (body: URLSearchParams | string, type = "application/x-www-form-urlencoded") =>
    reach(asked.response_uri, { method: "POST", body, headers: { "content-type": type } });
  assert.equal((await post(new URLSearchParams({ response: "a.b.c.d.e" }))).status, 400);
  assert.equal((await post(new URLSearchParams({ other: "x" }))).status, 400);
  assert.equal((await post("{}", "application/json")).status, 415);
  assert.equal((await post(new URLSearchParams({ response: "A".repeat(700_000) }))).status, 413);
  assert.equal((await wallets.mdoc.answer(url)).status, 200);
});

const ours = "https://face.example.com";

for (const credential of ["pid_mdoc", "pid_sd_jwt", "license"] as const satisfies readonly Credential[]) {
  test(`the portrait of ${credential} comes through the browser (Digital Credentials API)`, async (t) => {
    const { begin, page, handIn } = await startBrowser(t);
    const { ask, state, session } = await begin();
    const { browser } = (await ask()).data;
    assert.equal(browser.protocol, "openid4vp-v1-signed");
    const wallet = page.walletOf(jpeg, credential);
    assert.deepEqual(await handIn(browser, await wallet.answerBrowser(browser, ours)), { status: 200, body: {} });
    assert.deepEqual(await state(), { received: true, rejected: false, reason: null });
    assert.equal((await page.read(session.id)).document.signed, true);
    assert.equal((await handIn(browser, await wallet.answerBrowser(browser, ours))).status, 410, "once");
  });
}

test("what a browser brings is bound to the origin of the page, the nonce and the device", async (t) => {
  const { begin, page, handIn } = await startBrowser(t);
  const { ask, link, state } = await begin();
  const [mdoc, credential] = [page.walletOf(), page.walletOf(jpeg, "pid_sd_jwt")];
  const thief = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const { browser } = (await ask()).data;
  // A wallet gives nothing to the page of another origin, which passes the request on.
  await assert.rejects(mdoc.answerBrowser(browser, "https://evil.example"), /expected_origins/);
  const { payload } = await jwtVerify(browser.request, new X509Certificate(verifier.certificate).publicKey);
  assert.deepEqual(
    [payload["response_mode"], payload["expected_origins"], payload["response_uri"], payload["state"]],
    ["dc_api.jwt", [ours], undefined, undefined],
  );
  for (const [wallet, tampering, code] of [
    [mdoc, { nonce: "another" }, "document_device_signature_invalid"],
    [mdoc, { deviceKey: thief }, "document_device_signature_invalid"],
    [credential, { nonce: "another" }, "document_device_signature_invalid"],
    [credential, { audience: "origin:https://evil.example" }, "document_audience_mismatch"],
    [credential, { audience: identity.clientId }, "document_audience_mismatch"],
  ] as const) {
    const next = (await ask()).data.browser;
    const { status, body } = await handIn(next, await wallet.answerBrowser(next, ours, tampering));
    assert.deepEqual([status, body.error_description], [400, `The document cannot be taken: ${code}.`]);
    const reason = code === "document_audience_mismatch" ? "other_page" : "unusable";
    assert.deepEqual(await state(), { received: false, rejected: true, reason });
  }
  // A response for one protocol is not accepted for another.
  const url = await link();
  const asked = await mdoc.read(url);
  const byBrowser = { ...browser, response_url: asked.response_uri.replace("/responses/", "/browser-responses/") };
  const encrypted = async (text: string) => ({
    response: await new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM" })
      .encrypt(await importJWK(asked.client_metadata.jwks.keys[0] ?? {}, "ECDH-ES")),
  });
  assert.equal((await handIn(byBrowser, { response: "a.b.c.d.e" })).status, 400);
  assert.equal(
    (await handIn(byBrowser, await encrypted(JSON.stringify({ vp_token: {}, state: asked.state })))).status,
    400,
  );
  assert.deepEqual(await state(), { received: false, rejected: false, reason: null }, "the request is still open");
  const declined = await handIn(byBrowser, await encrypted(JSON.stringify({ error: "access_denied" })));
  assert.deepEqual([declined.status, await state()], [200, { received: false, rejected: true, reason: "declined" }]);
});

test("the page of another origin cannot hand in an answer, and leaves the request open for ours", async (t) => {
  const { begin, page } = await startBrowser(t);
  const { ask, state } = await begin();
  const { browser } = (await ask()).data;
  const answer = await page.walletOf().answerBrowser(browser, ours);
  const handInFrom = async (origin: string) => {
    const body = new URLSearchParams(answer);
    const sent = await page.reach(browser.response_url, { method: "POST", body, headers: { origin } });
    return { status: sent.status, body: await sent.json() };
  };
  for (const origin of ["https://evil.example", "null", "http://face.example.com"]) {
    assert.deepEqual(await handInFrom(origin), {
      status: 403,
      body: {
        error: "invalid_request",
        error_description: "This answer comes from a page of another origin than the request.",
      },
    });
    assert.deepEqual(await state(), { received: false, rejected: false, reason: null });
  }
  assert.equal((await handInFrom(ours)).status, 200);
  assert.equal((await state()).received, true);
});

test("of two devices with one code the first answer counts, and the other is told so", async (t) => {
  const { begin, walletOf } = await start(t);
  const { link, state } = await begin();
  const url = await link();
  const [first, second] = [walletOf(), walletOf(jpeg, "license")];
  // Both wallets have fetched the request before either responds.
  const answers = await Promise.all([first.prepare(url), second.prepare(url)]);
  const [taken, late] = [await answers[0].send(), await answers[1].send()];
  assert.deepEqual(taken, { status: 200, body: {} });
  assert.equal(late.status, 410);
  assert.match(late.body.error_description ?? "", /^This request was answered already, perhaps by another device/);
  assert.deepEqual(await state(), { received: true, rejected: false, reason: null });

  // If the first response is rejected, the second is not used instead: the person tries again.
  const again = await begin();
  const next = await again.link();
  const [bad, good] = await Promise.all([walletOf(Buffer.alloc(500, 1)).prepare(next), walletOf().prepare(next)]);
  assert.deepEqual([(await bad.send()).status, (await good.send()).status], [400, 410]);
  assert.deepEqual(await again.state(), { received: false, rejected: true, reason: "unusable" });
});

test("a request that runs out while the wallet is open takes nothing, and the wallet is told why", async (t) => {
  const { begin, store, walletOf } = await start(t);
  const { link, state } = await begin();
  const open = await walletOf().prepare(await link());
  await store.db.updateTable("wallet_requests").set({ expires_at_ms: Date.now() }).execute();
  const late = await open.send();
  assert.equal(late.status, 410);
  assert.match(late.body.error_description ?? "", /^This request has expired/);
  assert.deepEqual(await state(), { received: false, rejected: false, reason: null });
  const next = await link();
  const replaced = await open.send();
  assert.deepEqual([replaced.status, replaced.body.error], [404, "invalid_request"]);
  assert.equal((await walletOf().answer(next)).status, 200);
});

test("a wallet fetches its request by post, and knows the answer by its nonce", async (t) => {
  const { begin, walletOf, reach } = await start(t);
  const { link } = await begin();
  const url = new URL(await link());
  assert.equal(url.searchParams.get("request_uri_method"), "post");
  const requestUri = url.searchParams.get("request_uri") ?? "";
  const post = async (body: URLSearchParams | string, type = "application/x-www-form-urlencoded") => {
    const sent = await reach(requestUri, { method: "POST", body, headers: { "content-type": type } });
    const text = await sent.text();
    if (!sent.ok) return { status: sent.status, problem: JSON.parse(text).error_description as string };
    assert.match(sent.headers.get("content-type") ?? "", /^application\/oauth-authz-req\+jwt/);
    assert.equal(sent.headers.get("cache-control"), "no-store");
    const { payload } = await jwtVerify(text, new X509Certificate(verifier.certificate).publicKey);
    return { status: sent.status, nonce: payload["wallet_nonce"] };
  };
  const metadata = JSON.stringify({ vp_formats_supported: { mso_mdoc: {} } });
  const form = (wallet_nonce: string) => new URLSearchParams({ wallet_nonce, wallet_metadata: metadata });
  assert.deepEqual(await post(form("qPmxiNFCR3QTm19POc8u")), { status: 200, nonce: "qPmxiNFCR3QTm19POc8u" });
  assert.deepEqual(await post(""), { status: 200, nonce: undefined });
  assert.deepEqual(await post(form("n".repeat(512))), { status: 200, nonce: "n".repeat(512) });
  for (const [wallet_nonce, problem] of [
    ["n".repeat(513), "`wallet_nonce` has more than 512 characters."],
    ["", "`wallet_nonce` is not printable ASCII without spaces."],
    ["a b", "`wallet_nonce` is not printable ASCII without spaces."],
    ["\u00e9", "`wallet_nonce` is not printable ASCII without spaces."],
  ] as const) {
    assert.deepEqual(await post(form(wallet_nonce)), { status: 400, problem });
  }
  const large = await post(new URLSearchParams({ wallet_metadata: "m".repeat(32 * 1024) }));
  assert.deepEqual(large, { status: 413, problem: "The form has more than 32768 bytes." });
  assert.equal((await post("{}", "application/json")).status, 415);
  // Fetching the request does not answer it. Wallets that only know GET, as in RFC 9101, are served as well.
  const byGet = new URL(url);
  byGet.searchParams.delete("request_uri_method");
  assert.equal((await walletOf().answer(byGet.href)).status, 200);
  assert.deepEqual(await post(form("n")), {
    status: 410,
    problem: "This request was answered already, perhaps by another device. Only its first answer counts.",
  });
});

test("on the same device the portrait counts once the browser that asked brings the code", async (t) => {
  const { begin, walletOf, send, read } = await start(t);
  const asking = async () => {
    const person = await begin();
    const post = (path: string, body: object) => send(person.secret, path, body);
    const link = (await post("/session/wallet", { returns: true })).body.data.url as string;
    return { ...person, post, link };
  };
  // The attacker started the request in their own browser and sent the link to the victim, whose wallet responds and opens the victim's browser.
  const attacker = await asking();
  const { status, body } = await walletOf().answer(attacker.link);
  const { hash, origin, pathname } = new URL((body as { readonly redirect_uri: string }).redirect_uri);
  assert.deepEqual([status, origin, pathname], [200, "https://face.example.com", "/verify"]);
  const code = hash.replace("#response_code=", "");
  assert.deepEqual(await attacker.state(), { received: false, rejected: true, reason: "not_returned" });
  assert.equal((await attacker.page.complete({ selfie })).body.error.code, "wallet_portrait_needed");
  assert.equal((await read(attacker.session.id)).document, null);
  const another = await asking();
  const received = async (by: typeof attacker, response_code: string) =>
    (await by.post("/session/wallet/return", { response_code })).body.data.received;
  assert.equal(await received(another, code), false, "the code of another session");
  assert.equal(await received(attacker, "0".repeat(32)), false, "a guess");
  const malformed = await attacker.post("/session/wallet/return", { response_code: "#" });
  assert.deepEqual([malformed.status, malformed.body.error.param], [400, "response_code"]);
  // The browser that started the request has the code, and can use the response once.
  assert.equal(await received(attacker, code), true);
  assert.equal(await received(attacker, code), false);
  assert.deepEqual(await attacker.state(), { received: true, rejected: false, reason: null });
  assert.equal((await attacker.page.complete({ selfie })).body.data.outcome, "done");

  // A new request voids a response that waits.
  const back = await walletOf().answer(another.link);
  const waiting = new URL((back.body as { readonly redirect_uri: string }).redirect_uri).hash.slice(-32);
  await another.post("/session/wallet", { returns: true });
  assert.equal(await received(another, waiting), false);
  const declined = await walletOf().decline((await another.post("/session/wallet", { returns: true })).body.data.url);
  assert.equal(declined.status, 200);
  assert.deepEqual(await another.state(), { received: false, rejected: true, reason: "declined" });
});

test("a request that has run out is answered by nothing, and the next one of the same session is", async (t) => {
  const { begin, store, walletOf, reach, send } = await start(t);
  const { secret, ask, link, state } = await begin();
  const late = (await send(secret, "/session/wallet", { returns: true })).body.data;
  const wallet = walletOf();
  const asked = await wallet.read(late.url);
  const byBrowser = await wallet.answerBrowser(late.browser, ours);
  const held = new URL(((await wallet.answer(late.url)).body as { readonly redirect_uri: string }).redirect_uri).hash;
  await store.db.updateTable("wallet_requests").set({ expires_at_ms: Date.now() }).execute();
  const returned = await send(secret, "/session/wallet/return", { response_code: held.slice(-32) });
  assert.equal(returned.body.data.received, false, "the way back, too");
  const next = await link();
  await store.db.updateTable("wallet_requests").set({ expires_at_ms: Date.now() }).execute();
  await assert.rejects(wallet.answer(next), "the request cannot be fetched");
  const post = async (url: string, form: Readonly<Record<string, string>>) =>
    (await reach(url, { method: "POST", body: new URLSearchParams(form) })).status;
  assert.equal(await post(asked.response_uri, { error: "access_denied", state: asked.state }), 404);
  assert.equal(await post(late.browser.response_url, byBrowser), 404);
  assert.deepEqual(await state(), { received: false, rejected: false, reason: null });
  assert.equal((await wallet.answer((await ask()).data.url)).status, 200);
  assert.equal((await state()).received, true);
});

test("an error in plain form ends the request with its reason, where it names the request's state", async (t) => {
  const { begin, read, store, walletOf, reach } = await start(t);
  const { session, link, state } = await begin();
  const errors = [
    ["access_denied", "wallet_declined", "declined"],
    ["vp_formats_not_supported", "wallet_unsupported", "wallet_failed"],
    ["invalid_request", "wallet_unsupported", "wallet_failed"],
    ["wallet_unavailable", "wallet_failed", "wallet_failed"],
    ["<b>anything</b>", "wallet_failed", "wallet_failed"],
  ] as const;
  for (const [error, , reason] of errors) {
    const asked = await walletOf().read(await link());
    const post = async (form: Readonly<Record<string, string>>) => {
      const sent = await reach(asked.response_uri, { method: "POST", body: new URLSearchParams(form) });
      return { status: sent.status, body: (await sent.json()) as { readonly error_description?: string } };
    };
    const without = await post({ error });
    assert.deepEqual([without.status, without.body.error_description], [400, "`state` is not that of the request."]);
    assert.equal((await post({ error, state: "another" })).status, 400);
    assert.equal(
      (await post({ vp_token: "{}", state: asked.state })).status,
      400,
      "a portrait is never taken in plain",
    );
    assert.deepEqual(await state(), { received: false, rejected: false, reason: null }, "the request is still open");
    const { status, body } = await post({ error, error_description: "why", state: asked.state });
    assert.deepEqual([status, body], [200, {}]);
    assert.deepEqual(await state(), { received: false, rejected: true, reason });
    assert.equal((await post({ error, state: asked.state })).status, 410, "once");
  }
  const noted = await store.db
    .selectFrom("session_timeline")
    .select("data")
    .where("session_id", "=", session.id)
    .where("kind", "=", "wallet_rejected")
    .execute();
  assert.deepEqual(
    noted.map(({ data }) => JSON.parse(data).reason),
    errors.map(([, code]) => code),
  );
  assert.equal((await walletOf().answer(await link())).status, 200, "and another wallet may answer");
  assert.equal((await read(session.id)).wallet, true);
});

test("a wallet's document is checked against the account's own authorities, too, and not against those of its test keys", async (t) => {
  const { begin, store, walletOf } = await start(t);
  const { session, link } = await begin();
  const abroad = makeCountry();
  const wallet = walletOf(jpeg, "pid_mdoc", abroad);
  const { account_id: accountId } = await store.db
    .selectFrom("verification_sessions")
    .select("account_id")
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  const trust = (test: boolean) =>
    addAccountAnchors(store, commandLine, { accountId, test }, readAnchorRows(abroad.csca), Date.now());
  await trust(true);
  assert.match((await wallet.answer(await link())).body.error_description ?? "", /document_issuer_unknown/);
  await trust(false);
  assert.equal((await wallet.answer(await link())).status, 200);
});

test("settings that do not go together are named; a test session asks no wallet", async (t) => {
  const { create, makeKey, visit, askWallet, begin } = await start(t);
  const code = async (settings: object) => {
    const { error } = (await create(settings)).body;
    return [error.code, error.param];
  };
  assert.deepEqual(await code({ wallet: true, compare_limit: 1 }), ["invalid_parameter", "wallet"]);
  assert.deepEqual(await code({ wallet: true, reference_url: "https://photos.test/a.jpg" }), [
    "invalid_parameter",
    "wallet",
  ]);
  const { secret: testKey } = await makeKey({ kind: "test" });
  const made = await create({ wallet: true, challenge: "off" }, testKey);
  const page = visit(made.secret);
  await page.agree();
  assert.equal((await page.state()).body.data.wallet, null);
  assert.equal((await askWallet(made.secret)).body.error.code, "wallet_not_needed");
  const { ask, page: live, session } = await begin({ challenge: "required" });
  assert.equal((await live.startStepwise()).body.data.challenge, null, "no challenge while the wallet is asked");
  assert.equal((await ask()).data.url.startsWith("openid4vp://?client_id=x509_hash"), true);
  assert.equal(session.status, "open");
});

test("a service without a certificate for wallets says so", async (t) => {
  const { create } = await startSessionService(t);
  const { error } = (await create({ wallet: true })).body;
  assert.deepEqual([error.code, error.param], ["wallet_not_configured", "wallet"]);
});

test("nothing of the portrait and of the request's secrets is in the database, the log or temporary files", async (t) => {
  const sinceMs = Date.now() - 1000;
  const lines: string[] = [];
  const { begin, store, walletOf } = await start(t, lines);
  const { link, page } = await begin();
  const wallet = walletOf(jpeg, "pid_sd_jwt");
  const url = await link();
  const { nonce, state } = await wallet.read(url);
  await wallet.answer(url);
  await page.complete({ selfie });
  const stored = Buffer.concat([await dumpStore(store), Buffer.from(lines.join("\n"))]);
  const part = jpeg.subarray(3000, 3060);
  const secrets = [part, ...["base64", "hex"].map((as) => Buffer.from(part.toString(as as BufferEncoding)))];
  const all = [...secrets, Buffer.from(nonce), Buffer.from(state)];
  for (const secret of all) assert.equal(holds(stored, secret), false);
  assert.deepEqual(await temporaryFilesWith(all, sinceMs), []);
  // Tests the search itself: it finds a file that contains the portrait.
  const file = join(await mkdtemp(join(tmpdir(), "selfsame-portrait-")), "portrait.jpg");
  t.after(() => rm(dirname(file), { recursive: true }));
  await writeFile(file, jpeg);
  assert.deepEqual(await temporaryFilesWith([part], sinceMs), [file]);
});

test("an account has 500 wallets asked at once, and another one has its own", async (t) => {
  const { begin, store, ask: call } = await start(t);
  const { session, ask } = await begin();
  assert.ok((await ask()).data.url);
  const [row, request] = await Promise.all([
    store.db.selectFrom("verification_sessions").selectAll().where("id", "=", session.id).executeTakeFirstOrThrow(),
    store.db.selectFrom("wallet_requests").selectAll().executeTakeFirstOrThrow(),
  ]);
  await store.db.transaction().execute(async (db) => {
    for (let i = 0; i < 500; i++) {
      await db
        .insertInto("verification_sessions")
        .values({ ...row, id: `vs_${i}` })
        .execute();
      await db
        .insertInto("wallet_requests")
        .values({ ...request, session_id: `vs_${i}`, id: `${i}` })
        .execute();
    }
  });
  assert.equal((await ask()).error.code, "too_many_wallet_requests");
  await store.db.updateTable("wallet_requests").set({ account_id: "another" }).where("id", "=", "7").execute();
  assert.ok((await ask()).data.url, "a place was released");
  assert.equal((await call("GET", `/sessions/${session.id}`)).status, 200);
});
