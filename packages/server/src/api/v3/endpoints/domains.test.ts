import assert from "node:assert/strict";
import { test } from "node:test";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

onEachStore("domains by key", (kind) => {
  test("a live key with the scope keys:write adds and removes them; others do not", async (t) => {
    const { ask, makeKey, apiKey } = await startSessionService(t, { kind });
    const { secret } = await makeKey({ scopes: ["keys:write"] });
    const { secret: testKey } = await makeKey({ kind: "test", scopes: ["keys:write"] });
    const domain = "*.photos.example";
    const add = (by: string) => ask("POST", "/domains", { domain }, by);
    assert.deepEqual((await add(apiKey)).body.error.code, "scope_missing");
    assert.deepEqual((await add(testKey)).body.error.code, "live_key_required");
    assert.deepEqual((await add(secret)).body.data, { domain });
    const list = async () => (await ask("GET", "/domains", undefined, secret)).body.data;
    assert.deepEqual(await list(), { domains: [domain], installation: [] });
    const remove = () => ask("DELETE", `/domains/${encodeURIComponent(domain)}`, undefined, secret);
    assert.deepEqual((await remove()).body.data, { id: domain, deleted: true });
    assert.equal((await remove()).status, 404);
    // Of 253 characters, the most that a host name has.
    const longest = `${"a".repeat(57)}.${"b".repeat(62)}.${"c".repeat(61)}.${"d".repeat(62)}.example`;
    assert.deepEqual([longest.length, (await ask("POST", "/domains", { domain: longest }, secret)).status], [253, 201]);
    const removed = await ask("DELETE", `/domains/${longest}`, undefined, secret);
    assert.deepEqual(removed.body.data, { id: longest, deleted: true });
    const wrong = (await ask("POST", "/domains", { domain: "https://a.example" }, secret)).body.error;
    assert.deepEqual([wrong.code, wrong.param], ["invalid_parameter", "domain"]);
  });
});
