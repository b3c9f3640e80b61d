import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import * as fc from "fast-check";
import { sql } from "kysely";
import type { Task } from "@selfsame/face/assess/gestures";
import { fuzzRuns } from "../../../../../../../testing/fuzz-runs.ts";
import { jpegOf, neutralFrame, pictureOf, stepFrame } from "../../../../../testing/challenge/perform.ts";
import { burstOf } from "../../../../../testing/challenge/burst-of.ts";
import { setTurn } from "../../../../../testing/challenge/set-steps.ts";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { pageOrigin } from "../../../../../testing/service/service.ts";
import { formOf, type Parts, startSessionService } from "../../../../../testing/sessions/sessions.ts";
import { openApiCheck } from "../../../../../testing/service/openapi-check.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { errorCodes } from "../../errors.ts";

const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];
/** How long a person takes for a step. */
const aStepMs = 3000;

const comparison = createComparison(await testModels());
const engine = rememberingEngine(await sharedEngine());
const ada = await pictureOf("ada", engine);

async function start(t: TestContext) {
  const clock = { nowMs: Date.now() };
  const challenge = { now: () => clock.nowMs, light: "observe" } as const;
  const parts = { engine: { ...engine, status: engine.status }, comparison, challenge };
  const service = await startSessionService(t, parts);
  const check = await openApiCheck(service.url);
  const post = async (path: string, body?: object | FormData, key = service.publicKey) => {
    const json = !(body instanceof FormData) && body !== undefined;
    const response = await fetch(`${service.url}/api/v3/challenges${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        origin: pageOrigin,
        ...(json && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any
    const answer: any = await response.json();
    const documented = path.replace(/^\/[^/]+/, "/{id}");
    check(`/api/v3/challenges${documented}`, "POST", response.status, answer);
    return { status: response.status, ...answer };
  };
  const begin = async (more: object = {}) => (await post("", { mode: "stepwise", ...more })).data;
  const sendStep = (id: string, parts: Parts) => post(`/${id}/steps`, formOf(parts));
  const codeOf = async (answer: ReturnType<typeof post>) => {
    const { status, error } = await answer;
    return [status, error?.code, error?.param];
  };
  return { ...service, clock, post, begin, sendStep, codeOf };
}

test("one step at a time, then the selfie: the token is good for a verify", async (t) => {
  const { clock, post, begin, sendStep, codeOf, ask, store, url, apiKey } = await start(t);
  const { id, step, steps_total, light, expires_at } = await begin({ nonce: "visit-7", light: true });
  assert.equal(light, true);
  assert.match(id, /^chl_/);
  assert.equal(steps_total, 3);
  assert.equal(Date.parse(expires_at), clock.nowMs + 120_000);
  assert.ok(step.type === "follow_dot" ? Number.isInteger(step.direction) : step.direction === undefined);
  assert.equal(step.until_ms - step.not_before_ms, 10_000);
  for (const [i, task] of tasks.entries()) {
    await setTurn(store, id, i + 1, task);
    clock.nowMs += aStepMs;
    const frame = await stepFrame(ada, task, 1);
    const { status, data } = await sendStep(id, { frame, captured_after_ms: "2800" });
    assert.equal(status, 200);
    if (i < 2) assert.deepEqual(Object.keys(data), ["step"]);
    else {
      const dark = { color: "#000000", ms: 1500 };
      assert.deepEqual(data, { step: { type: "light", light: [dark], not_before_ms: 1500, until_ms: 4500 } });
    }
  }
  const frame = await stepFrame(ada, "blink", 1);
  assert.deepEqual(await codeOf(sendStep(id, { frame, captured_after_ms: "1,2," })), [
    400,
    "invalid_parameter",
    "captured_after_ms",
  ]);
  assert.deepEqual(await codeOf(sendStep(id, { frame, spared: "true" })), [400, "unexpected_field", "frame"]);
  assert.deepEqual(await codeOf(sendStep(id, { spared: "yes" })), [400, "invalid_parameter", "spared"]);
  const spared = await sendStep(id, { spared: "true" });
  assert.deepEqual(spared.data, { complete: true, until_ms: 10_000 });
  const selfie = await neutralFrame(ada, 1);
  const { data } = await post(`/${id}/complete`, formOf({ selfie }));
  const { challenge_token } = data;
  const photos = formOf({ reference: selfie, selfie, challenge_token, nonce: "visit-7" });
  const verified = await ask("POST", "/verify", photos);
  const { challenge, light: result, decision } = verified.body.data;
  assert.deepEqual([challenge, result, decision], ["passed", "spared", "accept"]);
  const headers = { authorization: `Bearer ${apiKey}` };
  const logged = await fetch(`${url}/api/v3/requests/${verified.body.meta.request_id}`, { headers });
  assert.equal(((await logged.json()) as { data: { light: string } }).data.light, "spared");
});

test("what is out of time, out of order, without a face or of another account is named", async (t) => {
  const { clock, post, begin, sendStep, codeOf, store } = await start(t);
  const frame = await stepFrame(ada, "blink", 4);
  const at = { frame, captured_after_ms: "2800" };
  const wall = await jpegOf(Buffer.alloc(640 * 480 * 3, 120));

  const early = await begin();
  assert.deepEqual(await codeOf(sendStep(early.id, { frame, captured_after_ms: "0" })), [
    422,
    "step_too_early",
    "frame",
  ]);
  assert.deepEqual(await codeOf(sendStep(early.id, at)), [422, "challenge_failed", null]);
  const late = await begin();
  clock.nowMs += 11_501;
  assert.deepEqual(await codeOf(sendStep(late.id, at)), [422, "step_too_late", "frame"]);
  const faceless = await begin();
  clock.nowMs += aStepMs;
  assert.deepEqual(await codeOf(sendStep(faceless.id, { ...at, frame: wall })), [422, "no_face", "frame"]);
  const hasty = await begin();
  const selfie = await neutralFrame(ada, 4);
  assert.deepEqual(await codeOf(post(`/${hasty.id}/complete`, formOf({ selfie }))), [409, "step_out_of_order", null]);
  const all = formOf({ selfie, frame_1: frame, frame_2: frame, frame_3: frame });
  assert.deepEqual(await codeOf(post(`/${hasty.id}/complete`, all)), [409, "step_out_of_order", null]);
  for (const captured_after_ms of ["", "-1", "1.5", "1e3", "120001", "x".repeat(100)]) {
    const sent = sendStep(hasty.id, { frame, captured_after_ms });
    assert.deepEqual(await codeOf(sent), [400, "invalid_parameter", "captured_after_ms"], captured_after_ms);
  }
  assert.deepEqual(await codeOf(sendStep(hasty.id, { captured_after_ms: "1" })), [400, "missing_file", "frame"]);
  assert.deepEqual(await codeOf(sendStep(hasty.id, { ...at, frame_1: frame })), [400, "unexpected_field", "frame_1"]);
  clock.nowMs += aStepMs;
  assert.equal((await sendStep(hasty.id, at)).status, 200, "none of those cost anything");

  const old = (await post("")).data;
  assert.deepEqual(await codeOf(sendStep(old.id, at)), [409, "step_out_of_order", null]);
  assert.deepEqual(await codeOf(post(`/${old.id}/complete`, formOf({ selfie }))), [400, "missing_file", "frame_1"]);
  assert.deepEqual(await codeOf(sendStep("chl_none", at)), [404, "challenge_not_found", null]);
  const theirs = await begin();
  const other = { id: "acc_other", plan: "unlimited", created_at_ms: 1 } as const;
  await store.db.insertInto("accounts").values(other).execute();
  await sql`UPDATE challenges SET account_id = ${other.id} WHERE id = ${theirs.id}`.execute(store.db);
  assert.deepEqual(await codeOf(sendStep(theirs.id, at)), [404, "challenge_not_found", null]);
  const left = await begin();
  clock.nowMs += 120_000;
  assert.deepEqual(await codeOf(sendStep(left.id, at)), [410, "challenge_expired", null]);
  const turning = await begin({ avoid: ["follow_dot", "turn_left"] });
  assert.equal(turning.steps_total, 5, "each that is avoided adds one, and there are five");
  assert.deepEqual(await codeOf(post("", { mode: "all" })), [400, "invalid_parameter", "mode"]);
});

test("whatever is sent as a step, the answer is one of the contract and never a fault", async (t) => {
  const { post, begin } = await start(t);
  const photo = await stepFrame(ada, "blink", 7);
  const name = fc.oneof(fc.constantFrom("frame", "captured_after_ms", "selfie", "challenge_id", "spared"), fc.string());
  const value = fc.oneof(fc.constant(photo), fc.string(), fc.nat().map(String));
  const body = fc.array(fc.tuple(name, value), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(body, async (parts) => {
      const form = new FormData();
      for (const [part, its] of parts) {
        if (typeof its === "string") form.append(part, its);
        else form.append(part, new Blob([new Uint8Array(its)]));
      }
      const { id } = (await begin()) ?? { id: "chl_none" };
      const { status, error } = await post(`/${id}/steps`, form);
      assert.ok(status < 500 && (status === 200 || errorCodes.includes(error.code)), `${status} ${error?.code}`);
    }),
    { numRuns: fuzzRuns(40) },
  );
});

test("a hosted session takes its challenge step by step as well", async (t) => {
  const { clock, create, visit, read, store } = await start(t);
  const made = await create(formOf({ reference: await neutralFrame(ada, 12), attempts: "2" }));
  const page = visit(made.secret);
  await store.db.updateTable("accounts").set({ challenge_mode: "stepwise" }).execute();
  const { body } = await page.startStepwise();
  const { id, steps_total } = body.data.challenge;
  assert.equal(steps_total, 3);
  const selfie = await neutralFrame(ada, 9);
  const hasty = await page.complete({ selfie, challenge_id: id });
  assert.equal(hasty.body.error.code, "step_out_of_order");
  for (const [i, task] of tasks.entries()) {
    await setTurn(store, id, i + 1, task);
    clock.nowMs += aStepMs;
    const frame = await stepFrame(ada, task, 9);
    const elsewhere = await page.step({ frame, captured_after_ms: "2800", challenge_id: "chl_none" });
    assert.equal(elsewhere.body.error.code, "challenge_not_found");
    const at = { frame, captured_after_ms: "2800", challenge_id: id };
    const bare = await page.step(at);
    assert.deepEqual([bare.status, bare.body.error.code, bare.body.error.param], [400, "missing_file", "burst"]);
    const sent = await page.step({ ...at, ...(await burstOf(selfie, frame, 2800)) });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
  }
  const done = await page.complete({ selfie, challenge_id: id });
  assert.deepEqual(done.body.data, { outcome: "done", because: null, attempts_left: 1 });
  const { status, result } = await read(made.session.id);
  assert.deepEqual(result.challenge_details, { mode: "stepwise", frames: 3 });
  assert.deepEqual([status, result.challenge, result.match], ["verified", "passed", true]);
});
