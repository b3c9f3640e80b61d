import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import type { analyzeSchema, modelsSchema, verifySchema } from "./schemas/faces.ts";
import { openApiCheck } from "../../../testing/service/openapi-check.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { bodyOf, failureOf, send, type Sent, type Service } from "../../../testing/service/request.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../testing/service/service.ts";

type Verification = z.infer<typeof verifySchema>;

const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

const start = (t: TestContext): Promise<Service> =>
  startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });

const withPhotos = (change: Readonly<Record<string, Uint8Array | string>>): Sent => ({
  photos: { reference: amal, selfie: bea, ...change },
});

test("two photos of one person: similarity, rate, faces, boxes and quality", async (t) => {
  const service = await start(t);
  const response = await send(service, { photos: { reference: amal, selfie: amal } });
  const body = await bodyOf<Verification>(response);
  const face = { faces: 1, box: { x: 100, y: 51, width: 80, height: 100 }, quality: { score: 0.88, issues: [] } };
  assert.deepEqual(body.data, {
    match: true,
    similarity: 1,
    threshold: 0.6,
    false_match_rate: 1e-7,
    reference: { ...face, document: null },
    references: [{ used: true, faces: 1, quality: face.quality }],
    selfie: { ...face, passive_liveness: null },
    challenge: null,
    challenge_details: null,
    light: null,
    decision: "accept",
    reasons: [],
    receipt: null,
  });
  assert.deepEqual([body.success, body.error, body.meta.version, body.meta.model], [true, null, "3", "m-1"]);
  assert.ok(Number.isInteger(body.meta.processing_ms));
  assert.equal(body.meta.service_version, manifest.version);
  assert.match(response.headers.get("ratelimit-policy") ?? "", /^$|"/);
});

test("several references: those that show a face are averaged, and each is reported", async (t) => {
  const service = await start(t);
  const form = new FormData();
  for (const photo of [wall, amal, amal]) form.append("reference", new Blob([new Uint8Array(photo)]), "r.png");
  form.append("selfie", new Blob([new Uint8Array(amal)]), "s.png");
  const ask = (body: FormData) =>
    fetch(`${service.url}/api/v3/verify`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
  const body = await bodyOf<Verification>(await ask(form));
  (await openApiCheck(service.url))("/api/v3/verify", "POST", 200, body);
  assert.deepEqual(
    body.data.references.map(({ used, faces }) => [used, faces]),
    [
      [false, 0],
      [true, 1],
      [true, 1],
    ],
  );
  assert.deepEqual([body.data.match, body.data.reference.faces], [true, 1]);

  for (let more = 3; more < 6; more++) form.append("reference", new Blob([new Uint8Array(amal)]), "r.png");
  const { error } = await failureOf(await ask(form));
  assert.deepEqual([error.code, error.param], ["unexpected_field", "reference"]);
});

test("below the threshold neither similarity nor rate is returned, and several faces are an issue", async (t) => {
  const service = await start(t);
  const { data } = await bodyOf<Verification>(await send(service, withPhotos({})));
  assert.deepEqual([data.match, data.similarity, data.false_match_rate, data.threshold], [false, null, null, 0.6]);
  assert.deepEqual([data.decision, data.reasons], ["reject", ["no_match"]]);
  assert.deepEqual([data.selfie.faces, data.selfie.quality.issues], [2, ["several_faces"]]);
});

test("the request's own threshold counts, up to and including it", async (t) => {
  const service = await start(t);
  for (const [threshold, match] of [
    ["0.5", true],
    ["0.5001", false],
    ["0", true],
    ["1", false],
    [".5", true],
  ] as const) {
    const { data } = await bodyOf<Verification>(await send(service, withPhotos({ threshold })));
    assert.deepEqual([data.match, data.threshold], [match, Number(threshold)], threshold);
    assert.equal(data.similarity, match ? 0.5 : null);
  }
});

test("an option that is there and empty is an error, never left out: a token that got lost is not one that never was", async (t) => {
  const service = await start(t);
  const { secret: testKey } = await service.makeKey({ kind: "test" });
  for (const key of [service.apiKey, testKey]) {
    const ask = async (texts: Readonly<Record<string, string>>) => {
      const init = { headers: { authorization: `Bearer ${key}` } };
      const { status, ...answer } = await send(service, { ...withPhotos(texts), init }).then(async (response) => ({
        status: response.status,
        ...(await failureOf(response)).error,
      }));
      return [status, answer.code, answer.param];
    };
    for (const token of ["", " ", "\t", "\r\n"]) {
      assert.deepEqual(await ask({ challenge_token: token }), [422, "invalid_challenge_token", "challenge_token"]);
    }
    for (const name of ["nonce", "require_challenge", "allow_several_faces", "threshold", "simulate"]) {
      assert.deepEqual(await ask({ [name]: "" }), [400, "invalid_parameter", name]);
    }
  }
});

test("no other body than a form with photos is taken for one without a token", async (t) => {
  const service = await start(t);
  const texts = { challenge_token: "" };
  const bodies = [
    [JSON.stringify(texts), "application/json"],
    [new URLSearchParams(texts).toString(), "application/x-www-form-urlencoded"],
  ] as const;
  for (const [body, type] of bodies) {
    const answer = await send(service, { init: { body, headers: { "content-type": type } } });
    assert.deepEqual([answer.status, (await failureOf(answer)).error.code], [415, "unsupported_content_type"]);
  }
  for (const name of ["challengeToken", "challenge-token", "Challenge_Token"]) {
    const answer = await send(service, withPhotos({ [name]: "t" }));
    assert.deepEqual([answer.status, (await failureOf(answer)).error.code], [400, "unexpected_field"], name);
  }
});

test("analyze gives each face with landmarks and pose, and an empty list for none", async (t) => {
  const service = await start(t);
  const check = await openApiCheck(service.url);
  const analyze = async (photo: Uint8Array) => {
    const response = await send(service, { path: "/api/v3/analyze", photos: { photo } });
    const body = await bodyOf<z.infer<typeof analyzeSchema>>(response);
    check("/api/v3/analyze", "POST", 200, body);
    return body.data;
  };
  const { faces } = await analyze(amal);
  assert.deepEqual(faces[0]?.pose, { yaw: 3.3, pitch: -2, roll: 0 });
  assert.deepEqual(faces[0]?.landmarks.left_eye, { x: 120, y: 80 });
  assert.deepEqual(await analyze(wall), { faces: [] });
});

test("models returns what is in use", async (t) => {
  const service = await start(t);
  const body = await bodyOf<z.infer<typeof modelsSchema>>(await send(service, { path: "/api/v3/models" }));
  (await openApiCheck(service.url))("/api/v3/models", "GET", 200, body);
  assert.deepEqual([body.data.model, body.data.threshold], ["m-1", 0.6]);
  const roles = body.data.models.map(({ role }) => role);
  assert.deepEqual(roles, [
    "detect",
    "landmarks",
    "embed",
    "embed",
    "spoof",
    "spoof",
    "spoof",
    "eyes",
    "covered",
    "overlay",
    "blend",
    "pose",
  ]);
});

test("a caller's own request id comes back, and 405 says what is allowed", async (t) => {
  const service = await start(t);
  const init = { method: "PUT", headers: { "x-request-id": "order-7" } };
  const response = await send(service, { init });
  assert.equal((await failureOf(response)).meta.request_id, "order-7");
  assert.equal(response.headers.get("allow"), "POST");
  const head = await send(service, { path: "/api/v3/models", init: { method: "HEAD" } });
  assert.equal(head.status, 200);
});

test("usage is recorded by endpoint and outcome", async (t) => {
  const service = await start(t);
  await send(service, { photos: { reference: amal, selfie: amal } });
  await send(service, withPhotos({ selfie: wall }));
  await send(service, { path: "/api/v3/analyze", photos: { photo: amal } });
  const rows = await service.store.db.selectFrom("usage").select(["endpoint", "outcome"]).execute();
  const names = rows.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`).toSorted();
  assert.deepEqual(names, ["v3.analyze analyzed", "v3.verify match", "v3.verify no_face"]);
});
