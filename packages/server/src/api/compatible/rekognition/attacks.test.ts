/** Requests that no client of Amazon's sends, written by hand. The code that signs them is tested with the published vectors. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request } from "node:http";
import { type TestContext, test } from "node:test";
import * as fc from "fast-check";
import { fuzzRuns } from "../../../../../../testing/fuzz-runs.ts";
import { awsSecretOf } from "../../../accounts/keys/aws-secret.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { prototypeNames } from "@selfsame/platform/testing/prototype-names";
import { type ServiceOptions, startService } from "../../../../testing/service/service.ts";
import { signatureOf } from "../aws/signature-v4.ts";

const photo = (await portrait("amal")).toString("base64");
const good = JSON.stringify({ SourceImage: { Bytes: photo }, TargetImage: { Bytes: photo } });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const now = () => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");

interface Sent {
  readonly body?: string;
  /** The signed body, if it differs from the one sent. */
  readonly signedBody?: string;
  readonly path?: string;
  readonly signedPath?: string;
  readonly date?: string;
  readonly service?: string;
  readonly target?: string;
  /** In addition to host, x-amz-date and x-amz-target. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signed?: readonly string[];
  readonly day?: string;
}

async function start(t: TestContext, options: Partial<ServiceOptions> = {}) {
  const parts = { engine: scriptedEngine(), comparison: scriptedComparison, compatible: ["rekognition"] as const };
  const service = await startService(t, { ...parts, ...options });
  const { id } = await service.makeKey();
  const secret = awsSecretOf(service.sessions.seal, id);
  const send = (sent: Sent = {}) => {
    const {
      body = good,
      signedBody = body,
      path = "/",
      signedPath = path,
      date = now(),
      service: of = "rekognition",
    } = sent;
    const { target = "RekognitionService.CompareFaces", day = date.slice(0, 8) } = sent;
    const headers: Record<string, string> = {
      host: `127.0.0.1:${service.port}`,
      "x-amz-date": date,
      "x-amz-target": target,
      ...sent.headers,
    };
    const { signed: signedHeaders = Object.keys(headers).toSorted() } = sent;
    const claim = { accessKeyId: id, day, region: "us-east-1", service: of, signedHeaders, signature: "" };
    const rawHeaders = Object.entries(headers).flat();
    const what = {
      method: "POST",
      url: signedPath,
      rawHeaders,
      payloadHash: headers["x-amz-content-sha256"] ?? sha256(signedBody),
    };
    const signature = signatureOf(secret, claim, date, what);
    const scope = `${id}/${day}/us-east-1/${of}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=${signedHeaders.join(";")}, Signature=${signature}`;
    return post(service.port, path, { ...headers, authorization, "content-type": "application/x-amz-json-1.1" }, body);
  };
  return { ...service, id, send };
}

interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly message: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** fetch() can set neither a Host header nor a path that is not normalized. */
function post(port: number, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method: "POST", path, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const read = JSON.parse(text) as Record<string, unknown>;
        const [type, message] = [read["__type"] as string | undefined, String(read["Message"])];
        resolve({ status: response.statusCode ?? 0, type, message, body: read });
      });
    });
    sent.on("error", reject).end(body);
  });
}

test("a client that does not send the hash of the body is answered as well", async (t) => {
  const { send } = await start(t);
  const { status, body } = await send();
  assert.equal(status, 200);
  assert.equal((body["FaceMatches"] as readonly unknown[]).length, 1);
});

test("what was changed after it was signed is rejected, and what has to be signed", async (t) => {
  const { send } = await start(t);
  const hash = sha256(good);
  const old = new Date(Date.now() - 6 * 60_000).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const rows: readonly [Sent, type: string, says?: RegExp][] = [
    [{ body: good.replace("Source", "source"), signedBody: good }, "InvalidSignatureException"],
    [
      { body: good.replace("Source", "source"), headers: { "x-amz-content-sha256": hash } },
      "InvalidSignatureException",
      /The body is not the one that was signed/,
    ],
    [{ headers: { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" } }, "InvalidSignatureException", /not the one that was/],
    [
      { headers: { "x-amz-content-sha256": hash }, signed: ["host", "x-amz-date", "x-amz-target"] },
      "IncompleteSignatureException",
      /x-amz-content-sha256 must be signed/,
    ],
    [{ signed: ["x-amz-date", "x-amz-target"] }, "IncompleteSignatureException", /host must be signed/],
    [{ signed: ["host", "x-amz-target"] }, "IncompleteSignatureException", /x-amz-date must be signed/],
    [{ signed: ["host", "x-amz-date"] }, "IncompleteSignatureException", /x-amz-target must be signed/],
    [{ signedPath: "/other" }, "InvalidSignatureException"],
    [{ path: "/?a=1", signedPath: "/" }, "InvalidSignatureException"],
    [{ date: old }, "InvalidSignatureException", /Signature expired/],
    [{ date: "20261127" }, "InvalidSignatureException", /Signature expired/],
    [{ day: "20200101" }, "IncompleteSignatureException", /day/],
    [{ service: "s3" }, "InvalidSignatureException"],
  ];
  for (const [sent, type, says = /./] of rows) {
    const { status, type: got, message } = await send(sent);
    assert.deepEqual([status, got], [400, type], JSON.stringify({ ...sent, body: undefined }));
    assert.match(message, says);
  }
});

test("no Authorization header, or that of version 3, opens nothing", async (t) => {
  const { port, apiKey } = await start(t);
  const headers = { "x-amz-target": "RekognitionService.CompareFaces", "content-type": "application/x-amz-json-1.1" };
  const none = await post(port, "/", headers, good);
  assert.deepEqual([none.status, none.type], [400, "MissingAuthenticationTokenException"]);
  const bearer = await post(port, "/", { ...headers, authorization: `Bearer ${apiKey}` }, good);
  assert.equal(bearer.type, "IncompleteSignatureException");
});

test("where it is turned off, and for requests of others, POST / is a path that there is not", async (t) => {
  const off = await start(t, { compatible: [] });
  assert.deepEqual([(await off.send()).status, (await off.send()).body], [404, { error: "Not found" }]);
  const on = await start(t);
  for (const target of ["", "DynamoDB_20120810.GetItem", ...prototypeNames]) {
    const { status, body } = await on.send({ target });
    assert.deepEqual([status, body], [404, { error: "Not found" }], target);
  }
  for (const name of ["IndexFaces", "", ...prototypeNames]) {
    const { status, type } = await on.send({ target: `RekognitionService.${name}` });
    assert.deepEqual([status, type], [400, "UnknownOperationException"], name);
  }
});

test("bodies that are no JSON, cut, deep, huge or not base64", async (t) => {
  const { send } = await start(t);
  const photoOf = (text: unknown) => JSON.stringify({ SourceImage: { Bytes: text }, TargetImage: { Bytes: photo } });
  const rows: readonly [body: string, type: string][] = [
    ["", "SerializationException"],
    [good.slice(0, -1), "SerializationException"],
    ["[]", "SerializationException"],
    ["null", "SerializationException"],
    [`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "SerializationException"],
    [`{"a":[${"{},".repeat(40_000)}{}]}`, "SerializationException"],
    ["{}", "InvalidParameterException"],
    [photoOf("&&&&"), "InvalidParameterException"],
    [photoOf(7), "InvalidParameterException"],
    [photoOf(null), "InvalidParameterException"],
    [photoOf("AAAA"), "InvalidImageFormatException"],
    ["x".repeat(16 * 1024 * 1024), "ImageTooLargeException"],
  ];
  for (const [body, type] of rows) {
    for (const headers of [{}, { "x-amz-content-sha256": sha256(body) }]) {
      const { status, type: got } = await send({ body, headers });
      assert.deepEqual([status, got], [400, type], body.slice(0, 60));
    }
  }
});

test("whatever is signed, the answer has Amazon's form and is no fault", async (t) => {
  const { send } = await start(t);
  const names = fc.constantFrom(
    "SourceImage",
    "TargetImage",
    "Bytes",
    "S3Object",
    "SimilarityThreshold",
    "QualityFilter",
    ...prototypeNames,
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constant({ Bytes: photo }),
    fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true }),
  );
  const body = fc.dictionary(names, value, { noNullPrototype: true });
  const target = fc.constantFrom("CompareFaces", "DetectFaces");
  await fc.assert(
    fc.asyncProperty(body, target, async (fields, name) => {
      const {
        status,
        type,
        body: answered,
      } = await send({ body: JSON.stringify(fields), target: `RekognitionService.${name}` });
      if (status === 200) return;
      assert.equal(status, 400);
      assert.match(type ?? "", /^[A-Z]\w+Exception$/);
      assert.deepEqual(Object.keys(answered).toSorted(), ["Code", "Logref", "Message", "__type"]);
    }),
    { numRuns: fuzzRuns(60) },
  );
});
