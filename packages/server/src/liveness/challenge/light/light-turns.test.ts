/** Challenges whose screen shows colors, on rendered pictures of a sample photo. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import type { Task } from "@selfsame/face/assess/gestures";
import { boundsOf } from "@selfsame/face/plane/geometry";
import { commandLine } from "@selfsame/platform/audit/audit";
import { prepareFirstStart } from "../../../accounts/people/first-start.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import {
  colorOf,
  film,
  indoors,
  momentsIn,
  type Scene,
  sceneOf,
  stripOf,
} from "../../../../testing/challenge/lit-by-screen.ts";
import { jpegOf, neutralFrame, pictureOf, stepFrame } from "../../../../testing/challenge/perform.ts";
import { setTurn } from "../../../../testing/challenge/set-steps.ts";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { freshStore } from "@selfsame/platform/testing/store/each-store";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { createChallenges } from "../challenges.ts";
import type { StepAnswer } from "../stepwise/stepwise.ts";
import type { NewTurn } from "../stepwise/step-turns.ts";
import { drawLight, type ShownLight } from "./draw-light.ts";
import { countLight } from "./light-tally.ts";
import { lightUse, type LightUse } from "./light-use.ts";
import { changeSetting } from "@selfsame/platform/settings/setting";

const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];
const look = {};
const models = await testModels();
const comparison = createComparison(models);
const engine = rememberingEngine(await sharedEngine());
const ada = await pictureOf("ada", engine);
const bea = await pictureOf("bea", engine);

/** The person in the camera's small pictures. */
async function smallSceneOf({ data, points }: typeof ada): Promise<Scene> {
  const bounds = boundsOf(points);
  const share = 128 / 640;
  const box = {
    x: bounds.x * share,
    y: (bounds.y - bounds.height * 0.2) * share,
    width: bounds.width * share,
    height: bounds.height * 1.2 * share,
  };
  return sceneOf(await jpegOf(data), box, 0.1);
}
const adaSmall = await smallSceneOf(ada);
const beaSmall = await smallSceneOf(bea);

async function start(t: TestContext, use: LightUse) {
  const store = await freshStore(t, "sqlite");
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const random = randomly();
  const clock = { nowMs: 1_800_000_000_000 };
  // Each challenge has another moment: frames that were sent before are recognized.
  let moment = -5;
  const analyze = engine.analyze.bind(engine);
  const challenges = createChallenges({
    store,
    seal: createSeal(randomBytes(32)),
    engine: { analyze, requireRoom: () => () => {}, stop: async () => {} },
    comparison,
    manifest: models.manifest,
    light: use,
    // Fixed random numbers, because not every draw differs enough from other colors.
    drawLight: () => drawLight((below) => Math.floor(below * random())),
    now: () => clock.nowMs,
  });

  /** Performs the steps. @returns the first color, or the request for the selfie */
  const perform = async (light?: boolean) => {
    moment += 3;
    const started = await challenges.start({ accountId, requester: "network:1", stepwise: true, light });
    assert.ok(started.outcome === "opened");
    const { id } = started.challenge;
    let answer: StepAnswer | undefined;
    for (const [i, task] of tasks.entries()) {
      await setTurn(store, id, i + 1, task);
      clock.nowMs += 3000;
      const frame = await stepFrame(ada, task, moment);
      answer = await challenges.step(accountId, id, { frame, capturedAfterMs: [2800] }, look);
    }
    return { id, turn: turnOf(answer) };
  };

  /**
   * Films the colors. @param sees maps a shown color to the one the camera sees @param lateMs delay after the end of each @param scenes the face for
   * each color; the last one for all that follow
   */
  const showAll = async (
    id: string,
    first: NewTurn,
    sees = (color: string) => color,
    lateMs = 150,
    scenes = [adaSmall],
  ) => {
    const shown: { readonly color: string; readonly atMs: number }[] = [];
    const appears = (atMs: number) => colorOf(shown.findLast((one) => one.atMs <= atMs)?.color ?? "#000000");
    const films = scenes.map((scene) => film(scene, indoors, appears, randomly()));
    const lights: ShownLight[] = [];
    let turn = first;
    while (typeof turn.task === "object" && "light" in turn.task) {
      const { light } = turn.task;
      lights.push(light);
      shown.push({ color: sees(light.color), atMs: clock.nowMs });
      const moments = momentsIn(light.ms, lights.length === 1);
      const shoot = films[lights.length - 1] ?? films.at(-1) ?? assert.fail("no film");
      const frame = await stripOf(moments.map((ms) => shoot(clock.nowMs + ms)));
      clock.nowMs += light.ms + lateMs;
      turn = turnOf(await challenges.step(accountId, id, { frame, capturedAfterMs: moments }, look));
    }
    assert.equal(turn.task, undefined);
    return lights;
  };

  const spare = async (id: string) =>
    turnOf(await challenges.step(accountId, id, { frame: new Uint8Array(), capturedAfterMs: [], spared: true }, look));

  /** @returns the outcome of the challenge and of the colors */
  const complete = async (id: string) => {
    const selfie = await neutralFrame(ada, moment);
    const done = await challenges.complete(accountId, id, { selfie, frames: [] }, look);
    if (done.outcome === "failed") return [done.outcome, done.doubt.reason];
    if (done.outcome !== "passed") return [done.outcome];
    const token = await challenges.check(done.token, { accountId, selfie });
    assert.equal(token?.light, done.light);
    return [done.outcome, done.light];
  };
  const choose = (ofTeam: LightUse | null) =>
    changeSetting(store.db, commandLine, accountId, lightUse, ofTeam, clock.nowMs);
  return { store, perform, showAll, spare, complete, choose };
}

function turnOf(answer: StepAnswer | undefined): NewTurn {
  assert.ok(answer?.outcome === "next", answer?.outcome);
  return answer.turn;
}

/** The same random numbers in each test (Lehmer's generator). */
function randomly(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Rotates red, green and blue. */
const turned = (color: string) => `#${color.slice(3)}${color.slice(1, 3)}`;

test("skin that reflects what the screen showed passes, and what the token holds is what was tallied", async (t) => {
  const { store, perform, showAll, complete } = await start(t, "observe");
  const { id, turn } = await perform(true);
  const lights = await showAll(id, turn);
  assert.ok(lights.length === 4 || lights.length === 5);
  assert.deepEqual(lights[0], { color: "#000000", ms: 1500 });
  assert.deepEqual(await complete(id), ["passed", "passed"]);
  const [counted] = await countLight(store, 0);
  assert.deepEqual([counted?.result, counted?.passed, counted?.count], ["passed", true, 1]);
  assert.ok((counted?.correlation ?? 0) >= 0.85, `${counted?.correlation}`);
});

test("a strip may have one picture, and one without a face reflects nothing", async () => {
  const shoot = film(
    adaSmall,
    indoors,
    () => [0, 0, 0],
    () => 0.5,
  );
  const reflectionsOf = async (strip: Buffer, count: number) => {
    const result = await engine.analyze(strip, { strip: count });
    return result.outcome === "analyzed" ? result.strip : undefined;
  };
  const [only] = (await reflectionsOf(await stripOf([shoot(0)]), 1)) ?? [];
  const [red = 0, , blue = 0] = only?.skin ?? [];
  assert.ok(red > blue && blue > 0);
  const wall = Buffer.alloc(128 * 96 * 3, 120);
  assert.deepEqual(await reflectionsOf(await stripOf([wall, wall]), 2), [undefined, undefined]);
});

test("a film of other colors is an attack: reported where colors are observed, rejected where they are required", async (t) => {
  for (const [use, expected] of [
    ["observe", ["passed", "attack"]],
    ["require", ["failed", "other_reflection"]],
  ] as const) {
    const { perform, showAll, complete } = await start(t, use);
    const { id, turn } = await perform(true);
    await showAll(id, turn, turned);
    assert.deepEqual(await complete(id), expected, use);
  }
});

test("another face in the colors is an attack, though it reflects them, and in one of them too", async (t) => {
  const { perform, showAll, complete } = await start(t, "observe");
  for (const scenes of [[beaSmall], [adaSmall, adaSmall, beaSmall, adaSmall]]) {
    const { id, turn } = await perform(true);
    await showAll(id, turn, undefined, undefined, scenes);
    assert.deepEqual(await complete(id), ["passed", "attack"]);
  }
});

test("a team's choice comes before the installation's, except where that is off, and holds for what begins after it", async (t) => {
  const { perform, showAll, complete, choose } = await start(t, "observe");
  await choose("require");
  const { id, turn } = await perform(true);
  await choose("off");
  await showAll(id, turn, turned);
  assert.deepEqual(await complete(id), ["failed", "other_reflection"]);
  const dark = await perform(true);
  assert.equal(dark.turn.task, undefined);
  assert.deepEqual(await complete(dark.id), ["passed", null]);
  await choose(null);
  assert.notEqual((await perform(true)).turn.task, undefined);

  const off = await start(t, "off");
  await off.choose("require");
  assert.equal((await off.perform(true)).turn.task, undefined);
});

test("no reflection, and pictures that come late, are not measurable", async (t) => {
  const observed = await start(t, "observe");
  const first = await observed.perform(true);
  await observed.showAll(first.id, first.turn, () => "#000000");
  assert.deepEqual(await observed.complete(first.id), ["passed", "not_measurable"]);
  const late = await observed.perform(true);
  assert.equal((await observed.showAll(late.id, late.turn, undefined, 3001)).length, 1, "colors end");
  assert.deepEqual(await observed.complete(late.id), ["passed", "not_measurable"]);
  const required = await start(t, "require");
  const dim = await required.perform(true);
  await required.showAll(dim.id, dim.turn, () => "#000000");
  assert.deepEqual(await required.complete(dim.id), ["failed", "light_not_measurable"]);
});

test("who goes without colors, from the start or when they come, and a page that knows of none, are no worse off", async (t) => {
  const { perform, spare, complete } = await start(t, "require");
  const before = await perform(false);
  assert.equal(before.turn.task, undefined);
  assert.deepEqual(await complete(before.id), ["passed", "spared"]);
  const when = await perform(true);
  assert.notEqual(when.turn.task, undefined);
  assert.equal((await spare(when.id)).task, undefined);
  assert.equal((await spare(when.id)).task, undefined, "sent again, it is answered again");
  assert.deepEqual(await complete(when.id), ["passed", "spared"]);
  const old = await perform();
  assert.equal(old.turn.task, undefined);
  assert.deepEqual(await complete(old.id), ["passed", null]);
  const off = await start(t, "off");
  const none = await off.perform(true);
  assert.deepEqual([none.turn.task, await off.complete(none.id)], [undefined, ["passed", null]]);
});
