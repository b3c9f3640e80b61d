/** The adapters of examples/, called with the published requests of the products that they serve. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { faceRecord2011 } from "../packages/server/testing/documents/face-record.ts";
import { codestreamOf, toJp2 } from "../packages/photo/testing/photos/jpeg2000.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { until } from "../packages/platform/testing/until.ts";
import { freePort } from "../testing/free-port.ts";
import { startProgram } from "../testing/run-program.ts";
import { sharedService } from "../testing/service.ts";

const [service, amal, selfie, bea, wall] = await Promise.all([
  sharedService(),
  portrait("amal"),
  portrait("amal-selfie"),
  portrait("bea"),
  portrait("wall"),
]);

async function start(t: TestContext, name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const port = await freePort();
  const cwd = join(import.meta.dirname, "../examples/adapters", name);
  const settings = { SELFSAME_URL: service.url, SELFSAME_API_KEY: service.privateKey, PORT: String(port), ...env };
  const adapter = startProgram([process.execPath, "server.mjs"], { cwd, env: settings });
  t.after(() => adapter.stop());
  await until(() => Promise.resolve(adapter.output().includes("http://") || assert.ok(!adapter.hasEnded())));
  return `http://localhost:${port}`;
}

const post = async (url: string, asked: unknown, headers = {}) => {
  const sent = { "content-type": "application/json", ...headers };
  const response = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(asked) });
  // oxlint-disable-next-line typescript/no-explicit-any
  const body: any = await response.json();
  return { status: response.status, body };
};

test("Arkyc: FACE_MATCH_ENDPOINT compares the document's portrait with the selfie", async (t) => {
  const url = await start(t, "arkyc", { FACE_MATCH_API_KEY: "between us" });
  const base64 = (photo: Uint8Array) => Buffer.from(photo).toString("base64");
  /** A request in the form of its ExternalFaceMatchDriver. */
  const ask = (documentPortrait: Uint8Array, photo: Uint8Array, key = "between us") =>
    post(
      `${url}/match`,
      { documentPortrait: base64(documentPortrait), selfie: base64(photo) },
      { authorization: `Bearer ${key}` },
    );
  const { status, body: same } = await ask(amal, selfie);
  assert.deepEqual(
    [status, same.passed, same.raw.decision, Object.keys(same)],
    [200, true, "accept", ["passed", "similarityScore", "confidence", "raw"]],
  );
  assert.ok(same.similarityScore > 0.7 && same.similarityScore <= 1 && same.confidence > 0 && same.confidence <= 1);
  const { body: other } = await ask(amal, bea);
  assert.deepEqual([other.passed, other.similarityScore, other.raw.reasons], [false, 0, ["no_match"]]);
  const { status: seen, body: nobody } = await ask(amal, wall);
  assert.deepEqual(
    [seen, nobody],
    [200, { passed: false, similarityScore: 0, confidence: 0, raw: { code: "no_face" } }],
  );
  assert.equal((await ask(amal, selfie, "another")).status, 401);
  assert.equal((await ask(Buffer.from("no photo"), selfie)).status, 502, "a fault of who asks, for its log");
});

/** A BiometricRecord as the biosdk-client writes it: its serializer writes bytes as Java's signed bytes, -128 to 127. */
const recordOf = (bdb: string | readonly number[], type = "FACE") => {
  const version = { major: 1, minor: 1 };
  const head = { version, cbeffversion: version, birInfo: { integrity: false } };
  const format = { organization: "Mosip", type: "8" };
  const bdbInfo = { format, type: [type], subtype: ["UNKNOWN"], level: "RAW", purpose: "VERIFY" };
  return { ...head, segments: [{ ...head, bdbInfo, bdb }] };
};
const faceRecordOf = async (photo: Uint8Array) => faceRecord2011(toJp2(await codestreamOf(photo, 480)));

test("MOSIP: the Bio SDK service matches and checks faces of ISO records, and extracts none", async (t) => {
  const url = `${await start(t, "mosip")}/biosdk-service`;
  const ask = async (path: string, body: unknown) => {
    const request = Buffer.from(JSON.stringify(body)).toString("base64");
    const answered = await post(url + path, { version: "1.0", request });
    assert.equal(answered.status, 200);
    assert.deepEqual(Object.keys(answered.body), ["version", "responsetime", "response", "errors"]);
    return answered.body;
  };
  assert.match(await (await fetch(url)).text(), /^Service is running/);
  const init = await ask("/init", { initParams: { purpose: "auth" } });
  assert.deepEqual(init.response.supportedMethods, { MATCH: ["FACE"], QUALITY_CHECK: ["FACE"] });

  const sample = recordOf((await faceRecordOf(selfie)).toString("base64"));
  const gallery = [
    recordOf([...new Int8Array(await faceRecordOf(amal))]),
    recordOf((await faceRecordOf(bea)).toString("base64")),
    recordOf((await faceRecordOf(wall)).toString("base64")),
    recordOf(Buffer.from(amal).toString("base64")),
    recordOf("RklS", "FINGER"),
  ];
  const { response, errors } = await ask("/match", {
    sample,
    gallery,
    modalitiesToMatch: ["FACE", "FINGER"],
    flags: {},
  });
  assert.deepEqual([response.statusCode, errors], [200, []]);
  const found = response.response as {
    galleryIndex: number;
    decisions: Record<string, { match: string; errors: string[] }>;
  }[];
  assert.deepEqual(
    found.map(({ galleryIndex, decisions }) => [galleryIndex, decisions["FACE"]?.match, decisions["FACE"]?.errors]),
    [
      [0, "MATCHED", []],
      [1, "NOT_MATCHED", []],
      [2, "ERROR", ["no_face"]],
      [3, "MATCHED", []],
      [4, "ERROR", ["no face in the record"]],
    ],
  );
  assert.ok(found.every(({ decisions }) => decisions["FINGER"]?.match === "ERROR"));

  const quality = async (record: object) =>
    (await ask("/check-quality", { sample: record, modalitiesToCheck: ["FACE"], flags: {} })).response.response.scores
      .FACE;
  const good = await quality(sample);
  assert.ok(good.score > 0 && good.score <= 100 && good.errors.length === 0, JSON.stringify(good));
  assert.deepEqual(await quality(gallery[2] ?? {}), { score: 0, errors: ["no_face"], analyticsInfo: {} });

  const extracted = await ask("/extract-template", { sample, modalitiesToExtract: ["FACE"], flags: {} });
  assert.deepEqual([extracted.response, extracted.errors[0].code], ["", "BIOSDK_LIB_EXCEPTION"]);
  assert.match(extracted.errors[0].message, /extract-template is left out/);
  const broken = await post(`${url}/match`, { version: "1.0", request: "!" });
  assert.equal(broken.body.errors[0].code, "INVALID_REQUEST_BODY");
});
