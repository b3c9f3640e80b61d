import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Step, steps as everyStep, type Task } from "@selfsame/face/assess/gestures";
import sharp from "sharp";
import type { z } from "zod";
import { rotateKey } from "../../../../accounts/keys/changes.ts";
import { madeKey } from "../../../../../testing/made-key.ts";
import { unpassedMax } from "../../../../liveness/challenge/draw.ts";
import {
  jpegOf,
  neutralFrame,
  photosOf,
  pictureOf,
  puppetFrame,
  stepFrame,
  tiltedFrame,
} from "../../../../../testing/challenge/perform.ts";
import { setSteps } from "../../../../../testing/challenge/set-steps.ts";
import type { RunningEngine } from "@selfsame/photo/engine/create-engine";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { samplePhoto } from "@selfsame/photo/testing/photos/sample-photos";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { completedChallengeSchema, startedChallengeSchema } from "../../schemas/challenges.ts";
import type { verifySchema } from "../../schemas/faces.ts";
import { openApiCheck } from "../../../../../testing/service/openapi-check.ts";
import { bodyOf, failureOf, send, type Sent } from "../../../../../testing/service/request.ts";
import { pageOrigin, startService } from "../../../../../testing/service/service.ts";

type Frames = readonly [Buffer, Buffer, Buffer, ...Buffer[]];

const steps: readonly [Step, Step, Step] = ["turn_left", "blink", "move_closer"];
/** How long a person takes for a challenge. */
const aWhileMs = 8000;

const models = await testModels();
const comparison = createComparison(models);
const engine = rememberingEngine(await sharedEngine());
const [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);

/** Each performance on one service has another moment, and so other frames: frames sent before are rejected. */
let moment = -9;
async function perform(picture = ada, of: readonly Task[] = steps) {
  moment += 3;
  const selfie = await neutralFrame(picture, moment);
  const frames = (await Promise.all(of.map((step) => stepFrame(picture, step, moment)))) as unknown as Frames;
  return { selfie, frames };
}

async function start(
  t: TestContext,
  change: Partial<RunningEngine> = {},
  dots = false,
  openMax = 1000,
  blends = false,
) {
  moment = -9;
  const clock = { nowMs: Date.now() };
  const challenge = { now: () => clock.nowMs, dots, openMax, blends };
  const analyze = change.analyze ?? engine.analyze.bind(engine);
  const service = await startService(t, {
    engine: { status: engine.status, requireRoom: () => () => {}, ...change, analyze, stop: async () => {} },
    comparison,
    challenge,
  });
  const check = await openApiCheck(service.url);
  const asPage = (key = service.publicKey, origin = pageOrigin) => ({ authorization: `Bearer ${key}`, origin });

  const begin = async (body?: object) => {
    const json = body && { headers: { ...asPage(), "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await send(service, {
      path: "/api/v3/challenges",
      init: { method: "POST", headers: asPage(), ...json },
    });
    const answer = await bodyOf<z.infer<typeof startedChallengeSchema>>(response);
    check("/api/v3/challenges", "POST", response.status, answer);
    await setSteps(service.store, answer.data.id, steps);
    return answer.data;
  };
  const complete = async (id: string, selfie: Buffer, frames: Frames, headers = asPage()) => {
    const path = `/api/v3/challenges/${id}/complete`;
    const response = await send(service, { path, photos: photosOf(selfie, frames), init: { headers } });
    check("/api/v3/challenges/{id}/complete", "POST", response.status, await response.clone().json());
    return response;
  };
  /** Starts a challenge, waits, and completes it. */
  const attempt = async (selfie: Buffer, frames: Frames) => {
    const { id } = await begin();
    clock.nowMs += aWhileMs;
    return complete(id, selfie, frames);
  };
  return { service, clock, begin, complete, attempt, asPage };
}

const tokenOf = async (response: Response): Promise<string> => {
  assert.equal(response.status, 200, await response.clone().text());
  return (await bodyOf<z.infer<typeof completedChallengeSchema>>(response)).data.challenge_token;
};

async function assertFailed(response: Response, param: string | null): Promise<void> {
  const { error } = await failureOf(response);
  assert.deepEqual([response.status, error.code, error.param], [422, "challenge_failed", param]);
}

test("the right performance passes, and the token is good for the selfie and the account, once", async (t) => {
  const { service, attempt } = await start(t);
  const { selfie, frames } = await perform();
  const challenge_token = await tokenOf(await attempt(selfie, frames));
  const verify = (photo: Buffer, key = service.apiKey, texts = { challenge_token }): Promise<Response> => {
    const photos = { reference: photo, selfie: photo, ...texts };
    return send(service, { photos, init: { headers: { authorization: `Bearer ${key}` } } });
  };

  await t.test("not with another selfie", async () => {
    const { error } = await failureOf(await verify(await neutralFrame(ada, 8)));
    assert.equal(error.code, "invalid_challenge_token");
  });
  await t.test("not of another account", async () => {
    const other = { id: "acc_other", plan: "unlimited", created_at_ms: 1 } as const;
    await service.store.db.insertInto("accounts").values(other).execute();
    const keyDeps = { store: service.store, now: Date.now, changed: () => {} };
    const by = { actor: other.id, address: "127.0.0.1" };
    const key = await madeKey(keyDeps, by, other.id, { name: "Other", kind: "private" });
    const { error } = await failureOf(await verify(selfie, key.secret));
    assert.equal(error.code, "invalid_challenge_token");
  });
  await t.test("not spelled otherwise", async () => {
    for (const end of ["=", " ", "!"]) {
      const { error } = await failureOf(
        await verify(selfie, service.apiKey, { challenge_token: challenge_token + end }),
      );
      assert.deepEqual([error.code, error.param], ["invalid_challenge_token", "challenge_token"]);
    }
  });
  await t.test("not with a nonce that it was not bound to", async () => {
    const texts = { challenge_token, nonce: "visit-7" };
    assert.equal((await failureOf(await verify(selfie, service.apiKey, texts))).error.code, "invalid_challenge_token");
  });
  await t.test("a photo without a face does not use it up", async () => {
    const photos = { reference: await jpegOf(Buffer.alloc(640 * 480 * 3, 90)), selfie, challenge_token };
    const { error } = await failureOf(await send(service, { photos }));
    assert.deepEqual([error.code, error.param], ["no_face", "reference"]);
  });
  await t.test("once, of several requests at once one", async () => {
    const answers = await Promise.all([verify(selfie), verify(selfie), verify(selfie)]);
    assert.equal(answers.filter(({ status }) => status === 422).length, 2);
    const accepted = answers.find(({ status }) => status === 200) as Response;
    const { data } = await bodyOf<z.infer<typeof verifySchema>>(accepted);
    assert.deepEqual([data.challenge, data.decision, data.reasons], ["passed", "accept", []]);
    assert.equal((await failureOf(await verify(selfie))).error.code, "invalid_challenge_token");
  });
});

test("a token is good for ten minutes", async (t) => {
  const { service, attempt, clock } = await start(t);
  const { selfie, frames } = await perform();
  const challenge_token = await tokenOf(await attempt(selfie, frames));
  clock.nowMs += 600_000;
  const { error } = await failureOf(await send(service, { photos: { reference: selfie, selfie, challenge_token } }));
  assert.equal(error.code, "invalid_challenge_token");
});

test("a verify can ask for a challenge, by itself or by its key", async (t) => {
  const { service, attempt } = await start(t);
  const { selfie, frames } = await perform();
  const codeOf = async (texts: Readonly<Record<string, string>>, key = service.apiKey) => {
    const photos = { reference: selfie, selfie, ...texts };
    const response = await send(service, { photos, init: { headers: { authorization: `Bearer ${key}` } } });
    return response.status === 200 ? "compared" : (await failureOf(response)).error.code;
  };
  const strict = (await service.makeKey({ requireChallenge: true, allowSeveralFaces: false })).secret;
  assert.equal(await codeOf({}), "compared");
  assert.equal(await codeOf({ require_challenge: "true" }), "challenge_required");
  assert.equal(await codeOf({ require_challenge: "yes" }), "invalid_parameter");
  assert.equal(await codeOf({ allow_several_faces: "0" }), "invalid_parameter");
  assert.equal(await codeOf({ nonce: "with spaces" }), "invalid_parameter");
  assert.equal(await codeOf({ nonce: "visit-7" }), "challenge_required");
  assert.equal(await codeOf({}, strict), "challenge_required");
  assert.equal(await codeOf({ require_challenge: "false" }, strict), "compared");
  const challenge_token = await tokenOf(await attempt(selfie, frames));
  assert.equal(await codeOf({ challenge_token }, strict), "compared");
});

test("an account that accepts stepwise challenges only rejects all steps at once: at the start, the completion and the verify", async (t) => {
  const { service, begin, complete, asPage, clock } = await start(t);
  const { store } = service;
  const { selfie, frames } = await perform();
  const codeOf = async (response: Response) => (await failureOf(response)).error;
  const setTeam = (mode: "stepwise" | "any") =>
    store.db.updateTable("accounts").set({ challenge_mode: mode }).execute();
  const open = async () => {
    const { id } = await begin();
    clock.nowMs += aWhileMs;
    return id;
  };
  const startAs = (key: string) =>
    send(service, { path: "/api/v3/challenges", init: { method: "POST", headers: asPage(key) } });
  const verify = (challenge_token: string, key = service.apiKey) => {
    const init = { headers: { authorization: `Bearer ${key}` } };
    return send(service, { photos: { reference: selfie, selfie, challenge_token }, init });
  };

  const challenge_token = await tokenOf(await complete(await open(), selfie, frames));
  const opened = await open();
  await setTeam("stepwise");
  const started = await codeOf(await startAs(service.publicKey));
  assert.deepEqual([started.code, started.param], ["stepwise_challenge_required", "mode"]);
  assert.match(started.hint, /`challenge_mode`/);
  const again = await perform();
  assert.equal((await codeOf(await complete(opened, again.selfie, again.frames))).code, "stepwise_challenge_required");
  assert.equal((await codeOf(await verify(challenge_token))).code, "stepwise_challenge_required");

  await t.test("a key may have its own mode", async () => {
    const page = { kind: "public", allowedOrigins: [pageOrigin] } as const;
    const old = await service.makeKey({ ...page, challengeMode: "any" });
    assert.equal((await startAs(old.secret)).status, 200);
    await setTeam("any");
    const strict = await service.makeKey({ ...page, challengeMode: "stepwise" });
    assert.equal((await codeOf(await startAs(strict.secret))).code, "stepwise_challenge_required");
    const checks = await service.makeKey({ challengeMode: "stepwise" });
    assert.equal((await codeOf(await verify(challenge_token, checks.secret))).code, "stepwise_challenge_required");
  });
  await t.test("what was rejected was not used up, and the answer and the log say how it was performed", async () => {
    const response = await verify(challenge_token);
    assert.equal(response.status, 200, await response.clone().text());
    const { data, meta } = await bodyOf<z.infer<typeof verifySchema>>(response);
    const details = { mode: "all_at_once", frames: 3 };
    assert.deepEqual(data.challenge_details, details);
    const logged = await send(service, { path: `/api/v3/requests/${meta.request_id}` });
    assert.deepEqual((await bodyOf<{ challenge_details: object }>(logged)).data.challenge_details, details);
  });
});

test("new keys accept stepwise challenges only, and keys from before keep to their team", async (t) => {
  const { service } = await start(t);
  const keyDeps = { store: service.store, now: Date.now, changed: () => {} };
  const { id } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const by = { actor: "usr_1", address: "127.0.0.1" };
  const made = await madeKey(keyDeps, by, id, { name: "New", kind: "public", allowedOrigins: [pageOrigin] });
  assert.equal(made.key.challengeMode, "stepwise");
  const before = await service.makeKey({ challengeMode: null });
  const rotated = await rotateKey(keyDeps, by, id, before.id, 60);
  assert.ok(rotated.outcome === "rotated");
  assert.equal(rotated.key.challengeMode, null);
});

test("a challenge bound to a nonce is good for the verify that names it", async (t) => {
  const { service, begin, complete, clock } = await start(t);
  const { selfie, frames } = await perform();
  const { id } = await begin({ nonce: "visit-7" });
  clock.nowMs += aWhileMs;
  const challenge_token = await tokenOf(await complete(id, selfie, frames));
  const verify = (texts: Readonly<Record<string, string>>) =>
    send(service, { photos: { reference: selfie, selfie, challenge_token, ...texts } });
  assert.equal((await failureOf(await verify({}))).error.code, "invalid_challenge_token");
  assert.equal((await failureOf(await verify({ nonce: "visit-8" }))).error.code, "invalid_challenge_token");
  assert.equal((await verify({ nonce: "visit-7" })).status, 200);
});

test("a photo with several faces is refused where the request or the key says so", async (t) => {
  const { service } = await start(t);
  const [one, crowd] = [await neutralFrame(ada), samplePhoto(6)];
  const strict = (await service.makeKey({ allowSeveralFaces: false })).secret;
  const ask = async (photos: Readonly<Record<string, Buffer | string>>, key = service.apiKey) => {
    const response = await send(service, { photos, init: { headers: { authorization: `Bearer ${key}` } } });
    if (response.status === 200) return "compared";
    const { error } = await failureOf(response);
    return `${error.code} ${error.param}`;
  };
  assert.equal(await ask({ reference: crowd, selfie: one }), "compared");
  assert.equal(
    await ask({ reference: crowd, selfie: one, allow_several_faces: "false" }),
    "several_faces_found reference",
  );
  assert.equal(await ask({ reference: one, selfie: crowd }, strict), "several_faces_found selfie");
  assert.equal(await ask({ reference: one, selfie: crowd, allow_several_faces: "true" }, strict), "compared");
  assert.equal(await ask({ reference: one, selfie: one }, strict), "compared");
});

test("every step passes when it is done", async () => {
  const { judgeChallenge } = await import("../../../../liveness/challenge/judge.ts");
  const measured = async (photo: Buffer) => {
    const result = await engine.analyze(photo, { embedding: true, spoof: true, frame: true });
    assert.ok(result.outcome === "analyzed" && result.frame && result.embedding && result.spoof);
    return { ...result.frame, embedding: result.embedding, live: result.spoof.live };
  };
  const measure = {
    similarity: (one: Float32Array, other: Float32Array) => comparison.similarity(one, other),
    spoof: models.manifest.models.spoof,
  };
  const selfie = await measured(await neutralFrame(ada));
  for (const step of everyStep) {
    const frame = await measured(await stepFrame(ada, step));
    assert.equal(judgeChallenge([step], selfie, [frame], measure), undefined, step);
  }
});

test("the frames in the wrong order fail", async (t) => {
  const { attempt } = await start(t);
  const { selfie, frames } = await perform();
  await assertFailed(await attempt(selfie, [frames[1], frames[0], frames[2]]), "frame_1");
});

test("a still photo fails, whatever is done to the file", async (t) => {
  const { attempt } = await start(t);
  const still = await neutralFrame(ada, 50);
  const again = (quality: number) => jpegOf(ada.data, quality);
  await assertFailed(await attempt(still, [still, still, still]), null);
  await assertFailed(await attempt(await again(95), [await again(90), await again(85), await again(80)]), "frame_1");
});

test("frames that are bent out of one photo fail, however well they show the steps", async (t) => {
  const { attempt } = await start(t);
  for (const moment of [0.5, 4.5]) {
    const frames = (await Promise.all(steps.map((step) => puppetFrame(ada, step, moment)))) as unknown as Frames;
    await assertFailed(await attempt(await jpegOf(ada.data, 90 + 2 * moment), frames), null);
  }
});

test("a selfie and a frame in light from two sides fail, and a frame in less light does not", async (t) => {
  const { attempt } = await start(t);
  const lit = async (jpeg: Buffer, share: (across: number) => number) => {
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    return jpegOf(Buffer.from(data.map((value, i) => value * share((Math.floor(i / 3) % info.width) / info.width))));
  };
  const fromLeft = (across: number) => Math.max(0.15, Math.min(1, 2.2 - 3.2 * across));
  const fromRight = (across: number) => fromLeft(1 - across);
  const inLight = async (before: typeof fromLeft, near: typeof fromLeft) => {
    const { selfie, frames } = await perform();
    return attempt(await lit(selfie, before), [frames[0], frames[1], await lit(frames[2], near)]);
  };
  await tokenOf(
    await inLight(
      () => 1,
      () => 0.8,
    ),
  );
  await assertFailed(await inLight(fromLeft, fromRight), null);
});

test("a flat photo that is tilted and moved fails", async (t) => {
  const { attempt } = await start(t);
  for (const [yaw, pitch] of [
    [35, 0],
    [-45, 10],
    [55, -5],
    [20, 25],
  ] as const) {
    const turn = await tiltedFrame(ada, yaw, pitch);
    const near = await tiltedFrame(ada, 8, 4, 1.3);
    const response = await attempt(await tiltedFrame(ada, yaw / 20, 2), [
      turn,
      await stepFrame(ada, "blink", yaw),
      near,
    ]);
    assert.equal((await failureOf(response)).error.code, "challenge_failed", `${yaw} ${pitch}`);
  }
});

test("faces that software surely changed fail where that is checked", async (t) => {
  const change: Partial<RunningEngine> = {
    analyze: async (photo, wants, context) => {
      const result = await engine.analyze(photo, wants, context);
      if (result.outcome !== "analyzed" || result.frame?.blend === undefined) return result;
      return { ...result, frame: { ...result.frame, blend: 6 } };
    },
  };
  for (const [blends, status] of [
    [true, 422],
    [false, 200],
  ] as const) {
    const { attempt } = await start(t, change, false, 1000, blends);
    const { selfie, frames } = await perform();
    assert.equal((await attempt(selfie, frames)).status, status, `checked: ${blends}`);
  }
});

test("another person in one frame fails", async (t) => {
  const { attempt } = await start(t);
  for (const i of [0, 1, 2]) {
    const { selfie, frames } = await perform();
    const other = await perform(bea);
    const response = await attempt(selfie, frames.with(i, other.frames[i] ?? selfie) as unknown as Frames);
    assert.equal((await failureOf(response)).error.code, "challenge_failed", `in frame ${i + 1}`);
  }
});

test("frames of an earlier challenge fail, as they are and compressed again", async (t) => {
  const { attempt } = await start(t);
  const { selfie, frames } = await perform();
  await tokenOf(await attempt(selfie, frames));
  const fresh = await perform();
  await assertFailed(await attempt(fresh.selfie, [frames[0], fresh.frames[1], fresh.frames[2]]), null);

  const again = (photo: Buffer) => sharp(photo).resize(600).jpeg({ quality: 70 }).toBuffer();
  const copies = (await Promise.all(frames.map(again))) as unknown as Frames;
  await assertFailed(await attempt(await again(selfie), copies), null);
});

test("a challenge is completed once, in three attempts, within two minutes, and not at once", async (t) => {
  const { begin, complete, clock } = await start(t);
  const codeOf = async (response: Response) => (await failureOf(response)).error?.code ?? "passed";
  const one = await perform();

  const late = await begin();
  clock.nowMs += 120_000;
  assert.equal(await codeOf(await complete(late.id, one.selfie, one.frames)), "challenge_expired");

  const hasty = await begin();
  const two = await perform();
  await assertFailed(await complete(hasty.id, two.selfie, two.frames), null);

  const { id } = await begin();
  clock.nowMs += aWhileMs;
  await tokenOf(await complete(id, one.selfie, one.frames));
  assert.equal(await codeOf(await complete(id, one.selfie, one.frames)), "challenge_already_completed");

  const third = await begin();
  clock.nowMs += aWhileMs;
  for (let i = 0; i < 3; i++) {
    const { selfie, frames } = await perform();
    await assertFailed(await complete(third.id, selfie, [frames[2], frames[1], frames[0]]), "frame_1");
  }
  const fourth = await perform();
  await assertFailed(await complete(third.id, fourth.selfie, fourth.frames), null);
  assert.equal(await codeOf(await complete("chl_none", one.selfie, one.frames)), "challenge_not_found");
});

test("an attempt that the service had no room for does not count", async (t) => {
  let busy = 4;
  const analyze: RunningEngine["analyze"] = (...photo) =>
    busy-- > 0 ? Promise.reject(new EngineUnavailable("busy")) : engine.analyze(...photo);
  const { begin, complete, clock } = await start(t, { analyze });
  const { id } = await begin();
  clock.nowMs += aWhileMs;
  const { selfie, frames } = await perform();
  assert.equal((await complete(id, selfie, frames)).status, 503);
  await tokenOf(await complete(id, selfie, frames));
});

test("after challenges that were left there are more steps, a frame for each, and in the end there are none", async (t) => {
  const { service, begin, complete, clock, asPage } = await start(t);
  for (let i = 0; i < 5; i++) assert.equal((await begin()).steps.length, 3);
  const { id, steps: drawn } = await begin();
  assert.equal(drawn.length, 4);
  const four = [...steps, "look_up"] as const;
  await setSteps(service.store, id, four);
  clock.nowMs += aWhileMs;
  const { selfie, frames } = await perform(ada, four);
  const paramOf = async (sent: readonly Buffer[]) => {
    const { error } = await failureOf(await complete(id, selfie, sent as unknown as Frames));
    return [error.code, error.param];
  };
  for (let i = 0; i < 3; i++) assert.deepEqual(await paramOf(frames.slice(0, 3)), ["missing_file", "frame_4"]);
  assert.deepEqual(await paramOf([...frames, selfie]), ["unexpected_field", "frame_5"]);
  await tokenOf(await complete(id, selfie, frames));

  const ask = () => send(service, { path: "/api/v3/challenges", init: { method: "POST", headers: asPage() } });
  for (let left = 5; left < unpassedMax; left++) assert.equal((await ask()).status, 200);
  const refused = await ask();
  const { error } = await failureOf(refused);
  assert.deepEqual(
    [refused.status, error.code, refused.headers.get("retry-after")],
    [429, "too_many_challenges", "600"],
  );
});

test("of one key so many wait for their frames at once", async (t) => {
  const { service, begin, clock, asPage } = await start(t, {}, false, 2);
  const ask = () => send(service, { path: "/api/v3/challenges", init: { method: "POST", headers: asPage() } });
  await begin();
  await begin();
  const refused = await ask();
  const { error } = await failureOf(refused);
  const rejection = [refused.status, error.code, error.param, refused.headers.get("retry-after")];
  assert.deepEqual(rejection, [429, "too_many_challenges", null, "120"]);
  clock.nowMs += 120_000;
  assert.equal((await ask()).status, 200);
});

test("dots are followed where the service has them, and cost another step where they are spared", async (t) => {
  const { service, begin, complete, clock } = await start(t, {}, true);
  const drawn = await begin();
  assert.equal(drawn.steps.filter((step) => step === "follow_dot").length, 2);
  assert.equal(drawn.dots?.length, 2);
  const spared = await begin({ avoid: ["follow_dot"] });
  assert.deepEqual([spared.steps.length, spared.steps.includes("follow_dot"), spared.dots], [4, false, undefined]);

  const tasks: readonly Task[] = [{ dot: 30 }, "blink", { dot: -20 }];
  const attempt = async (performed: readonly Task[]) => {
    const { id } = await begin();
    await setSteps(service.store, id, tasks);
    clock.nowMs += aWhileMs;
    const { selfie, frames } = await perform(ada, performed);
    return complete(id, selfie, frames);
  };
  await assertFailed(await attempt([{ dot: 150 }, "blink", { dot: -20 }]), "frame_1");
  await assertFailed(await attempt([{ dot: 30 }, "blink", { dot: 45 }]), "frame_3");
  await tokenOf(await attempt(tasks));
});

test("a frame without a face is named, and no score is in any answer", async (t) => {
  const { attempt } = await start(t);
  const { selfie, frames } = await perform();
  const wall = await jpegOf(Buffer.alloc(640 * 480 * 3, 120));
  const response = await attempt(selfie, [frames[0], wall, frames[2]]);
  const { error } = await failureOf(response);
  assert.deepEqual([response.status, error.code, error.param], [422, "no_face", "frame_2"]);
  assert.doesNotMatch(await response.text(), /live|spoof|similarity|score|yaw/);
});

test("only a public key on a page of its origins may start one, and only that page may read the answer", async (t) => {
  const { service, asPage } = await start(t);
  const request = (headers: Record<string, string>, body?: string): Promise<Response> => {
    const json = body === undefined ? {} : { body, headers: { ...headers, "content-type": "application/json" } };
    const sent: Sent = { path: "/api/v3/challenges", init: { method: "POST", headers, ...json } };
    return send(service, sent);
  };
  const codeOf = async (response: Response) => (await failureOf(response)).error.code;
  const origin = "access-control-allow-origin";

  const good = await request(asPage());
  assert.deepEqual([good.status, good.headers.get(origin), good.headers.get("vary")], [200, pageOrigin, "Origin"]);
  const elsewhere = await request(asPage(undefined, "https://evil.example"));
  assert.deepEqual([await codeOf(elsewhere), elsewhere.headers.get(origin)], ["origin_not_allowed", null]);
  const nowhere = await request({ authorization: `Bearer ${service.publicKey}` });
  assert.equal(await codeOf(nowhere), "origin_not_allowed");
  const secret = await request(asPage(service.apiKey));
  assert.deepEqual([await codeOf(secret), secret.headers.get(origin)], ["public_key_required", pageOrigin]);
  const unknown = await request({ origin: pageOrigin, authorization: "Bearer nobody" });
  assert.deepEqual(
    [await codeOf(unknown), unknown.headers.get(origin)],
    ["invalid_api_key", pageOrigin],
    "the page may read why",
  );
  const stranger = await request({ origin: "https://evil.example", authorization: "Bearer nobody" });
  assert.deepEqual([await codeOf(stranger), stranger.headers.get(origin)], ["invalid_api_key", null]);

  assert.equal((await request(asPage(), '{"avoid":["smile","blink"]}')).status, 200);
  for (const body of ['{"avoid":["jump"]}', '{"avoid":["smile","blink","look_up"]}', "{", "[]", "x".repeat(2000)]) {
    assert.equal(await codeOf(await request(asPage(), body)), "invalid_parameter", body.slice(0, 30));
  }
});

test("only allowed origins get CORS headers for a browser's preflight", async (t) => {
  const { service } = await start(t);
  const ask = (path: string, origin: string) =>
    fetch(service.url + path, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });
  for (const path of ["/api/v3/challenges", "/api/v3/challenges/chl_1/complete"]) {
    const good = await ask(path, pageOrigin);
    assert.deepEqual([good.status, good.headers.get("access-control-allow-origin")], [204, pageOrigin]);
    assert.match(good.headers.get("access-control-allow-headers") ?? "", /Authorization/);
    for (const origin of ["https://evil.example", "https://shop.exampl_", "null", "%"]) {
      assert.equal((await ask(path, origin)).headers.get("access-control-allow-origin"), null, origin);
    }
  }
  assert.equal((await ask("/api/v3/verify", pageOrigin)).status, 405);
});
