import assert from "node:assert/strict";
import { test } from "node:test";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { silent } from "@selfsame/platform/store/log";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { freshStore } from "@selfsame/platform/testing/store/each-store";
import { createAccess } from "../../create-access.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { createLimitNotice } from "./limit-notice.ts";

const plan = { requestsPerMinute: null, requestsPerMonth: 3, concurrentRequests: null };

onEachStore("a reached limit", (kind) => {
  test("is reported once a month, however many nodes and rejections there are", async (t) => {
    const store = await freshStore(t, kind);
    const { apiKey = "" } = await prepareFirstStart(store);
    let nowMs = Date.UTC(2026, 10, 21, 12);
    const now = () => nowMs;
    const events = createEvents(openQueue(store, jobKinds, now), now);
    const makeNode = () => {
      const monthReached = createLimitNotice({ store, events, log: silent, now });
      const access = createAccess({ store, plans: { unlimited: plan }, now, monthReached });
      t.after(() => access.stop());
      return access;
    };
    const emitted = () => store.db.selectFrom("events").select(["type", "data"]).orderBy("created_at_ms").execute();
    const first = makeNode();
    const found = await first.identify(`Bearer ${apiKey}`);
    assert.equal(found.outcome, "known");
    const { caller } = found;

    for (let request = 0; request < 2; request++) await first.admit(caller);
    assert.deepEqual(await emitted(), [], "one is left");
    assert.equal((await first.admit(caller)).outcome, "admitted");
    const [event, ...more] = await emitted();
    assert.deepEqual([event?.type, more], ["key.limit_reached", []]);
    assert.deepEqual(JSON.parse(event?.data ?? ""), {
      id: caller.keyId,
      limit: "month",
      of: "plan",
      plan: "unlimited",
      quota: 3,
      resets_at: "2026-12-01T00:00:00.000Z",
    });
    assert.equal((await first.admit(caller)).outcome, "quota_exceeded");
    const others = [makeNode(), makeNode()];
    await Promise.all(others.flatMap((node) => Array.from({ length: 5 }, () => node.admit(caller))));
    assert.equal((await emitted()).length, 1);

    nowMs = Date.UTC(2026, 11, 1);
    for (let request = 0; request < 4; request++) await others[0]?.admit(caller);
    assert.equal((await emitted()).length, 2, "and again in the next");
  });
});
