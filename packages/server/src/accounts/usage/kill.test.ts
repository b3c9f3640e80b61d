import assert from "node:assert/strict";
import { test } from "node:test";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { openStore } from "@selfsame/platform/store/store";
import type { StoreConfig } from "@selfsame/platform/store/store";
import { createAccess } from "../../create-access.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { insertKey, listKeys } from "../keys/keys.ts";
import { listSignIns, startSignIn } from "../people/accounts/sign-in-sessions.ts";
import { isFuzzRun } from "../../../../../testing/fuzz-runs.ts";
import { startNode } from "../../../testing/nodes/start-node.ts";
import type { TestNode } from "../../../testing/nodes/start-node.ts";

const kills = isFuzzRun ? 20 : 5;
const callers = 8;

/** Sends requests until the node is killed, after this many responses. @returns how many responses arrived complete */
async function loadUntilKilled(node: TestNode, key: string, responses: number): Promise<number> {
  let received = 0;
  const call = async () => {
    for (;;) {
      const answer = await node.ask("/verify", key).catch(() => undefined);
      if (!answer) return;
      assert.equal(answer.status, 200);
      received++;
      // Not awaited: the other callers have requests under way at that moment.
      if (received === responses) void node.kill();
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return received;
}

/** Creates a key and a session from a process other than the node, while the node is under load. */
async function makeSomethingToLose(config: StoreConfig, name: string): Promise<void> {
  const { db, close } = await openStore(config);
  const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id: userId } = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  await insertKey(db, id, { name, kind: "private" }, Date.now());
  await startSignIn(
    db,
    { userId, accountId: id, signedInBy: "password" },
    { address: "127.0.0.1", userAgent: "" },
    Date.now(),
  );
  await close();
}

onEachStore("kill -9 under load", (kind) => {
  test(`${kills} times: every response received is counted, nothing is lost, no repair is needed`, async (t) => {
    const config = await freshConfig(t, kind);
    let store = await openStore(config);
    const { apiKey = "" } = await prepareFirstStart(store);
    await store.close();

    let received = 0;
    for (let kill = 0; kill < kills; kill++) {
      const node = await startNode(t, config);
      const making = makeSomethingToLose(config, `key ${kill}`);
      received += await loadUntilKilled(node, apiKey, 20 + kill * 7);
      await making;
    }

    store = await openStore(config);
    const access = createAccess({ store });
    t.after(async () => {
      await access.stop();
      await store.close();
    });
    assert.equal((await access.identify(`Bearer ${apiKey}`)).outcome, "known");
    const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    assert.equal((await listKeys({ store, now: Date.now, changed: () => {} }, id)).length, kills + 1);
    const { id: userId } = await store.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    assert.equal((await listSignIns(store.db, userId, Date.now())).length, kills);
    const { counted } = await store.db
      .selectFrom("usage")
      .select((eb) => eb.fn.sum<number>("count").as("counted"))
      .executeTakeFirstOrThrow();
    t.diagnostic(`responses received: ${received}, usage counted: ${counted}`);
    assert.ok(counted >= received, `${counted} counted, ${received} received`);
    assert.ok(counted <= received + kills * callers, "at most what was under way at each kill comes on top");
  });
});
