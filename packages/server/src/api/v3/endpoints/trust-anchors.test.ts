import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test, type TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { accountAnchorsMax } from "../../../documents/anchors/account-anchors.ts";
import { madeKey } from "../../../../testing/made-key.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { dg2, faceRecord } from "../../../../testing/documents/face-record.ts";
import { makeCountry, masterListOf } from "../../../../testing/documents/issuer.ts";
import { vicalWith } from "../../../../testing/documents/vical.ts";
import { makeAccount } from "../../../../testing/make-account.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../testing/sessions/sessions.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const [amal, bea] = await Promise.all([portrait("amal"), portrait("bea")]);
const [utopia, arcadia] = [makeCountry(), makeCountry()];
const pem = ({ csca }: typeof utopia) => new X509Certificate(csca).toString();
const idOf = ({ csca }: typeof utopia) => new X509Certificate(csca).fingerprint256.replaceAll(":", "").toLowerCase();

async function start(t: TestContext, kind: StoreKind) {
  const service = await startSessionService(t, { kind });
  const { store } = service;
  const keys = { store, now: Date.now, changed: () => service.access.callers.forget() };
  const stranger = async () => {
    const account = { email: "eve@example.com", plan: "unlimited" };
    const { account: made } = await makeAccount(store, commandLine, account, Date.now());
    const scopes = ["trust:write", "verify"] as const;
    const key = await madeKey(keys, commandLine, made.id, { name: "Eve", kind: "private", scopes });
    return { id: made.id, key: key.secret };
  };
  const { secret: key } = await service.makeKey({ scopes: ["trust:write", "verify"] });
  const { secret: testKey } = await service.makeKey({ kind: "test", scopes: ["trust:write", "verify"] });
  const add = (certificates: string, by = key) => service.ask("POST", "/trust_anchors", { certificates }, by);
  const list = async (by = key) =>
    (await service.ask("GET", "/trust_anchors", undefined, by)).body.data.trust_anchors.map(
      ({ id }: { readonly id: string }) => id,
    );
  /** The result for a document of the country. */
  const outcome = async ({ sodOf }: typeof utopia, by = key) => {
    const file = dg2(faceRecord(bea));
    const document = { reference_document: file, document_format: "dg2", sod: sodOf(file) };
    const { body } = await service.ask("POST", "/verify", formOf({ ...document, selfie: amal }), by);
    return body.error?.code ?? body.data.reference.document.signed;
  };
  return { ...service, stranger, key, testKey, add, list, outcome };
}

onEachStore("trust anchors of an account", (kind) => {
  test("an authority is trusted from when it is added to when it is removed, and by no other account", async (t) => {
    const { ask, add, list, outcome, stranger, key, store } = await start(t, kind);
    const eve = await stranger();
    assert.equal(await outcome(utopia), "document_issuer_unknown");
    const added = await add(pem(utopia));
    assert.equal(added.status, 201);
    const [{ expires_at, created_at, ...anchor }] = added.body.data.trust_anchors;
    assert.deepEqual(anchor, {
      id: idOf(utopia),
      name: "Utopia CSCA 1",
      country: "UT",
      document_types: null,
      test: false,
    });
    assert.ok(Date.parse(expires_at) > Date.now() && Date.parse(created_at) <= Date.now());
    assert.equal(await outcome(utopia), true);
    assert.equal(await outcome(arcadia), "document_issuer_unknown");

    assert.equal(await outcome(utopia, eve.key), "document_issuer_unknown");
    assert.deepEqual(await list(eve.key), []);
    const remove = (by: string) => ask("DELETE", `/trust_anchors/${idOf(utopia)}`, undefined, by);
    assert.equal((await remove(eve.key)).body.error.code, "trust_anchor_not_found");
    await add(pem(utopia), eve.key);

    assert.deepEqual((await remove(key)).body.data, { id: idOf(utopia), deleted: true });
    assert.equal((await remove(key)).body.error.code, "trust_anchor_not_found");
    assert.equal(await outcome(utopia), "document_issuer_unknown");
    assert.equal(await outcome(utopia, eve.key), true, "theirs is another");
    const noted = await store.db.selectFrom("audit").selectAll().where("action", "like", "trust_anchor%").execute();
    assert.deepEqual(
      noted.map(({ action, target, account_id }) => [action, target, account_id === eve.id]),
      [
        ["trust_anchor_added", idOf(utopia), false],
        ["trust_anchor_added", idOf(utopia), true],
        ["trust_anchor_removed", idOf(utopia), false],
      ],
    );
  });

  test("those of test keys are for requests of test keys alone", async (t) => {
    const { add, list, outcome, testKey } = await start(t, kind);
    await add(pem(utopia), testKey);
    await add(pem(arcadia));
    assert.deepEqual([await list(), await list(testKey)], [[idOf(arcadia)], [idOf(utopia)]]);
    assert.deepEqual([await outcome(utopia), await outcome(utopia, testKey)], ["document_issuer_unknown", true]);
    assert.deepEqual([await outcome(arcadia), await outcome(arcadia, testKey)], [true, "document_issuer_unknown"]);
  });

  test("an authority of two files counts for the documents of both", async (t) => {
    const { add, ask, outcome, key } = await start(t, kind);
    const types = async () =>
      (await ask("GET", "/trust_anchors", undefined, key)).body.data.trust_anchors[0].document_types as string[];
    const listed = (docTypes: readonly string[]) =>
      vicalWith(arcadia.documentSigner, [utopia.csca], { docTypes }).toString("base64");
    await add(listed(["org.iso.18013.5.1.mDL"]));
    assert.deepEqual([await types(), await outcome(utopia)], [["driving_license"], "document_issuer_unknown"]);
    const both = await add(masterListOf(utopia.csca).toString("base64"));
    assert.deepEqual(both.body.data.trust_anchors[0].document_types, ["travel_document", "driving_license"]);
    assert.deepEqual([await types(), await outcome(utopia)], [["travel_document", "driving_license"], true]);
    await add(pem(utopia));
    await add(listed(["org.iso.18013.5.1.mDL"]));
    assert.equal(await types(), null, "what was added by itself counts for all that it signs");
  });

  test("PEM, DER and a master list; what is none, and what is too many, has a code", async (t) => {
    const { ask, add, list, store, key } = await start(t, kind);
    assert.equal((await add(pem(utopia) + pem(utopia))).body.data.trust_anchors.length, 1);
    assert.equal((await add(arcadia.csca.toString("base64").replaceAll(/.{76}/g, "$&\n"))).status, 201);
    const both = await add(masterListOf(utopia.csca, arcadia.csca).toString("base64"));
    assert.equal(both.body.data.trust_anchors.length, 2);
    assert.equal((await list()).length, 2);
    const signer = new X509Certificate(utopia.documentSigner.certificate).toString();
    for (const none of ["nothing", Buffer.from("nothing").toString("base64"), signer, "-----BEGIN CERTIFICATE-----"]) {
      const { error } = (await add(none)).body;
      assert.deepEqual([error.code, error.param], ["certificate_unreadable", "certificates"], none);
    }
    for (const wrong of ["", "A".repeat(400_000)]) {
      assert.equal((await add(wrong)).body.error.code, "invalid_parameter");
    }

    const page = (await ask("GET", "/trust_anchors?limit=1", undefined, key)).body.data;
    const next = (await ask("GET", `/trust_anchors?limit=1&cursor=${page.next_cursor}`, undefined, key)).body.data;
    assert.notEqual(page.trust_anchors[0].id, next.trust_anchors[0].id);
    assert.equal(next.next_cursor, null);

    const row = await store.db.selectFrom("account_trust_anchors").selectAll().limit(1).executeTakeFirstOrThrow();
    const more = Array.from({ length: accountAnchorsMax - 2 }, (_, i) => ({ ...row, id: `other-${i}` }));
    await store.db.insertInto("account_trust_anchors").values(more).execute();
    assert.equal((await add(pem(utopia))).status, 201, "it is there");
    assert.equal((await add(pem(makeCountry()))).body.error.code, "too_many_trust_anchors");
  });
});
