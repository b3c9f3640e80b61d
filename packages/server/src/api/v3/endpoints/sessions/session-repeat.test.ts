import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, startSessionService } from "../../../../../testing/sessions/sessions.ts";

const amal = await portrait("amal");

onEachStore("a session for a person who is stuck, by a key", (kind) => {
  test("has a new link; the one before opens nothing", async (t) => {
    const { ask, create, makeKey, visit } = await startSessionService(t, { kind });
    const { session, secret } = await create();
    const renew = (key?: string) => ask("POST", `/sessions/${session.id}/link`, undefined, key);
    const renewed = await renew();
    assert.deepEqual([renewed.status, renewed.body.data.links], [200, 2]);
    assert.equal((await visit(secret).state()).body.error.code, "session_link_invalid");
    assert.equal((await visit(renewed.body.data.url.split("#")[1]).state()).status, 200);
    const [tests, verify] = [await makeKey({ kind: "test" }), await makeKey({ scopes: ["verify"] })];
    assert.equal((await renew(tests.secret)).body.error.code, "session_not_found");
    assert.equal((await renew(verify.secret)).body.error.code, "scope_missing");
    const both = await Promise.all([renew(), renew()]);
    assert.deepEqual([both[0].status, both[1].status], [200, 200]);
    assert.deepEqual(new Set(both.map(({ body }) => body.data.links)), new Set([3, 4]));
    await ask("POST", `/sessions/${session.id}/cancel`);
    assert.equal((await renew()).body.error.code, "session_ended");
  });

  test("is repeated with what the first demanded of a later reference", async (t) => {
    const { ask, store } = await startSessionService(t, { kind });
    const first = await ask("POST", "/sessions", { compare_limit: 1, require_signed_document: true, receipt: true });
    await ask("POST", `/sessions/${first.body.data.id}/cancel`);
    const { id } = (await ask("POST", `/sessions/${first.body.data.id}/repeat`, {})).body.data;
    const row = await store.db
      .selectFrom("verification_sessions")
      .select(["require_signed_document", "receipt_photos"])
      .where("id", "=", id)
      .executeTakeFirst();
    assert.deepEqual({ ...row }, { require_signed_document: 1, receipt_photos: "[]" });
  });

  test("is repeated with the photo, once however often the request is sent, and within the key's demands", async (t) => {
    const { ask, create, makeKey } = await startSessionService(t, { kind });
    const { session } = await create(formOf({ reference: amal, external_id: "c-7" }));
    const repeat = (key?: string, body: FormData | undefined = formOf({ reference: amal }), headers = {}) =>
      ask("POST", `/sessions/${session.id}/repeat`, body, key, headers);
    assert.equal((await repeat()).body.error.code, "session_under_way");
    await ask("POST", `/sessions/${session.id}/cancel`);
    const bare = (await ask("POST", `/sessions/${session.id}/repeat`, {})).body.error;
    assert.deepEqual([bare.code, bare.param], ["missing_file", "reference"]);

    const once = { "idempotency-key": "repeat-1" };
    const [first, again] = [await repeat(undefined, undefined, once), await repeat(undefined, undefined, once)];
    assert.equal(first.status, 201);
    const { id, external_id, has_reference, url, references } = first.body.data;
    assert.deepEqual([external_id, has_reference, references[0].used], ["c-7", true, true]);
    assert.deepEqual([again.body.data.id, again.body.data.url], [id, url]);

    const [signed, live] = [
      await makeKey({ scopes: ["sessions"], requireSignedDocument: true }),
      await makeKey({ scopes: ["sessions"], requirePassiveLiveness: true }),
    ];
    assert.equal((await repeat(signed.secret)).body.error.code, "document_signature_required");
    const byLive = (await repeat(live.secret)).body.data;
    assert.deepEqual([byLive.passive_liveness, byLive.key_id], [true, live.id]);
    const tests = await makeKey({ kind: "test" });
    assert.equal((await repeat(tests.secret)).body.error.code, "session_not_found");
  });

  test("is returned again also where an earlier version stored the response, without the fields of today", async (t) => {
    const { ask, store } = await startSessionService(t, { kind });
    const create = () => ask("POST", "/sessions", {}, undefined, { "idempotency-key": "made-1" });
    const first = (await create()).body.data;
    const stored = await store.db.selectFrom("idempotency_keys").select("answer").executeTakeFirstOrThrow();
    const { links: _links, key_name: _name, assignee: _assignee, ...data } = JSON.parse(stored.answer ?? "").data;
    await store.db
      .updateTable("idempotency_keys")
      .set({ answer: JSON.stringify({ data }) })
      .execute();
    assert.deepEqual((await create()).body.data, first);
  });

  test("after a document needs the document", async (t) => {
    const { ask, create, store } = await startSessionService(t, { kind });
    const { session } = await create(formOf({ reference: amal }));
    await ask("POST", `/sessions/${session.id}/cancel`);
    await store.db.updateTable("verification_sessions").set({ document: "{}" }).execute();
    const { body } = await ask("POST", `/sessions/${session.id}/repeat`, formOf({ reference: amal }));
    assert.equal(body.error.code, "document_needed");
  });
});
