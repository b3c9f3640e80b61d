import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isFuzzRun } from "../../../../../testing/fuzz-runs.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { makeAccount } from "../../../testing/make-account.ts";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { deliveryHandlers } from "./deliver.ts";
import { createEndpoint } from "./endpoints.ts";
import { createPost } from "./post.ts";

/** Enough hosts for 20 endpoints: an account may have five on each. */
const silentHosts = ["a", "b", "c", "d"].map((name) => `${name}.silent.test`);

/** Events of 18 test sessions in fuzz runs, fewer otherwise. */
const events = isFuzzRun ? 36 : 12;

/** Nodes that deliver webhooks: two on PostgreSQL, one on SQLite. */
async function startNodes(t: TestContext, kind: StoreKind) {
  const config = await freshConfig(t, kind);
  const seal = createSeal(randomBytes(32));
  const allowedDomains = ["hooks.test", ...silentHosts];
  const post = createPost({ allowedDomains, allowPrivate: true, resolve: async () => ["127.0.0.1"] });
  const nodes = await Promise.all(
    Array.from({ length: kind === "postgres" ? 2 : 1 }, async () => {
      const store = await openStore(config);
      const queue = openQueue(store, jobKinds);
      const deps = { store, queue, seal, post, now: Date.now };
      return { ...deps, handlers: deliveryHandlers({ ...deps, log: silent }) };
    }),
  );
  const [node] = nodes;
  assert.ok(node);
  await prepareFirstStart(node.store);
  const told = createEvents(node.queue);
  /** An account with endpoints at these addresses. */
  const join = async (name: string, urls: readonly string[]) => {
    const given = { email: `${name}@example.com`, plan: "unlimited" };
    const { account } = await makeAccount(node.store, commandLine, given, Date.now());
    for (const url of urls) assert.ok(await createEndpoint(node, commandLine, account.id, { url, types: [] }));
    // As if they had responded once; otherwise they would receive ten deliveries each and no more.
    await node.store.db
      .updateTable("webhook_endpoints")
      .set({ verified_at_ms: Date.now() })
      .where("account_id", "=", account.id)
      .execute();
    const emit = () =>
      node.store.db
        .transaction()
        .execute((db) => told.emit(db, { accountId: account.id, type: "session.verified", data: {} }));
    return { accountId: account.id, emit };
  };
  const start = () => {
    const workers = nodes.map(({ store, queue, handlers }) => startWorkers({ store, queue, log: silent }, handlers));
    t.after(async () => {
      await Promise.all(workers.map((each) => each.stop()));
      for (const { store } of nodes) await store.close();
    });
    return { wake: () => workers[0]?.wake() };
  };
  return { ...node, join, start };
}

onEachStore("webhooks beside", (kind) => {
  for (const attackers of isFuzzRun ? [1, 6] : [1]) {
    test(`${attackers} with 20 endpoints each that never answer, and ${events * 20} deliveries: another's come`, async (t) => {
      const { store, join, start } = await startNodes(t, kind);
      const hole = await startReceiver(t, () => {});
      const receiver = await startReceiver(t);
      const { port } = new URL(hole.url);
      const silence = Array.from({ length: 20 }, (_, index) => `http://${silentHosts[index % 4]}:${port}/?${index}`);
      const emits: (() => Promise<unknown>)[] = [];
      for (let attacker = 0; attacker < attackers; attacker++) {
        emits.push((await join(`attacker-${attacker}`, silence)).emit);
      }
      const attack = async () => {
        for (const emit of emits) for (let event = 0; event < events / attackers; event++) await emit();
      };
      const untried = async () => {
        const { count } = await store.db
          .selectFrom("webhook_deliveries")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("status", "=", "pending")
          .where("attempts", "=", 0)
          .executeTakeFirstOrThrow();
        return count;
      };
      await attack();
      const { emit } = await join("shop", [receiver.url]);
      const workers = start();
      // Until the attackers hold all that they can get, before the shop's first delivery.
      await until(() => hole.received.length >= 2);
      await setTimeout(isFuzzRun ? 3000 : 300);
      const tookMs: number[] = [];
      const endMs = performance.now() + (isFuzzRun ? 20_000 : 0);
      do {
        // The attack continues, however long its deliveries take.
        if ((await untried()) <= events * 10) await attack();
        const sinceMs = performance.now();
        await emit();
        workers.wake();
        await until(() => receiver.received.length > tookMs.length);
        tookMs.push(performance.now() - sinceMs);
        if (isFuzzRun) await setTimeout(200);
      } while (tookMs.length < 20 || performance.now() < endMs);
      const p95 = tookMs.toSorted((one, other) => one - other)[Math.floor(tookMs.length * 0.95)] ?? Infinity;
      t.diagnostic(`${tookMs.length} deliveries, p95 ${p95.toFixed(0)} ms, most ${Math.max(...tookMs).toFixed(0)} ms`);
      assert.ok((await untried()) > 0, "the attack goes on");
    });
  }
});
