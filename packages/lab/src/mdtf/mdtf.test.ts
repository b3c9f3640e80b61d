/** Tests the facility's two interfaces with their request formats and the real models. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { verify } from "@selfsame/photo/verify/verify";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { noDownload } from "@selfsame/server/testing/service/service";
import type { Interface } from "./info.ts";
import { createMdtf } from "./server.ts";
import { attackThresholds, matchThresholds } from "./thresholds.ts";

const engine = await sharedEngine();
const comparison = createComparison(await testModels());
const names = ["amal", "amal-selfie", "bea"] as const;
const photos = await Promise.all(names.map((name) => portrait(name)));
const wall = await portrait("wall");
const base64 = (photo: Buffer) => photo.toString("base64");

function open(which: Interface, comparedBy = comparison) {
  const submitter = { company: "Selfsame", contact: "tests@example.com" };
  const app = createMdtf({ engine, comparison: comparedBy, which, submitter });
  const post = async (path: string, payload: unknown) => {
    const answer = await app.inject({ method: "POST", url: path, payload: payload as object });
    return { status: answer.statusCode, body: answer.json() };
  };
  const template = async (photo: Buffer) => (await post("/v1/create-template", { ImageData: base64(photo) })).body;
  return { app, post, template };
}

test("a list of 2,500 is compared in its order, with the scores of a verify, four photos at a time", async () => {
  const { post, template } = open("match-to-id");
  const templates = await Promise.all([...photos, photos[0] ?? wall].map(template));
  const targets = Array.from({ length: 2500 }, (_, index) => templates[index % 3]);
  const context = { accountId: "acc_1", allowedDomains: [], signal: new AbortController().signal };
  for (const [at, probe] of photos.entries()) {
    const { status, body } = await post("/v1/compare-list", {
      SingleTemplate: templates[at],
      TargetTemplateList: targets,
    });
    assert.deepEqual([status, body.length], [200, 2500]);
    for (const [index, target] of photos.entries()) {
      const source = (bytes: Buffer) => ({ from: "bytes", bytes: Uint8Array.from(bytes) }) as const;
      const request = { reference: source(target), selfie: source(probe), wants: { reference: {}, selfie: {} } };
      const outcome = await verify({ engine, comparison, download: noDownload }, request, context);
      assert.ok(outcome.outcome === "compared");
      assert.equal(body[index].Score, outcome.similarity, `${names[at]} and ${names[index]}`);
      assert.equal(body[2499 - ((2499 - index) % 3)].Score, outcome.similarity, "and at the end of the list");
      // The facility decides by "greater than", the service by "at least".
      assert.equal(body[index].Score > Number(matchThresholds["1:1e4"]), outcome.similarity >= 0.7);
    }
  }
});

test("what no template can be made of, and what is none, is said with the facility's status", async () => {
  const { post, template } = open("match-to-id");
  assert.deepEqual(await post("/v1/create-template", { ImageData: base64(wall) }), {
    status: 500,
    body: "No template can be made: no face was found.",
  });
  const bad = async (path: string, payload: unknown, said: RegExp) => {
    const { status, body } = await post(path, payload);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body, said);
  };
  await bad("/v1/create-template", { ImageData: base64(Buffer.from("no image")) }, /cannot be decoded/);
  await bad("/v1/create-template", { ImageData: "§" }, /see ImageData/);
  await bad("/v1/create-template", {}, /see ImageData/);
  const single = await template(photos[0] ?? wall);
  const other = await open("match-to-id", { ...comparison, model: "another" }).template(photos[0] ?? wall);
  const list = (SingleTemplate: unknown, TargetTemplateList: unknown) => ({ SingleTemplate, TargetTemplateList });
  await bad("/v1/compare-list", list(single, [single, other]), /TargetTemplateList\.1 is no template/);
  await bad("/v1/compare-list", list({ Template: base64(Buffer.from("x")) }, []), /SingleTemplate is no template/);
  await bad("/v1/compare-list", list(single, {}), /see TargetTemplateList/);
  const cut = { Template: base64(Buffer.from(single.Template, "base64").subarray(0, -4)) };
  await bad("/v1/compare-list", list(single, [cut]), /another length/);
  assert.equal((await post("/v1/analyze-data-for-pad", {})).status, 404, "each interface has its own endpoints");
});

test("a selfie is analyzed for attacks, on a scale where thresholds are shares of genuine selfies", async () => {
  const { post } = open("passive-pad");
  const { status, body } = await post("/v1/analyze-data-for-pad", { BiometricSample: base64(photos[1] ?? wall) });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["PADOutcome", "PADScore", "PADProperties"]);
  assert.ok(body.PADScore >= 0 && body.PADScore <= 1);
  assert.equal(body.PADOutcome, body.PADScore > Number(attackThresholds["1:1e2"]));
  const noFace = await post("/v1/analyze-data-for-pad", { BiometricSample: base64(wall) });
  assert.deepEqual(noFace, { status: 500, body: { Code: 500, Message: "No face was found." } });
  const video = await post("/v1/analyze-data-for-pad", { BiometricSample: base64(Buffer.from("....ftypmp42")) });
  assert.equal(video.status, 400, "videos are not analyzed");
});

test("the information fits the interfaces: names, limits, five and four thresholds of ten characters", async () => {
  for (const [which, thresholds] of [
    ["match-to-id", ["1:500", "1:1e3", "1:1e4", "1:1e5", "1:1e6"]],
    ["passive-pad", ["1:ten", "1:1e2", "1:1e3", "1:1e4"]],
  ] as const) {
    const info = (await open(which).app.inject("/v1/info")).json();
    assert.deepEqual(Object.keys(info.Thresholds), thresholds);
    for (const text of Object.values<string>(info.Thresholds)) assert.match(text, /^\d\.\d{1,8}$/);
    assert.ok(info.RecommendedCPUs <= 8 && info.RecommendedMem <= 8192);
    assert.deepEqual([info.AlgorithmModality, info.TechnicalContactEmail], ["Face", "tests@example.com"]);
  }
  assert.equal(matchThresholds["1:1e4"], "0.69995");
  assert.equal(matchThresholds["1:500"], "0.56985");
  assert.equal(attackThresholds["1:ten"], "0.90005");
});
