/** Revocation: files of lists, lists in the database, and documents whose signer's certificate is on a list. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { after, test } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { openStore, type Store } from "@selfsame/platform/store/store";
import { dg2, faceRecord } from "../../../testing/documents/face-record.ts";
import { type CrlOptions, crlOf } from "../../../testing/documents/crl.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { issueMdoc, presentMdoc, transcriptOf } from "../../../testing/documents/mdoc.ts";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { addAnchors } from "../anchors/trust-anchors.ts";
import { createDocumentReader } from "../reading/document-reader.ts";
import { readFor } from "../reading/read-for.ts";
import type { StatusDemand } from "../status/status-demand.ts";
import { readRevocationFile, readRevocationList } from "./read-crl.ts";
import { addRevocationList, listRevocationLists, removeRevocationList } from "./revocation-lists.ts";

const country = makeCountry();
const chip = dg2(faceRecord(Buffer.alloc(3000, 7)));
const documents = createDocumentReader({ report: () => {}, countFault: () => {} });
after(() => documents.stop());

const day = 86_400_000;
/** One hour ahead, so that everything the tests make is already valid. */
const nowMs = Date.now() + 3_600_000;
const signal = new AbortController().signal;

/** Made by `openssl ca -gencrl` (3.0.19). */
const opensslCrl = `-----BEGIN X509 CRL-----
MIIBDTCBswIBATAKBggqhkjOPQQDAjArMQswCQYDVQQGEwJVVDEcMBoGA1UEAwwT
VXRvcGlhIENTQ0Egb3BlbnNzbBcNMjYxMTI4MDIxMjIwWhcNMjYxMjI4MDIxMjIw
WjAmMCQCBRorPE1eFw0yNjExMjgwMjEyMjBaMAwwCgYDVR0VBAMKAQGgLzAtMB8G
A1UdIwQYMBaAFFbXX++lC/FWjqK3juTiBV94+COKMAoGA1UdFAQDAgEBMAoGCCqG
SM49BAMCA0kAMEYCIQCImEkNAVCuYCvMu+inHWdq+Qpk0uYJHR3iFMSfXtWy9QIh
ANUcy6ZplYFstxB5fznNTqAHZZfTGEUSplbAWphj/gro
-----END X509 CRL-----
`;

const pemOf = (der: Buffer) =>
  `-----BEGIN X509 CRL-----\n${der.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END X509 CRL-----\n`;

test("lists are read from DER, PEM, LDIF, and as OpenSSL makes them", () => {
  const list = crlOf(country, { hasSigner: true, others: 300 });
  const folded = list.toString("base64").replaceAll(/.{70}/g, "$&\n ");
  const ldif = `version: 1\ndn: c=UT,dc=data\ncertificateRevocationList;binary:: ${folded}\nobjectClass: top\n`;
  for (const file of [list, Buffer.from(pemOf(list)), Buffer.from(ldif)]) {
    const [read, ...more] = readRevocationFile(file) ?? [];
    assert.deepEqual([read?.revoked.size, more.length], [301, 0]);
  }
  const [foreign] = readRevocationFile(Buffer.from(opensslCrl)) ?? [];
  assert.deepEqual([...(foreign?.revoked ?? [])], ["1a2b3c4d5e"]);
  assert.ok((foreign?.nextAtMs ?? 0) > (foreign?.issuedAtMs ?? Infinity));
  assert.equal(readRevocationFile(Buffer.from("nothing")), undefined);
  assert.equal(readRevocationFile(country.csca), undefined);
});

test("a list of another kind, and one with more than any has, is none", () => {
  // Changes to another list; a partial list, or one of other issuers.
  for (const critical of ["2.5.29.27", "2.5.29.28"])
    assert.throws(() => readRevocationList(crlOf(country, { critical })), /critical extension/);
  assert.throws(() => readRevocationList(crlOf(country, { others: 100_001 })), /more than 100000 elements/);
  const list = crlOf(country, { others: 2 });
  for (let at = 0; at < list.length; at++) {
    const [read] = readRevocationFile(list.subarray(0, at)) ?? [];
    assert.equal(read, undefined, `cut off at ${at}`);
  }
});

onEachStore("revoked certificates", (kind) => {
  async function start(t: { after(end: () => Promise<void>): void }) {
    const store = await openStore(await freshConfig(t as never, kind));
    t.after(() => store.close());
    await addAnchors(store, commandLine, [{ certificate: new X509Certificate(country.csca) }], nowMs);
    return store;
  }
  const add = (store: Store, options?: CrlOptions, from = country) =>
    addRevocationList(store, commandLine, readRevocationList(crlOf(from, options)), nowMs);
  const readerOf = (store: Store, demand: StatusDemand) => ({
    stop: () => documents.stop(),
    read: ((kind, asks, context) => documents.read(kind, asks, context)) as typeof documents.read,
    statusLists: { usual: demand, fetch: () => assert.fail("fetched"), retain: () => {}, reject: () => {} },
  });
  async function check(store: Store, demand: StatusDemand) {
    const document = { format: "dg2", file: chip, sod: country.sodOf(chip) } as const;
    const asks = { accountId: "a", test: false, mustBeSigned: true, allowWeak: false, signal };
    const read = await readFor(readerOf(store, demand), { store, now: () => nowMs }, document, asks);
    return read.outcome === "read" ? (read.facts.status?.result ?? "not checked") : read.outcome;
  }

  test("a chip whose signer its country revoked is rejected, whatever the account demands", async (t) => {
    const store = await start(t);
    for (const [demand, without] of [
      ["off", "not checked"],
      ["if_reachable", "unknown"],
      ["require", "document_status_unknown"],
    ] as const)
      assert.equal(await check(store, demand), without, demand);
    assert.deepEqual(await add(store, { others: 3 }), { outcome: "added", authority: "UT Utopia CSCA 1" });
    for (const demand of ["off", "if_reachable", "require"] as const) assert.equal(await check(store, demand), "valid");
    assert.equal((await add(store, { hasSigner: true, others: 2500 })).outcome, "added");
    for (const demand of ["off", "if_reachable", "require"] as const)
      assert.equal(await check(store, demand), "document_revoked", demand);
    const [list, ...more] = await listRevocationLists(store);
    assert.deepEqual([list?.certificates, more.length], [2501, 0]);
    assert.ok(list && (await removeRevocationList(store, commandLine, list.id, nowMs)));
    assert.equal(await removeRevocationList(store, commandLine, list.id, nowMs), false);
    assert.equal(await check(store, "off"), "not checked");
    const left = await store.db.selectFrom("revoked_certificates").select("serial").execute();
    assert.deepEqual(left, []);
  });

  test("a list that is out of date still revokes, and proves nothing else", async (t) => {
    const store = await start(t);
    const old = { issuedAt: new Date(nowMs - 200 * day), nextAt: new Date(nowMs - day) };
    await add(store, old);
    assert.equal(await check(store, "if_reachable"), "unknown");
    assert.equal(await check(store, "require"), "document_status_unknown");
    await add(store, { issuedAt: new Date(nowMs - 100 * day), nextAt: null });
    assert.equal(await check(store, "if_reachable"), "unknown");
    await add(store, { issuedAt: new Date(nowMs - 80 * day), nextAt: null });
    assert.equal(await check(store, "require"), "valid");
    await add(store, { issuedAt: new Date(nowMs - 60 * day), nextAt: new Date(nowMs - day), hasSigner: true });
    assert.equal(await check(store, "off"), "document_revoked");
  });

  test("a list is taken of an authority that is trusted alone, in its own name, and never an older one", async (t) => {
    const store = await start(t);
    assert.equal((await add(store, { issuedAt: new Date(nowMs - day) })).outcome, "added");
    assert.equal((await add(store, { issuedAt: new Date(nowMs - 2 * day), hasSigner: true })).outcome, "older");
    const other = makeCountry();
    // An authority of the same name with another key.
    assert.equal((await add(store, { hasSigner: true }, other)).outcome, "signature_invalid");
    const elsewhere = makeCountry({ name: "Utopia CSCA 2" });
    assert.equal((await add(store, { hasSigner: true }, elsewhere)).outcome, "issuer_unknown");
    const weak = makeCountry({ authority: { bits: 2048, hash: "sha1" }, name: "Utopia CSCA 3" });
    await addAnchors(store, commandLine, [{ certificate: new X509Certificate(weak.csca) }], nowMs);
    assert.deepEqual(await add(store, {}, weak), { outcome: "algorithm_unsupported", algorithm: "RSA with SHA-1" });
    assert.equal((await add(store, { issuedAt: new Date(nowMs + day) })).outcome, "not_yet_valid");
    const bytes = crlOf(country, { others: 5 });
    for (let at = 60; at < bytes.length; at += 7) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      const [read] = readRevocationFile(Buffer.from(changed)) ?? [];
      const added = read && (await addRevocationList(store, commandLine, read, nowMs));
      assert.ok(!added || added.outcome !== "added", `byte ${at}`);
    }
    assert.equal(await check(store, "require"), "valid");
  });

  test("a license whose signer was revoked is rejected, and needs no such list", async (t) => {
    const store = await start(t);
    const transcript = await transcriptOf({ nonce: "n-1" });
    const held = await issueMdoc(country.documentSigner, { portrait: Buffer.alloc(300, 7) });
    const file = await presentMdoc(held, transcript);
    const document = { format: "mdoc", file, sessionTranscript: transcript.encode() } as const;
    const asks = { accountId: "a", test: false, mustBeSigned: true, allowWeak: false, signal };
    const read = () => readFor(readerOf(store, "require"), { store, now: Date.now }, document, asks);
    assert.equal((await read()).outcome, "read");
    await add(store, { hasSigner: true });
    assert.equal((await read()).outcome, "document_revoked");
  });
});
