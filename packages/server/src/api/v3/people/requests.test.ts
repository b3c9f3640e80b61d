import assert from "node:assert/strict";
import { test } from "node:test";
import { rowOf } from "../../../features/request-log/row.ts";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

onEachStore("a user of the dashboard: requests", (kind) => {
  test("a viewer reads the team's, newest first, page by page and as filtered; another team's are not there", async (t) => {
    const { ask, claim, join, addMember, access, store, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, cookie);
    const found = await access.identify(`Bearer ${made.body.data.secret}`);
    assert.ok(found.outcome === "known");
    for (const [requestId, outcome, code] of [
      ["r-1", "match", null],
      ["r-2", "error", "no_face"],
      ["r-3", "no_match", null],
    ] as const) {
      const status = code === null ? 200 : 422;
      const row = rowOf(
        {
          holder: found.caller,
          requestId,
          route: "POST /api/v3/verify",
          status,
          outcome,
          code,
          issues: { selfie: ["blurred"] },
          stagesMs: { decode: 12.5 },
          durationMs: 40,
        },
        "nd_1",
        now(),
      );
      await store.db.insertInto("requests").values(row).execute();
      advance(1000);
    }
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    const list = async (query: string, as = viewer.cookie) => {
      const { status, body } = await ask(`GET /api/v3/requests${query}`, undefined, as);
      assert.equal(status, 200, query);
      const { requests, next_cursor: next } = body.data;
      return { ids: requests.map((one: { request_id: string }) => one.request_id).join(), next, data: body.data };
    };
    const { ids, data } = await list("");
    assert.deepEqual([ids, data.kept_days, data.next_cursor], ["r-3,r-2,r-1", 7, null]);
    const { id: _id, answered_at, ...described } = data.requests[1];
    assert.equal(answered_at, new Date(now() - 2000).toISOString());
    assert.deepEqual(described, {
      request_id: "r-2",
      key_id: found.caller.keyId,
      key_name: "shop",
      route: "POST /api/v3/verify",
      status: 422,
      outcome: "error",
      code: "no_face",
      quality_issues: { selfie: ["blurred"] },
      challenge_details: null,
      light: null,
      stages_ms: { decode: 12.5 },
      duration_ms: 40,
      node: "nd_1",
    });
    const first = await list("?limit=2");
    assert.deepEqual([first.ids, (await list(`?limit=2&cursor=${first.next}`)).ids], ["r-3,r-2", "r-1"]);
    for (const [query, expected] of [
      ["?id_prefix=r-1", "r-1"],
      ["?id_prefix=r", "r-3,r-2,r-1"],
      ["?id_prefix=R-1", ""],
      ["?id_prefix=%25", ""],
      ["?sort=answered_at", "r-1,r-2,r-3"],
      ["?sort=-duration_ms&outcome=error", "r-2"],
      ["?outcome=no_face", "r-2"],
      [`?key_id=${found.caller.keyId}&outcome=match`, "r-1"],
      ["?key_id=key_other", ""],
      ["?mode=test", ""],
      ["?mode=live", "r-3,r-2,r-1"],
      ["?route=GET%20/api/v3/models", ""],
      [`?from=${new Date(now() - 1000).toISOString()}`, "r-3"],
    ] as const) {
      assert.equal((await list(query)).ids, expected, query);
    }
    const other = await addMember(cookie, "other@example.com");
    assert.equal((await list("", other.cookie)).ids, "");
    for (const query of ["?cursor=nowhere", "?limit=101", "?outcome=", "?from=soon", "?colour=red"]) {
      assert.equal((await ask(`GET /api/v3/requests${query}`, undefined, viewer.cookie)).status, 400, query);
    }
    assert.equal((await ask("GET /api/v3/requests")).status, 401);
  });
});
