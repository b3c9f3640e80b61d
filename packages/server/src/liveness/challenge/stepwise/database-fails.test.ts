/** A stepwise challenge while the database is briefly unavailable: retries are accepted, and nothing of them counts as seen. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { Task } from "@selfsame/face/assess/gestures";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { neutralFrame, pictureOf, stepFrame } from "../../../../testing/challenge/perform.ts";
import { setTurn } from "../../../../testing/challenge/set-steps.ts";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { failingStore } from "@selfsame/platform/testing/store/failing-store";
import { isFuzzRun } from "../../../../../../testing/fuzz-runs.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { createChallenges } from "../challenges.ts";
import { createStepTurns } from "./step-turns.ts";

const models = await testModels();
const comparison = createComparison(models);
const engine = rememberingEngine(await sharedEngine());
const ada = await pictureOf("ada", engine);
const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];
const look = { signal: new AbortController().signal, observe: () => {} };
const aStepMs = 3000;

onEachStore("a database that is away for a moment", (kind) => {
  test("whichever statement fails, the same frame and the same selfie are taken when they are sent again", async (t) => {
    const store = await freshStore(t, kind);
    const accountId = "acc_1";
    await store.db.insertInto("accounts").values({ id: accountId, plan: "unlimited", created_at_ms: 1 }).execute();
    const failing = failingStore(store);
    const clock = { nowMs: Date.now() };
    const challenges = createChallenges({
      store: failing.store,
      seal: createSeal(randomBytes(32)),
      engine: { analyze: engine.analyze.bind(engine), requireRoom: () => () => {}, stop: async () => {} },
      comparison,
      manifest: models.manifest,
      now: () => clock.nowMs,
    });
    const again = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        assert.ok(error instanceof StoreUnavailable, String(error));
        return work();
      }
    };
    // Every third statement, others on the other database; every statement in `npm run test:fuzz`.
    const [first, step] = isFuzzRun ? [0, 1] : [kind === "sqlite" ? 0 : 1, 3];
    let statements = first;
    for (let failed = true; failed; statements += step) {
      // Frames of the last round would count as seen, which is not tested here.
      await store.db.deleteFrom("challenge_frames").execute();
      failing.failAt(Infinity);
      const started = await challenges.start({ accountId, requester: `network:${statements}`, stepwise: true });
      assert.ok(started.outcome === "opened");
      const { id } = started.challenge;
      for (const [i, task] of tasks.entries()) {
        await setTurn(store, id, i + 1, task);
        clock.nowMs += aStepMs;
        const frame = await stepFrame(ada, task, 1);
        if (i === 0) failing.failAt(statements);
        const sent = { frame, capturedAfterMs: [aStepMs - 200] };
        const answer = await again(() => challenges.step(accountId, id, sent, look));
        assert.equal(answer.outcome, "next", `step ${i + 1}, statement ${statements}`);
      }
      const selfie = await neutralFrame(ada, 1);
      const done = await again(() => challenges.complete(accountId, id, { selfie, frames: [] }, look));
      assert.equal(done.outcome, "passed", `selfie, statement ${statements}: ${JSON.stringify(done)}`);
      failed = failing.hasFailed();
    }
    assert.ok(statements > 20, `${statements} statements`);
  });

  test("a turn that was taken by who was never heard of again can be taken after some seconds, until its frame is stored", async (t) => {
    const store = await freshStore(t, kind);
    await store.db.insertInto("accounts").values({ id: "acc_1", plan: "unlimited", created_at_ms: 1 }).execute();
    const row = { id: "chl_1", account_id: "acc_1", steps: "[]", attempts: 0, created_at_ms: 1, expires_at_ms: 1e6 };
    await store.db.insertInto("challenges").values(row).execute();
    const turns = createStepTurns(store);
    const turn = { position: 1, task: "blink", shownAtMs: 0, notBeforeMs: 0, untilMs: 9000 } as const;
    await turns.show("chl_1", turn);
    assert.equal(await turns.take("chl_1", 1, 1000), true);
    assert.equal(await turns.take("chl_1", 1, 2000), false);
    assert.equal(await turns.take("chl_1", 1, 6000), true);
    const settle = () => turns.settle("chl_1", 1, async () => ({ frame: "v1.", next: { ...turn, position: 2 } }));
    const settled = await Promise.all([settle(), settle()]);
    assert.equal(settled.filter(Boolean).length, 1, "of two that were measured one is stored");
    assert.equal(await turns.take("chl_1", 1, 60_000), false);
  });
});
