/** A session whose reference comes through a browser, as in ISO/IEC 18013-7, annex C. The wallet is @auth0/mdl with its own HPKE. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import sharp from "sharp";
import { cborOf, issueByAuth0, presentByAuth0, readIsoRequest, sealIso } from "../../../testing/documents/auth0-mdl.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { licenseType, photoIdType, pidType } from "../../../testing/documents/mdoc.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { pageOrigin, startWalletService, walletIdentity } from "../../../testing/sessions/wallet-service.ts";

const jpeg = await sharp(await portrait("amal"))
  .resize(300)
  .jpeg()
  .toBuffer();
const country = makeCountry({ authority: { curve: "prime256v1" }, document: { curve: "prime256v1" } });
const license = { docType: licenseType, namespace: "org.iso.18013.5.1" };
const held = await issueByAuth0(country.documentSigner, license, jpeg);
const pid = await issueByAuth0(country.documentSigner, { docType: pidType, namespace: pidType }, jpeg);

type Asked = ReturnType<typeof readIsoRequest>;

async function start(t: Parameters<typeof startWalletService>[0]) {
  const { begin, reach, read } = await startWalletService(t, country.csca);
  const handIn = async (url: string, response: string, headers = {}) => {
    const sent = await reach(url, { method: "POST", body: new URLSearchParams({ response }), headers });
    return { status: sent.status, body: (await sent.json()) as { readonly error_description?: string } };
  };
  return { begin, handIn, read };
}

test("the request names what the wallet may give, and is signed for this page alone", async (t) => {
  const { begin } = await start(t);
  const { ask } = await begin();
  const { browser_mdoc } = await ask();
  const asked = readIsoRequest(browser_mdoc, pageOrigin);
  const own = Buffer.from(walletIdentity.certificates[0] ?? "", "base64");
  assert.deepEqual(asked.signers, [own, own, own, own]);
  assert.throws(() => readIsoRequest(browser_mdoc, "https://evil.example"), /the verifier's signature/);
  assert.deepEqual([browser_mdoc.protocol, asked.version, asked.nonce.length], ["org-iso-mdoc", "1.1", 24]);
  assert.deepEqual(
    asked.asked.map((one) => String(one.get("docType"))).toSorted(),
    [licenseType, photoIdType, pidType].toSorted(),
  );
  for (const one of asked.asked) {
    const [[, elements] = []] = one.get("nameSpaces") as Map<string, Map<string, boolean>>;
    assert.deepEqual(elements, new Map([["portrait", false]]), "the portrait alone, to be retained by nobody");
  }
  const sets = new Map<string, unknown>([
    ["mandatory", true],
    ["documentSets", [[0], [1], [2]]],
  ]);
  assert.deepEqual(asked.useCases, new Map([["useCases", [sets]]]));
  const { browser_mdoc: next } = await ask();
  const other = readIsoRequest(next, pageOrigin);
  assert.notDeepEqual([other.nonce, other.recipient], [asked.nonce, asked.recipient]);
  assert.notDeepEqual(other.recipient.x, asked.recipient.x, "a key of its own");
});

for (const [document, type] of [
  [held, "driving_license"],
  [pid, "person_identification"],
] as const) {
  test(`the portrait of a ${type} becomes the reference, once`, async (t) => {
    const { begin, handIn, read } = await start(t);
    const { session, ask, state } = await begin();
    const { browser_mdoc } = await ask();
    const asked = readIsoRequest(browser_mdoc, pageOrigin);
    const response = sealIso(asked, await presentByAuth0(document, asked.transcript));
    assert.deepEqual(await handIn(browser_mdoc.response_url, response, { origin: pageOrigin }), {
      status: 200,
      body: {},
    });
    assert.deepEqual(await state(), { received: true, rejected: false, reason: null });
    const { document: facts } = await read(session.id);
    assert.deepEqual([facts.format, facts.type, facts.signed], ["mdoc", type, true]);
    assert.equal((await handIn(browser_mdoc.response_url, response)).status, 410);
  });
}

test("an answer for another page, another session or another request is not opened, and the request stays open", async (t) => {
  const { begin, handIn } = await start(t);
  const { ask, state } = await begin();
  const before = (await ask()).browser_mdoc;
  const { browser, browser_mdoc } = await ask();
  const { response_url: url } = browser_mdoc;
  const asked = readIsoRequest(browser_mdoc, pageOrigin);
  const answer = async (of: Asked) => sealIso(of, await presentByAuth0(held, of.transcript));
  const good = await answer(asked);
  const elsewhere = cborOf([null, null, ["dcapi", Buffer.alloc(32, 1)]]);
  const stranger = (await (await begin()).ask()).browser_mdoc;
  const thief = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).publicKey.export({ format: "jwk" });
  const pointOf = ({ x = "", y = "" }) => ({ x: Buffer.from(x, "base64url"), y: Buffer.from(y, "base64url") });
  const flipped = Buffer.from(good, "base64url");
  flipped[200] = (flipped[200] as number) ^ 1;
  const answers = {
    "of another origin": await answer({ ...asked, transcript: elsewhere }),
    "of the request before": await answer(readIsoRequest(before, pageOrigin)),
    "of another session": await answer(readIsoRequest(stranger, pageOrigin)),
    "for another key": await answer({ ...asked, recipient: pointOf(thief) }),
    "that was changed": flipped.toString("base64url"),
    "that is none": "AAAA",
    "that is empty": "",
  };
  for (const [what, response] of Object.entries(answers)) {
    const { status, body } = await handIn(url, response);
    assert.deepEqual(
      [status, body.error_description],
      [400, "The response is not encrypted for this request and this page."],
      what,
    );
    assert.deepEqual(await state(), { received: false, rejected: false, reason: null }, what);
  }
  assert.equal((await handIn(before.response_url, good)).status, 404, "at the request before");
  assert.equal((await handIn(browser.response_url, good)).status, 400, "as one of the other protocol");
  assert.equal((await handIn(url, good, { origin: "https://evil.example" })).status, 403, "from another page");
  assert.equal((await handIn(url, "A".repeat(700_000))).status, 413);
  assert.deepEqual(await state(), { received: false, rejected: false, reason: null });
  assert.equal((await handIn(url, good)).status, 200);
});

test("a document that is not signed for this request is rejected with the codes of the other protocol", async (t) => {
  const { begin, handIn } = await start(t);
  const { ask, state } = await begin();
  const abroad = await issueByAuth0(makeCountry({ document: { curve: "prime256v1" } }).documentSigner, license, jpeg);
  const thief = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const elsewhere = cborOf([null, null, ["dcapi", Buffer.alloc(32, 1)]]);
  const changed = async (of: Asked, part: string, offset: number) => {
    const file = await presentByAuth0(held, of.transcript);
    const at = file.indexOf(part) + offset;
    file[at] = (file[at] as number) ^ 1;
    return file;
  };
  const cases: readonly (readonly [code: string, make: (of: Asked) => Promise<Uint8Array>])[] = [
    ["document_device_signature_invalid", () => presentByAuth0(held, elsewhere)],
    [
      "document_device_signature_invalid",
      ({ transcript }) => presentByAuth0({ ...held, deviceKey: thief }, transcript),
    ],
    ["document_issuer_unknown", ({ transcript }) => presentByAuth0(abroad, transcript)],
    ["document_digest_mismatch", (of) => changed(of, "elementValue", 300)],
    ["document_signature_invalid", (of) => changed(of, "validUntil", 13)],
    ["document_unreadable", async () => Buffer.from("none")],
    ["file_too_large", async () => Buffer.alloc(300_000)],
  ];
  for (const [code, make] of cases) {
    const { browser_mdoc } = await ask();
    const asked = readIsoRequest(browser_mdoc, pageOrigin);
    const { status, body } = await handIn(browser_mdoc.response_url, sealIso(asked, await make(asked)));
    assert.deepEqual([status, body.error_description], [400, `The document cannot be taken: ${code}.`]);
    assert.equal((await state()).rejected, true, code);
  }
});
