/** Stepwise challenges on two nodes with one store, with real photos. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import type { Task } from "@selfsame/face/assess/gestures";
import { defaultRetention } from "../../../features/retention/periods.ts";
import { sweepStore } from "../../../features/retention/retention.ts";
import { type Engine, EngineUnavailable } from "@selfsame/photo/engine/engine";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { neutralFrame, pictureOf, stepFrame } from "../../../../testing/challenge/perform.ts";
import { setTurn } from "../../../../testing/challenge/set-steps.ts";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { createChallenges } from "../challenges.ts";
import { unpassedMax } from "../draw.ts";
import { challengeLifeMs } from "../ledger.ts";

const models = await testModels();
const comparison = createComparison(models);
const engine = rememberingEngine(await sharedEngine());
const ada = await pictureOf("ada", engine);
const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];
const look = { signal: new AbortController().signal, observe: () => {} };
/** How long a person takes for a step. */
const aStepMs = 3000;

async function start(t: TestContext, kind: StoreKind, change: Partial<Engine> = {}) {
  const store = await freshStore(t, kind);
  const accountId = "acc_1";
  for (const id of [accountId, "acc_2"]) {
    await store.db.insertInto("accounts").values({ id, plan: "unlimited", created_at_ms: 1 }).execute();
  }
  const clock = { nowMs: Date.now() };
  const analyze = change.analyze ?? engine.analyze.bind(engine);
  const deps = {
    store,
    seal: createSeal(randomBytes(32)),
    engine: { analyze, requireRoom: () => () => {}, stop: async () => {} },
    comparison,
    manifest: models.manifest,
    now: () => clock.nowMs,
  };
  const nodes = [createChallenges(deps), createChallenges(deps)] as const;
  const draw = async (requester = "network:198.51.100.7") => {
    const started = await nodes[0].start({ accountId, requester, stepwise: true });
    assert.ok(started.outcome === "opened" && started.turn);
    return { ...started.challenge, turn: started.turn };
  };
  const sendStep = async (
    id: string,
    frame: Buffer,
    node = nodes[0],
    of = accountId,
    capturedAfterMs = aStepMs - 200,
  ) => node.step(of, id, { frame, capturedAfterMs: [capturedAfterMs] }, look);
  /** Performs the steps, on the nodes in turn. @returns the last answer */
  const performSteps = async (id: string, moment: number, of: readonly Task[] = tasks) => {
    for (const [i, task] of of.entries()) {
      await setTurn(store, id, i + 1, tasks[i] as Task);
      clock.nowMs += aStepMs;
      const answer = await sendStep(id, await stepFrame(ada, task, moment), nodes[i % 2]);
      assert.ok(answer.outcome === "next", answer.outcome);
      assert.equal(answer.turn.task === undefined, i === of.length - 1);
    }
  };
  const rows = async () => (await store.db.selectFrom("challenge_turns").selectAll().execute()).length;
  return { store, accountId, clock, nodes, draw, sendStep, performSteps, rows };
}

onEachStore("stepwise challenges", (kind) => {
  test("each step on another node, and the selfie: it passes once, and nothing of the frames is left", async (t) => {
    const { store, accountId, clock, nodes, draw, performSteps, rows } = await start(t, kind);
    const { id } = await draw();
    await performSteps(id, 1);
    const turns = await store.db.selectFrom("challenge_turns").select("frame").execute();
    assert.deepEqual(
      turns.map(({ frame }) => frame?.slice(0, 3)),
      ["v1.", "v1.", "v1.", undefined],
    );
    clock.nowMs += 500;
    const selfie = await neutralFrame(ada, 1);
    const done = await nodes[1].complete(accountId, id, { selfie, frames: [] }, look);
    assert.equal(done.outcome, "passed");
    const token = done.outcome === "passed" ? done.token : "";
    assert.ok(await nodes[0].check(token, { accountId, selfie }));
    assert.equal((await nodes[0].complete(accountId, id, { selfie, frames: [] }, look)).outcome, "completed");
    assert.equal(await rows(), 0);
  });

  test("another movement, and a frame of an earlier challenge, fail, and there is no second attempt", async (t) => {
    const { accountId, nodes, draw, performSteps, rows } = await start(t, kind);
    const complete = async (id: string, moment: number) =>
      nodes[0].complete(accountId, id, { selfie: await neutralFrame(ada, moment), frames: [] }, look);
    const wrong = await draw();
    await performSteps(wrong.id, 3, [{ dot: 150 }, "blink", { dot: -20 }]);
    assert.deepEqual(await complete(wrong.id, 3), {
      outcome: "failed",
      doubt: { reason: "step_not_seen", frame: 1 },
    });
    assert.equal((await complete(wrong.id, 3)).outcome, "used_up");
    const again = await draw();
    await performSteps(again.id, 3);
    assert.deepEqual(await complete(again.id, 6), { outcome: "failed", doubt: { reason: "seen_before" } });
    assert.equal(await rows(), 0);
  });

  test("of the times it is the service's that counts: too early and too late end the challenge", async (t) => {
    const { accountId, clock, nodes, draw, sendStep, performSteps, rows } = await start(t, kind);
    const frame = await stepFrame(ada, tasks[0] as Task, 9);
    const sendAfter = async (passedMs: (turn: { notBeforeMs: number; untilMs: number }) => number, says?: number) => {
      const { id, turn } = await draw();
      const ms = passedMs(turn);
      clock.nowMs += ms;
      const { outcome } = await sendStep(id, frame, nodes[1], accountId, says ?? ms);
      assert.equal(
        outcome === "next" ? undefined : (await sendStep(id, frame)).outcome,
        outcome === "next" ? undefined : "used_up",
      );
      return outcome;
    };
    assert.equal(await sendAfter(({ notBeforeMs }) => notBeforeMs - 1), "step_too_early");
    assert.equal(await sendAfter(({ untilMs }) => untilMs + 1), "step_too_late");
    assert.equal(await sendAfter(() => 3000, 100), "step_too_early", "it was taken before");
    assert.equal(await sendAfter(() => 3000, 3100), "step_too_early", "it was taken after it came");
    assert.equal(await rows(), 0);
    assert.equal(await sendAfter(({ notBeforeMs }) => notBeforeMs), "next");
    assert.equal(await sendAfter(({ untilMs }) => untilMs), "next");

    const { id } = await draw("session:1");
    await performSteps(id, 12);
    clock.nowMs += 10_001;
    const late = await nodes[0].complete(accountId, id, { selfie: await neutralFrame(ada, 12), frames: [] }, look);
    assert.equal(late.outcome, "step_too_late");
  });

  test("one frame a step: of two at once one is taken; the selfie comes last, and nothing comes from others", async (t) => {
    const { store, accountId, clock, nodes, draw, sendStep } = await start(t, kind);
    const { id } = await draw();
    await setTurn(store, id, 1, tasks[0] as Task);
    clock.nowMs += aStepMs;
    const [frame, selfie] = [await stepFrame(ada, tasks[0] as Task, 15), await neutralFrame(ada, 15)];
    assert.equal((await sendStep(id, frame, nodes[0], "acc_2")).outcome, "not_found");
    assert.equal((await sendStep("chl_none", frame)).outcome, "not_found");
    assert.equal((await nodes[0].complete(accountId, id, { selfie, frames: [] }, look)).outcome, "out_of_order");
    const withFrames = { selfie, frames: [frame, frame, frame] };
    assert.equal((await nodes[0].complete(accountId, id, withFrames, look)).outcome, "out_of_order");
    const both = await Promise.all(nodes.map((node) => sendStep(id, frame, node)));
    const taken = both.filter(({ outcome }) => outcome === "next");
    assert.ok(taken.length > 0 && both.every(({ outcome }) => outcome === "next" || outcome === "out_of_order"));
    // A retry because the answer was lost: the same answer, with the remaining time.
    const [first] = taken;
    assert.ok(first?.outcome === "next");
    clock.nowMs += 400;
    const again = await sendStep(id, frame, nodes[1]);
    assert.ok(again.outcome === "next");
    assert.deepEqual(again.turn.task, first.turn.task);
    assert.equal(again.turn.untilMs, first.turn.untilMs - 400);
    assert.equal((await store.db.selectFrom("challenge_turns").selectAll().execute()).length, 2);
    // Another frame this early counts for the next step.
    assert.equal((await sendStep(id, selfie)).outcome, "step_too_early");

    const old = await nodes[0].start({ accountId, requester: "session:2" });
    assert.ok(old.outcome === "opened");
    assert.equal((await sendStep(old.challenge.id, frame)).outcome, "out_of_order");
  });

  test("a frame that there was no room for can be sent again", async (t) => {
    let busy = 1;
    const analyze: Engine["analyze"] = (...photo) =>
      busy-- > 0 ? Promise.reject(new EngineUnavailable("busy")) : engine.analyze(...photo);
    const { clock, draw, sendStep } = await start(t, kind, { analyze });
    const { id } = await draw();
    clock.nowMs += aStepMs;
    const frame = await stepFrame(ada, "blink", 18);
    await assert.rejects(sendStep(id, frame), EngineUnavailable);
    assert.equal((await sendStep(id, frame)).outcome, "next");
  });

  test("what was drawn and left costs steps and in the end all of them, and its frames are cleaned away", async (t) => {
    const { store, accountId, clock, nodes, draw, sendStep, rows } = await start(t, kind);
    const totals = [];
    for (let i = 0; i < 11; i++) totals.push((await draw()).plan?.total);
    assert.deepEqual(totals, [3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5]);
    const firsts = new Set<string>();
    for (let i = 11; i < unpassedMax; i++) firsts.add(JSON.stringify((await draw()).turn.task));
    assert.ok(firsts.size > 20, "to draw again is to be asked for something else");
    const requester = "network:198.51.100.7";
    assert.equal((await nodes[1].start({ accountId, requester, stepwise: true })).outcome, "too_many_left");
    assert.equal(
      (await nodes[1].start({ accountId, requester })).outcome,
      "too_many_left",
      "in the other mode as well",
    );

    const { id } = await draw("session:3");
    clock.nowMs += aStepMs;
    assert.equal((await sendStep(id, await stepFrame(ada, "blink", 21))).outcome, "next");
    clock.nowMs += challengeLifeMs + 1;
    assert.equal((await sendStep(id, await stepFrame(ada, "blink", 24))).outcome, "expired");
    await sweepStore(store, clock.nowMs, silent, defaultRetention);
    assert.equal(await rows(), 0);
  });
});
