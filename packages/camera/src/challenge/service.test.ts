import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { createService } from "./service.ts";

const selfie = new Blob(["a selfie"], { type: "image/jpeg" });
const frames = [new Blob(["one"]), new Blob(["two"]), new Blob(["three"])];

/** A service that returns these responses, one after the other. */
async function answering(t: TestContext, ...answers: readonly (readonly [status: number, body: unknown])[]) {
  const asked: { url: string; key: string; body: string }[] = [];
  const listener: RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    asked.push({ url: request.url ?? "", key: request.headers.authorization ?? "", body });
    const [status, answer] = answers[asked.length - 1] ?? [500, ""];
    response.writeHead(status, { "retry-after": "0" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  };
  const server = createServer(listener).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
  return { asked, service: createService(url, "ss_pk_1") };
}

const success = (data: unknown) => [200, { success: true, data }] as const;
const failure = (status: number, code: string, param: string | null = null) =>
  [status, { success: false, error: { code, message: "A message.", param } }] as const;

test("a challenge is started with the public key, and completed with the photos", async (t) => {
  const { asked, service } = await answering(
    t,
    success({ id: "chl_1", steps: ["blink"] }),
    success({ challenge_token: "a.b" }),
  );
  const { id, ...drawn } = await service.start(["follow_dot"]);
  assert.deepEqual([id, drawn], ["chl_1", { steps: ["blink"] }]);
  assert.deepEqual(await service.complete(id, selfie, frames), { outcome: "passed", token: "a.b" });
  const [start, complete] = asked;
  assert.deepEqual(start, {
    url: "/api/v3/challenges",
    key: "Bearer ss_pk_1",
    body: '{"avoid":["follow_dot"],"mode":"stepwise"}',
  });
  assert.equal(complete?.url, "/api/v3/challenges/chl_1/complete");
  for (const part of ["selfie", "frame_1", "frame_2", "frame_3"]) {
    assert.match(complete?.body ?? "", new RegExp(`name="${part}"; filename="${part}.jpg"`));
  }
});

test("a stepwise challenge is started without dots to avoid; each frame is answered with the next step", async (t) => {
  const step = { type: "follow_dot", direction: 137, not_before_ms: 700, until_ms: 10_700 };
  const { asked, service } = await answering(
    t,
    success({ id: "chl_1", step, steps_total: 3 }),
    success({ step }),
    success({ complete: true }),
    failure(422, "no_face", "frame"),
    failure(422, "step_too_late", "frame"),
    failure(409, "step_out_of_order"),
    failure(415, "unsupported_image_format", "frame"),
  );
  assert.deepEqual(await service.start(["smile"], undefined, true), { id: "chl_1", step, steps_total: 3 });
  assert.equal(asked[0]?.body, '{"avoid":["smile"],"mode":"stepwise","burst":true}');
  const burst = { pictures: new Blob(["way"]), capturedAfterMs: [1000, 1100, 1200, 1300] };
  const send = () => service.step?.("chl_1", selfie, 1234, burst) ?? assert.fail("it has no steps");
  assert.deepEqual(await send(), { step });
  assert.equal(asked[1]?.url, "/api/v3/challenges/chl_1/steps");
  assert.match(asked[1]?.body ?? "", /name="captured_after_ms"\r\n\r\n1234\r\n/);
  assert.match(asked[1]?.body ?? "", /name="frame"; filename="frame.jpg"/);
  assert.match(asked[1]?.body ?? "", /name="burst"; filename="burst.jpg"/);
  assert.match(asked[1]?.body ?? "", /name="burst_after_ms"\r\n\r\n1000,1100,1200,1300\r\n/);
  assert.deepEqual(await send(), { complete: true });
  assert.deepEqual(await send(), { outcome: "failed", code: "no_face", part: "frame" });
  assert.deepEqual(await send(), { outcome: "gone" });
  await assert.rejects(send(), { name: "NetworkError" }, "it is sent again");
  await assert.rejects(send(), { name: "ChallengeFailedError" });
});

test("what another performance can mend, and what needs another challenge, are told apart", async (t) => {
  const { service } = await answering(
    t,
    failure(422, "challenge_failed", "frame_2"),
    failure(422, "no_face", "selfie"),
    failure(410, "challenge_expired"),
    failure(409, "challenge_already_completed"),
  );
  const complete = () => service.complete("chl_1", selfie, frames);
  assert.deepEqual(await complete(), { outcome: "failed", code: "challenge_failed", part: "frame_2" });
  assert.deepEqual(await complete(), { outcome: "failed", code: "no_face", part: "selfie" });
  assert.deepEqual(await complete(), { outcome: "gone" });
  assert.deepEqual(await complete(), { outcome: "gone" });
});

test("a request that will never be taken is a ChallengeFailedError that names the code", async (t) => {
  const lasting = ["quota_exceeded", "too_many_challenges"] as const;
  const { service } = await answering(
    t,
    failure(403, "origin_not_allowed"),
    ...lasting.map((code) => failure(429, code)),
  );
  const refused = { name: "ChallengeFailedError", message: "origin_not_allowed: A message." };
  await assert.rejects(service.start([]), refused);
  for (const code of lasting) {
    await assert.rejects(service.start([]), { name: "ChallengeFailedError", message: `${code}: A message.` });
  }
});

test("a busy service is asked again, three times in all", async (t) => {
  const busy = failure(503, "engine_busy");
  const { asked, service } = await answering(t, busy, success({ id: "chl_1", steps: [] }), busy, busy, busy);
  assert.equal((await service.start([])).id, "chl_1");
  await assert.rejects(service.start([]), { name: "NetworkError" });
  assert.equal(asked.length, 5);
});

test("no answer, or one that is not the service's, is a NetworkError", async (t) => {
  const { service } = await answering(t, [502, "<h1>Bad gateway</h1>"], [200, "{}"]);
  await assert.rejects(service.start([]), { name: "NetworkError" });
  await assert.rejects(service.start([]), { name: "NetworkError" });
  await assert.rejects(createService("http://127.0.0.1:1/api/v3", "ss_pk_1").start([]), { name: "NetworkError" });
});
