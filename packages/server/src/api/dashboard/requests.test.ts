import assert from "node:assert/strict";
import { test } from "node:test";
import { rowOf } from "../../features/request-log/row.ts";
import { startDashboard } from "../../testing/dashboard-harness.ts";
import { onEachStore } from "../../testing/store/each-store.ts";

onEachStore("dashboard: requests", (kind) => {
  test("a viewer reads the team's, newest first, page by page and as filtered; another team's are not there", async (t) => {
    const { ask, claim, join, addMember, access, store, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = await ask("POST /keys", { name: "shop", kind: "private" }, cookie);
    const found = await access.identify(`Bearer ${made.body.secret}`);
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
      const { status, body } = await ask(`GET /requests${query}`, undefined, as);
      assert.equal(status, 200);
      return { ids: body.requests.map((one: { requestId: string }) => one.requestId).join(), next: body.next, body };
    };
    const { ids, body } = await list("");
    assert.deepEqual([ids, body.keptDays, body.next], ["r-3,r-2,r-1", 7, null]);
    const { id: _id, atMs, ...described } = body.requests[1];
    assert.equal(atMs, now() - 2000);
    assert.deepEqual(described, {
      requestId: "r-2",
      keyId: found.caller.keyId,
      keyName: "shop",
      route: "POST /api/v3/verify",
      status: 422,
      outcome: "error",
      code: "no_face",
      issues: { selfie: ["blurred"] },
      challenge: null,
      light: null,
      stagesMs: { decode: 12.5 },
      durationMs: 40,
      node: "nd_1",
    });
    const first = await list("?limit=2");
    assert.deepEqual([first.ids, (await list(`?limit=2&cursor=${first.next}`)).ids], ["r-3,r-2", "r-1"]);
    for (const [query, expected] of [
      ["?requestId=r-1", "r-1"],
      ["?requestId=r", "r-3,r-2,r-1"],
      ["?requestId=R-1", ""],
      ["?requestId=%25", ""],
      ["?sort=time", "r-1,r-2,r-3"],
      ["?sort=-took&outcome=error", "r-2"],
      ["?outcome=no_face", "r-2"],
      [`?keyId=${found.caller.keyId}&outcome=match`, "r-1"],
      ["?keyId=key_other", ""],
      ["?route=GET%20/api/v3/models", ""],
      [`?fromMs=${now() - 1000}`, "r-3"],
    ] as const) {
      assert.equal((await list(query)).ids, expected, query);
    }
    const other = await addMember(cookie, "other@example.com");
    assert.equal((await list("", other.cookie)).ids, "");
    for (const query of ["?cursor=nowhere", "?limit=501", "?outcome=", "?fromMs=soon", "?colour=red"]) {
      assert.equal((await ask(`GET /requests${query}`, undefined, viewer.cookie)).status, 400, query);
    }
    assert.equal((await ask("GET /requests")).status, 401);
  });
});
