/** Challenges whose steps come with a burst, over HTTP, with real photos. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import type { Task } from "@selfsame/face/assess/gestures";
import { burstAsked, burstBytesMax } from "../../../../liveness/challenge/burst/burst.ts";
import { burstOf, type BurstParts, stripOfFrames } from "../../../../../testing/challenge/burst-of.ts";
import { neutralFrame, pictureOf, stepFrame } from "../../../../../testing/challenge/perform.ts";
import { setTurn } from "../../../../../testing/challenge/set-steps.ts";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { openApiCheck } from "../../../../../testing/service/openapi-check.ts";
import { pageOrigin } from "../../../../../testing/service/service.ts";
import { formOf, type Parts, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";

const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];
const takenMs = 2800;
const aStepMs = 3000;

const comparison = createComparison(await testModels());
const engine = rememberingEngine(await sharedEngine());
const [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);

async function start(t: TestContext) {
  const clock = { nowMs: Date.now() };
  const challenge = { now: () => clock.nowMs };
  const parts = { engine: { ...engine, status: engine.status }, comparison, challenge };
  const service = await startSessionService(t, parts);
  const check = await openApiCheck(service.url);
  const post = async (path: string, body: object | FormData) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.url}/api/v3/challenges${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.publicKey}`,
        origin: pageOrigin,
        ...(!isForm && { "content-type": "application/json" }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    // oxlint-disable-next-line typescript/no-explicit-any
    const answer: any = await response.json();
    check(`/api/v3/challenges${path.replace(/^\/[^/]+/, "/{id}")}`, "POST", response.status, answer);
    return { status: response.status, ...answer };
  };
  const begin = async (more: object = { burst: true }) => (await post("", { mode: "stepwise", ...more })).data;
  const sendStep = (id: string, sent: Parts) => post(`/${id}/steps`, formOf(sent));
  const codeOf = async (answer: ReturnType<typeof post>) => {
    const { status, error } = await answer;
    return [status, error?.code, error?.param];
  };
  /** Sends the frames of all steps, each with the burst that `burst` makes for it. */
  const performAll = async (id: string, moment: number, burst: (frame: Buffer) => Promise<BurstParts>) => {
    for (const [i, task] of tasks.entries()) {
      await setTurn(service.store, id, i + 1, task);
      clock.nowMs += aStepMs;
      const frame = await stepFrame(ada, task, moment);
      const sent = { frame, captured_after_ms: `${takenMs}`, ...(await burst(frame)) };
      const { status, error } = await sendStep(id, sent);
      assert.equal(status, 200, JSON.stringify(error));
    }
    return post(`/${id}/complete`, formOf({ selfie: await neutralFrame(ada, moment) }));
  };
  return { ...service, clock, post, begin, sendStep, codeOf, performAll };
}

test("a burst with each step leads to a token, and no picture of it is stored", async (t) => {
  const { begin, performAll, store } = await start(t);
  const { id, burst } = await begin();
  assert.deepEqual(burst, burstAsked);
  const before = await neutralFrame(ada, 1);
  const { status, data } = await performAll(id, 1, (frame) => burstOf(before, frame, takenMs));
  assert.equal(status, 200);
  assert.match(data.challenge_token, /^\S+$/);
  assert.equal((await store.db.selectFrom("challenge_turns").selectAll().execute()).length, 0);
});

test("a burst has to come where it is asked for, and only there; then the step can still be sent", async (t) => {
  const { begin, sendStep, codeOf, clock } = await start(t);
  const [frame, before] = [await stepFrame(ada, "blink", 2), await neutralFrame(ada, 2)];
  const at = { frame, captured_after_ms: `${takenMs}` };
  const burst = await burstOf(before, frame, takenMs);
  const { id } = await begin();
  clock.nowMs += aStepMs;
  assert.deepEqual(await codeOf(sendStep(id, at)), [400, "missing_file", "burst"]);
  assert.deepEqual(await codeOf(sendStep(id, { ...at, burst_after_ms: burst.burst_after_ms })), [
    400,
    "missing_file",
    "burst",
  ]);
  assert.equal((await sendStep(id, { ...at, ...burst })).status, 200);

  const plain = await begin({});
  assert.equal(plain.burst, null);
  clock.nowMs += aStepMs;
  assert.deepEqual(await codeOf(sendStep(plain.id, { ...at, ...burst })), [400, "unexpected_field", "burst"]);
  assert.equal((await sendStep(plain.id, at)).status, 200);
});

test("what is no burst is named before anything is looked at", async (t) => {
  const { begin, sendStep, codeOf, clock } = await start(t);
  const [frame, before] = [await stepFrame(ada, "blink", 3), await neutralFrame(ada, 3)];
  const at = { frame, captured_after_ms: `${takenMs}` };
  const good = await burstOf(before, frame, takenMs);
  const { id } = await begin();
  clock.nowMs += aStepMs;
  const send = (burst: Parts) => codeOf(sendStep(id, { ...at, ...good, ...burst }));
  const wrongTimes = [400, "invalid_parameter", "burst_after_ms"];
  for (const burst_after_ms of ["", "1,2,3", "1,2,3,x", Array.from({ length: 13 }, (_, i) => i).join()])
    assert.deepEqual(await send({ burst_after_ms }), wrongTimes, burst_after_ms);
  const wrongFile = [400, "invalid_parameter", "burst"];
  const noise = { width: 320, height: 1200, noise: { type: "gaussian", mean: 128, sigma: 60 } } as const;
  const large = sharp({ create: { ...noise, channels: 3, background: "#888" } });
  const tooLarge = await large.jpeg({ quality: 100 }).toBuffer();
  assert.ok(tooLarge.length > burstBytesMax);
  const tiny = await sharp(good.burst).resize(80, 300).jpeg().toBuffer();
  assert.deepEqual(await send({ burst: tiny }), wrongFile);
  assert.deepEqual(
    await send({ burst: await sharp(good.burst).resize(320, 1201, { fit: "fill" }).jpeg().toBuffer() }),
    wrongFile,
  );
  assert.deepEqual(await send({ burst: await sharp(good.burst).resize(240).png().toBuffer() }), [
    413,
    "file_too_large",
    "burst",
  ]);
  assert.deepEqual(await send({ burst: Buffer.from("no picture") }), wrongFile);
  assert.deepEqual(await send({ burst: tooLarge }), [413, "file_too_large", "burst"]);
  assert.equal((await sendStep(id, { ...at, ...good })).status, 200, "none of it cost anything");

  const torn = await begin();
  clock.nowMs += aStepMs;
  const half = good.burst.subarray(0, good.burst.length / 2);
  assert.deepEqual(await codeOf(sendStep(torn.id, { ...at, ...good, burst: half })), [
    422,
    "image_unreadable",
    "burst",
  ]);
});

test("pictures that go back in time, or come from after the frame arrived, end the challenge", async (t) => {
  const { begin, sendStep, codeOf, clock } = await start(t);
  const frame = await stepFrame(ada, "blink", 4);
  const burst = await stripOfFrames([frame, frame, frame, frame]);
  for (const burst_after_ms of ["900,800,2700,2800", "900,1000,2700,3200"]) {
    const { id } = await begin();
    clock.nowMs += aStepMs;
    const sent = { frame, captured_after_ms: `${takenMs}`, burst, burst_after_ms };
    assert.deepEqual(await codeOf(sendStep(id, sent)), [422, "step_too_early", "frame"]);
  }
});

test("somebody else's way, no way at all, or none near the frame fails, and nobody is told why", async (t) => {
  const { begin, performAll } = await start(t);
  const [before, other] = [await neutralFrame(ada, 5), await neutralFrame(bea, 5)];
  const failed = async (moment: number, burst: (frame: Buffer) => Promise<BurstParts>) => {
    const { id } = await begin();
    const { status, error } = await performAll(id, moment, burst);
    return [status, error?.code, error?.param];
  };
  const rejected = [422, "challenge_failed", null];
  assert.deepEqual(await failed(1, () => burstOf(other, other, takenMs)), rejected, "another person");
  assert.deepEqual(await failed(3, (frame) => burstOf(frame, frame, takenMs)), rejected, "a still");
  assert.deepEqual(await failed(6, () => burstOf(before, before, takenMs)), rejected, "it does not arrive");
  assert.deepEqual(await failed(9, (frame) => burstOf(before, frame, takenMs - 1500)), rejected, "too long before");
});

test("sessions need bursts, but for teams that accept steps at once", async (t) => {
  const { create, visit, store } = await start(t);
  const drawn = async () => {
    const { secret } = await create(formOf({ reference: await neutralFrame(ada, 20) }));
    return (await visit(secret).start()).body.data.challenge.burst;
  };
  const accept = (challenge_mode: "stepwise" | "any") =>
    store.db.updateTable("accounts").set({ challenge_mode }).execute();
  await accept("stepwise");
  assert.deepEqual(await drawn(), burstAsked);
  await accept("any");
  assert.equal(await drawn(), null);
});
