/** CompreFace's own client, unchanged but for its address, against the real engine. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { CompreFace } from "@exadel/compreface-js-sdk";
import type { NewKey } from "../../../accounts/keys/keys.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { photos } from "@selfsame/photo/testing/photos/v2-photos";
import { type ServiceOptions, startService } from "../../../../testing/service/service.ts";
import { comprefaceScale, toTheirs } from "../foreign-scale.ts";

const parts = {
  engine: rememberingEngine(await sharedEngine()),
  comparison: createComparison(await testModels()),
  compatible: ["compreface"] as const,
};

interface Face {
  readonly box: Readonly<Record<"probability" | "x_min" | "x_max" | "y_min" | "y_max", number>>;
  readonly landmarks?: readonly (readonly [number, number])[];
}

interface Answer {
  readonly result: readonly {
    readonly source_image_face: Face;
    readonly face_matches: readonly (Face & { readonly similarity: number })[];
    readonly plugins_versions?: { readonly calculator: string };
  }[];
}

/** The error that the client throws, from axios. */
interface Thrown {
  readonly response?: { readonly status: number; readonly data: { readonly code: number; readonly message: string } };
}

interface Asked {
  readonly det_prob_threshold?: number;
  readonly face_plugins?: string;
}

const base64 = (photo: Uint8Array) => Buffer.from(photo).toString("base64");

async function start(t: TestContext, options: Partial<ServiceOptions> = {}) {
  const service = await startService(t, { ...parts, ...options });
  const verification = (key = service.apiKey) =>
    new CompreFace("http://127.0.0.1", service.port).initFaceVerificationService(key);
  /** Sends base64 in JSON, as the client does with strings. */
  const verify = async (source: Uint8Array, target: Uint8Array, asked: Asked = {}, key?: string) =>
    (await verification(key).verify(base64(source), base64(target), { limit: 0, ...asked })) as Answer;
  const failure = async (...sent: Parameters<typeof verify>) => {
    const { response } = await verify(...sent).then(
      () => assert.fail("it was answered"),
      (error: unknown) => error as Thrown,
    );
    return [response?.status, response?.data.code, response?.data.message ?? ""] as const;
  };
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method: "POST",
      ...init,
      headers: { "x-api-key": service.apiKey, ...(init.headers as Record<string, string>) },
    });
    return { status: response.status, body: (await response.json()) as { message: string; code: number } };
  };
  return { ...service, verification, verify, failure, send };
}

test("two photos as base64: the similarity of version 3 on CompreFace's numbers, and the boxes", async (t) => {
  const { verify, url, apiKey } = await start(t);
  const { result } = await verify(photos.person, photos.samePerson);
  const form = new FormData();
  form.append("reference", new Blob([new Uint8Array(photos.person)]));
  form.append("selfie", new Blob([new Uint8Array(photos.samePerson)]));
  const init = { method: "POST", body: form, headers: { authorization: `Bearer ${apiKey}` } };
  const { data } = (await (await fetch(`${url}/api/v3/verify`, init)).json()) as {
    data: { similarity: number; selfie: { box: { x: number; y: number } } };
  };
  const [{ source_image_face: source, face_matches: matches } = assert.fail()] = result;
  assert.equal(matches.length, 1);
  assert.equal(matches[0]?.similarity, toTheirs(comprefaceScale, data.similarity));
  assert.ok(matches[0].similarity >= 0.5);
  assert.deepEqual([matches[0].box.x_min, matches[0].box.y_min], [data.selfie.box.x, data.selfie.box.y]);
  assert.ok(source.box.probability > 0.9 && source.box.probability <= 1 && source.box.x_max > source.box.x_min);
  assert.deepEqual(Object.keys(source), ["box"]);
});

test("two photos as files, with landmarks and the versions", async (t) => {
  const { verification } = await start(t);
  const folder = await mkdtemp(join(tmpdir(), "selfsame-compreface-"));
  t.after(() => rm(folder, { recursive: true }));
  const paths = [join(folder, "one.jpg"), join(folder, "other.jpg")] as const;
  await Promise.all([writeFile(paths[0], photos.person), writeFile(paths[1], photos.otherPerson)]);
  // The client recognizes a path by its first character: a dot.
  const [one, other] = paths.map((path) => `.${"/..".repeat(20)}${path}`);
  const asked = { limit: 1, face_plugins: "landmarks" };
  const { result } = (await verification().verify(one ?? "", other ?? "", asked)) as Answer;
  const [{ source_image_face: source, face_matches: matches } = assert.fail()] = result;
  assert.ok((matches[0]?.similarity ?? 1) < 0.5);
  assert.equal(source.landmarks?.length, 5);
  assert.ok(matches[0]?.landmarks?.flat().every((value) => Number.isInteger(value) && value > 0));
});

test("what is wrong with a request has CompreFace's number", async (t) => {
  const { failure, makeKey } = await start(t);
  const { person, samePerson, noFace, text, tooManyPixels } = photos;
  const keyed = async (settings: Partial<NewKey>) => (await makeKey(settings)).secret;
  const rows: readonly [Parameters<typeof failure>, status: number, code: number, says: RegExp][] = [
    [[noFace, person], 400, 28, /^source_image: .*face/],
    [[person, noFace], 400, 28, /^target_image: /],
    [[person, samePerson, { det_prob_threshold: 1 }], 400, 28, /^source_image: /],
    [[text, person], 400, 21, /^source_image: /],
    [[person, tooManyPixels], 413, 0, /^target_image: /],
    [[person, samePerson, { face_plugins: "age,gender" }], 400, 26, /^face_plugins: age is not offered/],
    [[person, samePerson, { face_plugins: "landmarks,calculator" }], 400, 26, /calculator.*embeddings do not leave/],
    [[person, samePerson, { det_prob_threshold: 2 }], 400, 26, /det_prob_threshold/],
    [[person, samePerson, {}, "nothing"], 404, 10, /key/],
    [[person, samePerson, {}, await keyed({ kind: "test" })], 403, 0, /test key/],
    [[person, samePerson, {}, await keyed({ scopes: ["analyze"] })], 403, 0, /scope `verify`/],
    [[person, samePerson, {}, await keyed({ requireChallenge: true })], 422, 0, /live challenge/],
    [[photos.judgedSpoof, photos.judgedSpoof, {}, await keyed({ requirePassiveLiveness: true })], 400, 26, /liveness/],
  ];
  for (const [sent, status, code, says] of rows) {
    const [gotStatus, gotCode, message] = await failure(...sent);
    assert.deepEqual([gotStatus, gotCode], [status, code], message);
    assert.match(message, says);
  }
});

test("bodies and headers that no client sends", async (t) => {
  const { send } = await start(t);
  const json = { "content-type": "application/json" };
  const photo = base64(photos.person);
  const rows: readonly [RequestInit, status: number, code: number, says: RegExp][] = [
    [{ headers: json, body: "{" }, 400, 26, /neither a JSON object/],
    [{ headers: json, body: "[]" }, 400, 26, /neither a JSON object/],
    [{ headers: json, body: "{}" }, 400, 33, /source_image is missing/],
    [{ headers: json, body: JSON.stringify({ source_image: photo }) }, 400, 33, /target_image is missing/],
    [{ headers: json, body: JSON.stringify({ source_image: "&&", target_image: photo }) }, 400, 26, /not valid base64/],
    [{ headers: json, body: JSON.stringify({ source_image: 7, target_image: photo }) }, 400, 26, /not valid base64/],
    [{ headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x" }, 400, 26, /complete form/],
    [{ headers: { "content-type": "text/plain" }, body: "x" }, 415, 0, /./],
    [{ headers: { "x-api-key": "" } }, 400, 20, /x-api-key/],
    // Larger than its client can send.
    [
      { headers: json, body: JSON.stringify({ source_image: photo, target_image: base64(photos.tooLarge) }) },
      413,
      0,
      /too large/,
    ],
    [{ headers: json, body: "x".repeat(16 * 1024 * 1024) }, 413, 0, /too large/],
  ];
  for (const [init, status, code, says] of rows) {
    const answer = await send("/verification/verify", init);
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.body.message);
    assert.match(answer.body.message, says);
  }
  const versions = await send("/verification/verify?status=true", {
    headers: json,
    body: JSON.stringify({ source_image: photo, target_image: photo }),
  });
  const [{ plugins_versions: own } = assert.fail()] = (versions.body as unknown as Answer).result;
  assert.equal(own?.calculator, parts.comparison.model);
});

test("what is not offered says why, and what to do", async (t) => {
  const { send } = await start(t);
  const rows: readonly [path: string, says: RegExp][] = [
    ["/verification/embeddings/verify", /Embeddings are not compared.*\/api\/v1\/verification\/verify/],
    ["/recognition/recognize", /stores no faces.*reference photo/],
    ["/recognition/faces?subject=a", /stores no faces/],
    ["/detection/detect", /\/api\/v3\/analyze/],
  ];
  for (const [path, says] of rows) {
    const { status, body } = await send(path);
    assert.equal(status, 404, path);
    assert.match(body.message, says);
  }
});

test("where it is turned off, its paths are no paths", async (t) => {
  const { send } = await start(t, { compatible: ["rekognition"] });
  for (const path of ["/verification/verify", "/recognition/recognize"]) {
    const { status, body } = await send(path);
    assert.equal(status, 404);
    assert.equal((body as unknown as { error: string }).error, "Not found");
  }
});
