/** Trust lists: what their authorities are trusted for, who signs them, and what happens to authorities that a list no longer contains. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { openStore, type Store } from "@selfsame/platform/store/store";
import { makeCountry, masterListOf } from "../../../testing/documents/issuer.ts";
import { pidListOf } from "../../../testing/documents/pid-providers.ts";
import { vicalWith } from "../../../testing/documents/vical.ts";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { partsOf } from "../certificates/certificate.ts";
import { type DocumentType, documentTypes } from "../document.ts";
import { readAnchorFile } from "./anchor-file.ts";
import { findAnchorsIn } from "./find-anchors.ts";
import { addAnchors, listAnchors } from "./trust-anchors.ts";
import { putList, removeList, trustLists } from "./trust-lists.ts";

const [one, two] = [makeCountry().csca, makeCountry().csca];
const provider = makeCountry({ name: "Utopia lists" });
const signer = new X509Certificate(provider.documentSigner.certificate);
const root = new X509Certificate(provider.csca);
const day = 86_400_000;
/** One hour ahead, so that everything the tests make is already valid. */
const nowMs = Date.now() + 3_600_000;
const source = "https://lists.example/list";

const fileOf = (file: Buffer) => readAnchorFile(file) ?? assert.fail("no file of certificates");
const put = (store: Store, file: Buffer, pinned = signer) =>
  putList(store, commandLine, fileOf(file), { source, signer: pinned }, nowMs);

onEachStore("lists of authorities", (kind) => {
  async function start(t: Parameters<typeof freshConfig>[0]) {
    const store = await openStore(await freshConfig(t, kind));
    t.after(() => store.close());
    return store;
  }
  /** The document types for which an authority is found. */
  async function typesFor(store: Store, der: Buffer): Promise<readonly DocumentType[]> {
    const find = findAnchorsIn(store, { accountId: "a", test: false });
    const names = { issuerHash: "", issuerKeyId: partsOf(der).keyId };
    const found: DocumentType[] = [];
    for (const documentType of documentTypes)
      if ((await find({ ...names, documentType })).length > 0) found.push(documentType);
    return found;
  }

  test("an authority counts for the documents of its list, of several lists for all of them", async (t) => {
    const store = await start(t);
    const add = (file: Buffer) => addAnchors(store, commandLine, fileOf(file).authorities, nowMs);
    await add(vicalWith(provider.documentSigner, [one]));
    assert.deepEqual(await typesFor(store, one), ["driving_license"]);
    await add(masterListOf(one, two));
    assert.deepEqual(await typesFor(store, one), ["travel_document", "driving_license"]);
    assert.deepEqual(await typesFor(store, two), ["travel_document"]);
    await add(one);
    assert.deepEqual(await typesFor(store, one), documentTypes);
    await add(vicalWith(provider.documentSigner, [one]));
    assert.deepEqual(await typesFor(store, one), documentTypes, "what was added by itself stays so");
    const other = makeCountry().csca;
    await add(vicalWith(provider.documentSigner, [other], { docTypes: ["org.example.ticket"] }));
    assert.deepEqual(await typesFor(store, other), []);
    await put(store, await pidListOf(provider.documentSigner, [two]));
    assert.deepEqual(await typesFor(store, two), ["travel_document", "person_identification"]);
  });

  test("a list is taken that its provider signed, or whom the provider's authority issued a certificate", async (t) => {
    const store = await start(t);
    const stranger = makeCountry();
    const lists = {
      vical: vicalWith(provider.documentSigner, [one]),
      pid_providers: await pidListOf(provider.documentSigner, [one], { crit: ["sigT"] }),
    };
    for (const [name, file] of Object.entries(lists)) {
      assert.deepEqual((await put(store, file, new X509Certificate(stranger.csca))).outcome, "signer_unknown", name);
      const strangers = new X509Certificate(stranger.documentSigner.certificate);
      assert.equal((await put(store, file, strangers)).outcome, "signer_unknown", name);
      for (const pinned of [signer, root]) assert.equal((await put(store, file, pinned)).outcome, "put", name);
      assert.equal((await trustLists(store))[0]?.kind, name);
    }
    for (const [name, file] of Object.entries(lists)) {
      for (let at = 0; at < file.length; at += 5) {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] as number) ^ 1;
        const read = readAnchorFile(changed);
        const done = read && (await putList(store, commandLine, read, { source, signer }, nowMs));
        // The certificate inside a VICAL is not covered by its signature; a changed one is not the provider's.
        assert.ok(done?.outcome !== "put", `${name}, byte ${at}`);
      }
    }
    const wrongType = await pidListOf(provider.documentSigner, [one], {
      type: "http://uri.etsi.org/19602/LoTEType/local",
    });
    assert.equal(readAnchorFile(wrongType), undefined);
    assert.equal(readAnchorFile(await pidListOf(provider.documentSigner, [one], { crit: ["exp"] })), undefined);
    const otherService = await pidListOf(provider.documentSigner, [one], {
      service: "http://uri.etsi.org/19602/SvcType/WRPAC/Issuance",
    });
    assert.equal(readAnchorFile(otherService), undefined);
    assert.equal((await put(store, masterListOf(one))).outcome, "no_list");
  });

  test("who signs a provider's status lists alone counts for them, and for no document", async (t) => {
    const store = await start(t);
    const isFound = async (der: Buffer, documentType: DocumentType, isOfStatus: boolean) => {
      const names = { issuerHash: "", issuerKeyId: partsOf(der).keyId, documentType, isOfStatus };
      return (await findAnchorsIn(store, { accountId: "a", test: false })(names)).length > 0;
    };
    const list = await pidListOf(provider.documentSigner, [one], { revokedBy: [two] });
    await put(store, list);
    assert.deepEqual([await typesFor(store, one), await typesFor(store, two)], [["person_identification"], []]);
    for (const der of [one, two]) assert.ok(await isFound(der, "person_identification", true));
    assert.equal(await isFound(two, "driving_license", true), false, "of a license");
    assert.equal(await isFound(two, "person_identification", false), false);
    await put(store, await pidListOf(provider.documentSigner, [one, two], { revokedBy: [one, two] }));
    for (const der of [one, two]) assert.deepEqual(await typesFor(store, der), ["person_identification"], "of both");
    const other = await start(t);
    await addAnchors(other, commandLine, fileOf(list).authorities, nowMs);
    assert.deepEqual([await typesFor(other, one), await typesFor(other, two)], [["person_identification"], []]);
  });

  test("a newer list replaces the one of its source; an older one, and one that is out of date, do not", async (t) => {
    const store = await start(t);
    const list = (authorities: readonly Buffer[], ageMs: number, nextMs = 30 * day) =>
      vicalWith(provider.documentSigner, authorities, {
        date: new Date(nowMs - ageMs),
        nextUpdate: new Date(nowMs + nextMs),
      });
    const done = (added: number, removed: number, authorities: number) => ({
      outcome: "put",
      added,
      removed,
      authorities,
    });
    assert.deepEqual(await put(store, list([one], 3 * day)), done(1, 0, 1));
    assert.deepEqual(await put(store, list([two], 2 * day)), done(1, 1, 1));
    assert.deepEqual(await typesFor(store, one), []);
    assert.equal((await put(store, list([one], 3 * day))).outcome, "older");
    assert.equal((await put(store, list([one], day, -1000))).outcome, "out_of_date");
    assert.equal((await put(store, list([one], -day))).outcome, "not_yet_valid");
    assert.deepEqual(await typesFor(store, two), ["driving_license"]);
    const [held] = await trustLists(store);
    assert.deepEqual([held?.source, held?.authorities], [source, 1]);
    assert.equal((await listAnchors(store))[0]?.list, held?.id);
    assert.ok(await removeList(store, commandLine, held?.id ?? "", nowMs));
    assert.deepEqual(await listAnchors(store), []);
    const actions = await store.db.selectFrom("audit").select("action").orderBy("id").execute();
    assert.deepEqual(
      actions.map(({ action }) => action).filter((action) => action.startsWith("trust_list")),
      ["trust_list_changed", "trust_list_changed", "trust_list_removed"],
    );
  });
});
