/** How much of a public key's limits one network can use, counted in memory and in Redis. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, test, type TestContext } from "node:test";
import { silent } from "@selfsame/platform/store/log";
import { openRedis } from "@selfsame/platform/store/redis";
import { freshStore, noRedis, redisUrl } from "@selfsame/platform/testing/store/each-store";
import { testCaller } from "../../../testing/test-caller.ts";
import { createAccess } from "../../create-access.ts";
import type { Plan } from "../access/plans.ts";

const free: Plan = { requestsPerMinute: 20, requestsPerMonth: null, concurrentRequests: 16 };

/** @returns functions that send requests with one public key to the nodes in turn: two nodes if `shared`, otherwise one */
async function nodesUnder(t: TestContext, plan: Plan, { shared }: { readonly shared: boolean }) {
  const store = await freshStore(t, "sqlite");
  const caller = testCaller({ keyId: randomUUID(), accountId: "acc", kind: "public", plan: "free" });
  const nodes = await Promise.all(
    Array.from({ length: shared ? 2 : 1 }, async () => {
      const redis = shared ? openRedis({ url: redisUrl }, silent) : undefined;
      t.after(() => redis?.disconnect());
      if (redis) await once(redis, "ready");
      const access = createAccess({ store, redis, plans: { free: plan } });
      t.after(() => access.stop());
      return access;
    }),
  );
  let next = 0;
  const send = async (address: string) => {
    const admission = await nodes[next++ % nodes.length]?.admit(caller, address);
    assert.ok(admission);
    if (admission.outcome === "admitted") admission.release();
    return admission;
  };
  /** Sends requests one after the other. @returns how many were admitted */
  const sendAll = async (address: string, count: number) => {
    let admitted = 0;
    for (let i = 0; i < count; i++) admitted += Number((await send(address)).outcome === "admitted");
    return admitted;
  };
  return { send, sendAll, access: nodes[0] ?? assert.fail(), caller };
}

for (const shared of [false, true]) {
  void describe(
    `a public key's minute (${shared ? "Redis, two nodes" : "memory"})`,
    { skip: shared && noRedis },
    () => {
      test("is not taken by one network: people from others find room", async (t) => {
        const { sendAll } = await nodesUnder(t, free, { shared });
        assert.equal(await sendAll("203.0.113.7", 40), 10, "half of it, alone");
        for (const honest of ["198.51.100.1", "192.0.2.1", "2001:db8::1", "100.64.0.1"]) {
          assert.equal(await sendAll(honest, 2), 2, honest);
        }
        assert.equal(await sendAll("203.0.113.7", 10), 0, "and no more of it once others have come");
      });

      test("is not taken by what goes on with a challenge, however many steps it has", async (t) => {
        const { sendAll, access, caller } = await nodesUnder(t, free, { shared });
        for (let step = 0; step < 40; step++) {
          const admission = await access.admit(caller, "203.0.113.7", { continues: true });
          assert.equal(admission.outcome, "admitted");
          if (admission.outcome === "admitted") admission.release();
        }
        assert.equal(await sendAll("203.0.113.7", 40), 10, "as many as before");
      });

      test("is not taken by one network that asks for all of it at once", async (t) => {
        const { send, sendAll } = await nodesUnder(t, { ...free, concurrentRequests: null }, { shared });
        const flood = await Promise.all(Array.from({ length: 16 }, () => send("203.0.113.7")));
        assert.equal(flood.filter(({ outcome }) => outcome === "admitted").length, 10);
        assert.equal(await sendAll("198.51.100.1", 2), 2);
      });

      test("is not taken by the many addresses that one party has", async (t) => {
        const { sendAll } = await nodesUnder(t, free, { shared });
        let admitted = 0;
        for (let i = 1; i <= 30; i++) admitted += await sendAll(`203.0.113.${i}`, 1);
        assert.equal(admitted, 10, "of 24 bits of IPv4");
        const other = await nodesUnder(t, free, { shared });
        admitted = 0;
        for (let i = 1; i <= 30; i++) admitted += await other.sendAll(`2001:db8:1:${i}::1`, 1);
        assert.equal(admitted, 10, "of 48 bits of IPv6");
      });

      test("is used up to the last by many networks, and never more than that", async (t) => {
        const { sendAll } = await nodesUnder(t, free, { shared });
        let admitted = 0;
        for (let i = 1; i <= 30; i++) admitted += await sendAll(`10.0.${i}.1`, 3);
        assert.equal(admitted, 20);
      });

      test("reports to a network what is left, and when to retry", async (t) => {
        const { send } = await nodesUnder(t, free, { shared });
        const left: (number | undefined)[] = [];
        for (let i = 0; i < 10; i++) left.push((await send("203.0.113.7")).limits[0]?.remaining);
        assert.deepEqual(left, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        const refused = await send("203.0.113.7");
        assert.ok(
          refused.outcome === "rate_limited" && refused.retryAfterSeconds >= 1 && refused.retryAfterSeconds <= 60,
        );
        assert.deepEqual([refused.limits[0]?.quota, refused.limits[0]?.remaining], [20, 0]);
      });
    },
  );
}

test("a network holds half of a public key's requests at once, not all of them", async (t) => {
  const plan = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: 2 };
  const { access, caller } = await nodesUnder(t, plan, { shared: false });
  const [first, second, other] = [
    await access.admit(caller, "203.0.113.7"),
    await access.admit(caller, "203.0.113.8"),
    await access.admit(caller, "198.51.100.1"),
  ];
  assert.deepEqual([first.outcome, second.outcome, other.outcome], ["admitted", "rate_limited", "admitted"]);
});
