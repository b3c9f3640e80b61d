import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";

onEachStore("branding by API", (kind) => {
  test("live sessions need a name and a privacy policy, test sessions do not", async (t) => {
    const { ask, create, visit, makeKey } = await startSessionService(t, { kind, branded: false });
    const { secret: testKey } = await makeKey({ kind: "test" });
    assert.equal((await create({}, testKey)).status, 201);
    const refused = await create();
    assert.deepEqual([refused.status, refused.body.error.code], [422, "branding_incomplete"]);
    const change = (body: object) => ask("POST", "/branding", body);
    assert.equal((await change({ name: "Shop" })).status, 200);
    assert.equal((await create()).status, 422, "a name alone");
    const more = { privacy_url: "https://shop.example/privacy", controller: "Shop Ltd.", contact: "help@shop.example" };
    const changed = await change(more);
    assert.deepEqual(changed.body.data, { name: "Shop", accent: null, logo_url: null, ...more });
    assert.deepEqual((await ask("GET", "/branding")).body.data, changed.body.data);
    const made = await create();
    assert.equal(made.status, 201);
    const { purpose } = (await visit(made.secret).state()).body.data;
    assert.deepEqual(purpose, { name: "Shop", accent: null, logo_url: null, ...more });
    await change({ privacy_url: null });
    assert.equal((await create()).status, 422, "without the policy");
  });

  test("an account that made live sessions before goes on", async (t) => {
    const { create, store } = await startSessionService(t, { kind, branded: false });
    await store.db.updateTable("accounts").set({ branding_optional: 1 }).execute();
    assert.equal((await create()).status, 201);
  });

  test("what no page could show is refused, and test keys change nothing", async (t) => {
    const { ask, makeKey } = await startSessionService(t, { kind, branded: false });
    for (const body of [
      { name: "" },
      { name: "x".repeat(61) },
      { name: "a\u0000b" },
      { accent: "red" },
      { accent: "#fff" },
      { privacy_url: "http://shop.example" },
      { privacy_url: "https://a:b@shop.example" },
      { privacy_url: "javascript:alert(1)" },
      { privacy_url: `https://shop.example/${"x".repeat(2048)}` },
      { contact: "the desk" },
      { contact: "javascript:alert(1)" },
      { controller: "" },
      { controller: "x".repeat(201) },
    ]) {
      const { status, body: answer } = await ask("POST", "/branding", body);
      assert.deepEqual(
        [status, answer.error.code, answer.error.param],
        [400, "invalid_parameter", Object.keys(body)[0]],
      );
    }
    const { secret: testKey } = await makeKey({ kind: "test" });
    assert.equal((await ask("POST", "/branding", { name: "x" }, testKey)).body.error.code, "live_key_required");
  });
});
