import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";

onEachStore("retention by API", (kind) => {
  test("a key with its scope shortens what is stored, period by period, and within the installation's", async (t) => {
    const { ask, makeKey } = await startSessionService(t, { kind });
    const { secret } = await makeKey({ scopes: ["keys:write"] });
    const installation = { sessions_days: 90, batch_results_days: 30, request_log_days: 7 };
    const none = { sessions_days: null, batch_results_days: null, request_log_days: null };
    assert.deepEqual((await ask("GET", "/retention")).body.data, { ...none, installation });
    const change = (body: object, key?: string) => ask("POST", "/retention", body, key);
    assert.equal((await change({ sessions_days: 7 })).body.error.code, "scope_missing");
    assert.deepEqual((await change({ sessions_days: 7 }, secret)).body.data, {
      ...none,
      sessions_days: 7,
      installation,
    });
    const changed = await change({ request_log_days: 2 }, secret);
    assert.deepEqual(changed.body.data, { ...none, sessions_days: 7, request_log_days: 2, installation });
    assert.deepEqual((await ask("GET", "/retention")).body.data, changed.body.data);
    assert.deepEqual((await change({ sessions_days: null }, secret)).body.data.sessions_days, null);
    for (const body of [{ sessions_days: 91 }, { batch_results_days: 0 }, { request_log_days: "7" }]) {
      const { status, body: answer } = await change(body, secret);
      const expected = [400, "invalid_parameter", Object.keys(body)[0]];
      assert.deepEqual([status, answer.error.code, answer.error.param], expected);
    }
    assert.match((await change({ sessions_days: 91 }, secret)).body.error.hint, /90 days/);
  });
});
