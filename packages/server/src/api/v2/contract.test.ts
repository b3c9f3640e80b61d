/** The contract of version 2, one row for each case: over a real socket, with the real engine, compared byte for byte. */
import assert from "node:assert/strict";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, after, describe, test } from "node:test";
import type { Plan } from "../../accounts/access/plans.ts";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { EngineFault, EngineUnavailable, type PhotoAnalysis } from "@selfsame/photo/engine/engine";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createDownload } from "@selfsame/photo/images/download";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { type RunningEngine, startService } from "../../../testing/service/service.ts";
import { type PhotoName, photos } from "@selfsame/photo/testing/photos/v2-photos";
import { type Sent, sendTo } from "../../../testing/service/v2-send.ts";

type Path = "verify" | "spoof" | "optimize";

interface Row {
  readonly when: string;
  readonly path?: Path;
  readonly send: Sent;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  readonly body: object | (() => Promise<object>);
}

const models = await testModels();
const engine = rememberingEngine(await sharedEngine());
const comparison = createComparison(models);
const photoServer = await servePhotos();
after(() => photoServer.close());

const photoHost = `photos.test:${(photoServer.address() as AddressInfo).port}`;
const resolve = async (name: string) => [name === "inside.test" ? "169.254.169.254" : "127.0.0.1"];
const allowedDomains = ["photos.test", "inside.test"];
const download = createDownload({ allowedDomains, allowPrivate: true, resolve, totalTimeoutMs: 3000 });

const start = (t: TestContext, change: { engine?: RunningEngine; plan?: Plan } = {}) =>
  startService(t, { engine, comparison, download, ...change });

const paths: readonly Path[] = ["verify", "spoof", "optimize"];
const good: Readonly<Record<Path, { readonly form: NonNullable<Sent["form"]> }>> = {
  verify: { form: { reference: "person", selfie: "samePerson" } },
  spoof: { form: { photo: "person" } },
  optimize: { form: { photo: "person" } },
};
const error = (text: string) => ({ error: text });
const unmatched = (message: string) => ({ match: false, confidence: 0, message, is_spoof: false, selfie_image: "" });

async function analyzed(name: PhotoName): Promise<PhotoAnalysis> {
  const result = await engine.analyze(photos[name], { embedding: true, spoof: true, crop: true });
  return result.outcome === "analyzed" ? result : assert.fail(`${name} is ${result.outcome}`);
}

/** The five fields of a response, from the engine's own analysis of the two photos. */
const compared = (reference: PhotoName, selfie: PhotoName, match: boolean, message: string) => async () => {
  const [one, other] = [await analyzed(reference), await analyzed(selfie)];
  assert.ok(one.embedding && other.embedding && other.crop && other.spoof);
  const confidence = comparison.similarity(one.embedding, other.embedding);
  const image = Buffer.from(other.crop.jpeg).toString("base64");
  return { match, confidence, message, is_spoof: other.spoof.isSpoof, selfie_image: image };
};
const matched = compared("person", "samePerson", true, "Face match successful");

function check(response: Response, row: Pick<Row, "status" | "headers">): void {
  assert.equal(response.status, row.status);
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  assert.match(response.headers.get("x-request-id") ?? "", /^[\w.-]{1,64}$/);
  assert.equal(response.headers.get("access-control-allow-origin"), null, "version 2 is for backends");
  for (const [name, expected] of Object.entries(row.headers ?? {})) {
    const value = response.headers.get(name) ?? "";
    if (typeof expected === "string") assert.equal(value, expected, name);
    else assert.match(value, expected, name);
  }
}

async function checkRow(url: string, apiKey: string, path: Path, row: Row): Promise<void> {
  const response = await sendTo(`${url}/api/v2/${path}`, apiKey, row.send);
  const expected = typeof row.body === "function" ? await row.body() : row.body;
  const text = await response.text();
  if (row.send.method !== "HEAD") assert.equal(text, JSON.stringify(expected));
  check(response, row);
}

async function checkRows(t: TestContext, path: Path, rows: readonly Row[]): Promise<void> {
  const { url, apiKey } = await start(t);
  for (const row of rows) {
    await t.test(`${row.path ?? path}: ${row.when} -> ${row.status}`, () =>
      checkRow(url, apiKey, row.path ?? path, row),
    );
  }
}

const bearer = { "www-authenticate": "Bearer" };
const limits = { ratelimit: /^"\w+";r=\d+/, "ratelimit-policy": /^"\w+";q=\d+/ };
const missingKey = { status: 401, headers: bearer, body: error("Missing API key") };
const invalidKey = { status: 401, headers: bearer, body: error("Invalid API key") };
const notAllowed = { status: 405, headers: { allow: "POST", ...limits }, body: error("Method not allowed") };
const unsupportedType = { status: 415, headers: limits, body: error("Unsupported content type") };
const invalidBody = { status: 400, headers: limits, body: error("Invalid request body") };
const multipart = { "content-type": "multipart/form-data; boundary=x" };

for (const path of paths) {
  const { form } = good[path];
  const everyEndpoint: readonly Row[] = [
    { when: "no Authorization header", send: { form, authorization: null }, ...missingKey },
    { when: "Authorization is not Bearer", send: { form, authorization: "Basic YTpi" }, ...missingKey },
    { when: "Bearer without a key", send: { form, authorization: "Bearer " }, ...missingKey },
    { when: "no key comes before a wrong method", send: { method: "GET", authorization: null }, ...missingKey },
    { when: "an unknown key", send: { form, authorization: `Bearer ss_sk_${"0".repeat(38)}` }, ...invalidKey },
    { when: "a malformed key", send: { form, authorization: "Bearer hunter2" }, ...invalidKey },
    ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND", "QUERY"].map((method) => ({
      when: method,
      send: { method },
      ...notAllowed,
    })),
    {
      when: "another method with a content type that is none",
      send: { method: "PUT", body: "x", headers: { "content-type": ";" } },
      ...notAllowed,
    },
    { when: "no content type", send: { body: Buffer.from("x") }, ...unsupportedType },
    { when: "no body", send: {}, ...unsupportedType },
    { when: "text/plain", send: { body: "x", headers: { "content-type": "text/plain" } }, ...unsupportedType },
    { when: "a content type that is none", send: { body: "x", headers: { "content-type": ";" } }, ...unsupportedType },
    {
      when: "a urlencoded form",
      send: { body: "photo=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
      ...unsupportedType,
    },
    {
      when: "a compressed body",
      send: { body: "x", headers: { ...multipart, "content-encoding": "gzip" } },
      ...unsupportedType,
    },
    {
      when: "multipart without a boundary",
      send: { body: "x", headers: { "content-type": "multipart/form-data" } },
      ...invalidBody,
    },
    { when: "multipart of nothing", send: { body: "", headers: multipart }, ...invalidBody },
    { when: "multipart that is none", send: { body: "hello", headers: multipart }, ...invalidBody },
    {
      when: "multipart that does not end",
      send: { body: `--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\nabc`, headers: multipart },
      ...invalidBody,
    },
  ];
  test(`every endpoint: ${path}`, (t) => checkRows(t, path, everyEndpoint));
}

const verifyForm = (form: NonNullable<Sent["form"]>): Sent => ({ form });
const url = (path: string) => `http://${photoHost}/${path}`;

test("verify: outcomes", (t) =>
  checkRows(t, "verify", [
    {
      when: "same person",
      send: good.verify,
      status: 200,
      headers: { ...limits, "cache-control": "no-store" },
      body: matched,
    },
    {
      when: "another person",
      send: verifyForm({ reference: "person", selfie: "otherPerson" }),
      status: 200,
      body: compared("person", "otherPerson", false, "Faces do not match"),
    },
    {
      when: "same person, judged a spoof",
      send: verifyForm({ reference: "judgedSpoof", selfie: "judgedSpoof" }),
      status: 200,
      body: compared("judgedSpoof", "judgedSpoof", true, "Possible spoof attempt detected"),
    },
    {
      when: "another person, judged a spoof",
      send: verifyForm({ reference: "person", selfie: "judgedSpoof" }),
      status: 200,
      body: compared("person", "judgedSpoof", false, "Possible spoof attempt detected"),
    },
    {
      when: "only the reference is judged a spoof",
      send: verifyForm({ reference: "judgedSpoof", selfie: "person" }),
      status: 200,
      body: compared("judgedSpoof", "person", false, "Faces do not match"),
    },
    {
      when: "no face in the reference",
      send: verifyForm({ reference: "noFace", selfie: "person" }),
      status: 200,
      body: unmatched("No face detected in reference image"),
    },
    {
      when: "no face in the selfie",
      send: verifyForm({ reference: "person", selfie: "noFace" }),
      status: 200,
      body: unmatched("No face detected in selfie image"),
    },
    {
      when: "no face in either",
      send: verifyForm({ reference: "noFace", selfie: "noFace" }),
      status: 200,
      body: unmatched("No face detected in reference image"),
    },
    {
      when: "no reference",
      send: verifyForm({ selfie: "person" }),
      status: 200,
      body: unmatched("Reference image is required"),
    },
    {
      when: "no selfie",
      send: verifyForm({ reference: "person" }),
      status: 200,
      body: unmatched("Selfie image is required"),
    },
    {
      when: "neither",
      send: verifyForm({ other: "person" }),
      status: 200,
      body: unmatched("Reference image is required"),
    },
    {
      when: "empty parts count as absent",
      send: verifyForm({ reference: "empty", reference_url: "text:", selfie: "person" }),
      status: 200,
      body: unmatched("Reference image is required"),
    },
    {
      when: "an empty file gives way to a URL",
      send: verifyForm({ reference: "empty", reference_url: `text:${url("person")}`, selfie: "samePerson" }),
      status: 200,
      body: matched,
    },
    {
      when: "a file wins over a URL, which is not even parsed",
      send: verifyForm({ reference: "person", reference_url: "text:nonsense", selfie: "samePerson" }),
      status: 200,
      body: matched,
    },
    {
      when: "unknown parts are ignored",
      send: verifyForm({ colour: "text:red", reference: "person", selfie: "samePerson", third: "text" }),
      status: 200,
      body: matched,
    },
    {
      when: "both images as URLs",
      send: verifyForm({ reference_url: `text:${url("person")}`, selfie_url: `text:${url("samePerson")}` }),
      status: 200,
      body: matched,
    },
    ...(["png", "gif", "webp"] as const).map((name) => ({
      when: `a ${name.toUpperCase()} by its content, whatever its type says`,
      send: verifyForm({ reference: "person", selfie: name }),
      status: 200,
      body: compared("person", name, true, "Face match successful"),
    })),
    {
      when: "a photo of exactly 5 MB",
      send: verifyForm({ reference: "exactlyLargeEnough", selfie: "samePerson" }),
      status: 200,
      body: matched,
    },
  ]));

test("verify: JSON", (t) =>
  checkRows(t, "verify", [
    {
      when: "two photos as base64",
      send: { json: { reference: "base64:person", selfie: "base64:samePerson" } },
      status: 200,
      headers: limits,
      body: matched,
    },
    {
      when: "with a data URL's prefix",
      send: {
        json: { reference: "data:image/jpeg;base64,base64:person", selfie: "data:image/png;base64,base64:samePerson" },
      },
      status: 200,
      body: matched,
    },
    {
      when: "two URLs",
      send: { json: { reference_url: url("person"), selfie_url: url("samePerson") } },
      status: 200,
      body: matched,
    },
    {
      when: "a photo wins over a URL",
      send: { json: { reference: "base64:person", reference_url: "nonsense", selfie: "base64:samePerson" } },
      status: 200,
      body: matched,
    },
    {
      when: "empty and null count as absent",
      send: { json: { reference: "", reference_url: null, selfie: "base64:person" } },
      status: 200,
      body: unmatched("Reference image is required"),
    },
    { when: "an empty object", send: { json: {} }, status: 200, body: unmatched("Reference image is required") },
    {
      when: "no selfie",
      send: { json: { reference: "base64:person" } },
      status: 200,
      body: unmatched("Selfie image is required"),
    },
    {
      when: "unknown names are ignored",
      send: { json: { x: [1, { y: 2 }], reference: "base64:person", selfie: "base64:samePerson" } },
      status: 200,
      body: matched,
    },
    {
      when: "base64 that is not base64",
      send: { json: { reference: "no base64!", selfie: "base64:person" } },
      status: 400,
      body: error("Invalid base64 image"),
    },
    {
      when: "base64 that was cut off",
      send: { json: { reference: "base64:person", selfie: "AAAAA" } },
      status: 400,
      body: error("Invalid base64 image"),
    },
    {
      when: "a photo that is not a string",
      send: { json: { reference: 1, selfie: "base64:person" } },
      status: 400,
      body: error("Invalid base64 image"),
    },
    {
      when: "a URL that is not a string",
      send: { json: { reference_url: 1, selfie: "base64:person" } },
      status: 400,
      body: error("Invalid URL format"),
    },
    {
      when: "base64 of a photo over 5 MB",
      send: { json: { reference: "base64:tooLarge", selfie: "base64:person" } },
      status: 413,
      body: error("File too large"),
    },
    {
      when: "base64 of something else",
      send: { json: { reference: "base64:text", selfie: "base64:person" } },
      status: 415,
      body: error("Unsupported image format"),
    },
    ...["", "{", "[]", "null", `"text"`, "{}x", "\u0000"].map((body) => ({
      when: `the body ${JSON.stringify(body)}`,
      send: { body, headers: { "content-type": "application/json; charset=utf-8" } },
      status: 400,
      body: error("Invalid request body"),
    })),
    ...(["spoof", "optimize"] as const).map((path) => ({
      when: "JSON is verify's alone",
      path,
      send: { json: { photo: "base64:person" } },
      ...unsupportedType,
    })),
  ]));

const urlErrors = (given: string, status: number, text: string): Row[] => [
  {
    when: `the reference is ${given}`,
    send: verifyForm({ reference_url: `text:${given}`, selfie: "person" }),
    status,
    body: error(text),
  },
  {
    when: `the selfie is ${given}`,
    send: { json: { reference: "base64:person", selfie_url: given } },
    status,
    body: error(text),
  },
];

test("verify: URLs", (t) =>
  checkRows(t, "verify", [
    ...urlErrors("photo.jpg", 400, "Invalid URL format"),
    ...urlErrors("ftp://photos.test/a.jpg", 400, "Invalid URL format"),
    ...urlErrors("http://user:password@photos.test/a.jpg", 400, "Invalid URL format"),
    ...urlErrors(`http://photos.test/${"a".repeat(9000)}`, 400, "Invalid URL format"),
    ...urlErrors("http://example.com/a.jpg", 403, "Domain not whitelisted"),
    ...urlErrors("http://127.0.0.1/a.jpg", 403, "Domain not whitelisted"),
    ...urlErrors("http://inside.test/a.jpg", 403, "Domain not whitelisted"),
    ...urlErrors(url("redirect-inside"), 403, "Domain not whitelisted"),
    ...urlErrors("http://photos.test:1/a.jpg", 500, "Failed to download image"),
    ...urlErrors(url("missing"), 500, "Failed to download image"),
    ...urlErrors(url("circle"), 500, "Failed to download image"),
    ...urlErrors(url("never"), 500, "Failed to download image"),
    ...urlErrors(url("tooLarge"), 413, "File too large"),
    ...urlErrors(url("text"), 415, "Unsupported image format"),
    ...urlErrors(url("empty"), 415, "Unsupported image format"),
    ...urlErrors(url("broken"), 500, "Failed to process image"),
    ...urlErrors(url("tooManyPixels"), 500, "Failed to process image"),
  ]));

const photoFaults: ReadonlyArray<readonly [PhotoName, number, string]> = [
  ["tooLarge", 413, "File too large"],
  ["text", 415, "Unsupported image format"],
  ["bmp", 415, "Unsupported image format"],
  ["svg", 415, "Unsupported image format"],
  ["broken", 500, "Failed to process image"],
  ["tooManyPixels", 500, "Failed to process image"],
  ["tooLong", 500, "Failed to process image"],
];

test("verify: photos", (t) =>
  checkRows(t, "verify", [
    ...photoFaults.flatMap(([name, status, text]): Row[] => [
      {
        when: `the reference is ${name}`,
        send: verifyForm({ reference: name, selfie: "person" }),
        status,
        body: error(text),
      },
      {
        when: `the selfie is ${name}`,
        send: verifyForm({ reference: "person", selfie: name }),
        status,
        body: error(text),
      },
    ]),
    {
      when: "both fail: the reference is reported",
      send: verifyForm({ reference: "broken", selfie: "text" }),
      status: 500,
      body: error("Failed to process image"),
    },
    {
      when: "both fail, the reference last: the reference is reported",
      send: verifyForm({ reference: "noFace", selfie_url: "text:nonsense" }),
      status: 200,
      body: unmatched("No face detected in reference image"),
    },
    {
      when: "a missing selfie is reported before the reference is analyzed",
      send: verifyForm({ reference: "text" }),
      status: 200,
      body: unmatched("Selfie image is required"),
    },
  ]));

for (const path of ["spoof", "optimize"] as const) {
  test(`${path}: photos`, (t) =>
    checkRows(t, path, [
      {
        when: "no photo",
        send: { form: { other: "person" } },
        status: 400,
        headers: limits,
        body: error("Photo is required"),
      },
      { when: "an empty photo", send: { form: { photo: "empty" } }, status: 400, body: error("Photo is required") },
      {
        when: "a URL is not for here",
        send: { form: { photo_url: `text:${url("person")}` } },
        status: 400,
        body: error("Photo is required"),
      },
      { when: "no face", send: { form: { photo: "noFace" } }, status: 400, body: error("No face detected") },
      ...photoFaults.map(([name, status, text]): Row => ({
        when: `the photo is ${name}`,
        send: { form: { photo: name } },
        status,
        body: error(text),
      })),
    ]));
}

test("spoof: outcomes", (t) =>
  checkRows(t, "spoof", [
    {
      when: "genuine",
      send: good.spoof,
      status: 200,
      headers: limits,
      body: { is_spoof: false, message: "Image appears to be genuine" },
    },
    {
      when: "a spoof",
      send: { form: { photo: "judgedSpoof" } },
      status: 200,
      body: { is_spoof: true, message: "Image appears to be a spoof attempt" },
    },
  ]));

test("optimize: outcomes", (t) =>
  checkRows(t, "optimize", [
    {
      when: "a face",
      send: good.optimize,
      status: 200,
      headers: limits,
      body: async () => {
        const { crop } = await analyzed("person");
        assert.ok(crop);
        const image = Buffer.from(crop.jpeg).toString("base64");
        return { success: true, image, mime_type: "image/jpeg", size: crop.jpeg.length, width: 600, height: 600 };
      },
    },
  ]));

/** An engine that fails, for contract rows that no photo can cause. */
const unable = (because: "busy" | "broken"): RunningEngine => ({
  status: engine.status,
  analyze: () => Promise.reject(because === "busy" ? new EngineUnavailable("busy") : new EngineFault("secret")),
  requireRoom: () => () => {},
  stop: async () => {},
});

describe("keys and limits", () => {
  const expect = async (response: Response, row: Pick<Row, "status" | "headers">, body: object) => {
    assert.equal(await response.text(), JSON.stringify(body));
    check(response, row);
  };

  for (const path of paths) {
    test(`${path}: a public key -> 403`, async (t) => {
      const { url, publicKey } = await start(t);
      const response = await sendTo(`${url}/api/v2/${path}`, publicKey, good[path]);
      await expect(response, { status: 403 }, error("This endpoint requires a private API key"));
    });

    test(`${path}: an expired and a revoked key -> 401`, async (t) => {
      const { url, makeKey } = await start(t);
      const expired = await makeKey({ expiresAtMs: Date.now() - 1 });
      const revoked = await makeKey();
      await revoked.revoke();
      for (const { secret } of [expired, revoked]) {
        await expect(await sendTo(`${url}/api/v2/${path}`, secret, good[path]), invalidKey, invalidKey.body);
      }
    });

    const refused = { status: 429, headers: { "retry-after": /^[1-9]\d*$/, ...limits } };
    test(`${path}: over the rate limit -> 429`, async (t) => {
      const plan = { requestsPerMinute: 1, requestsPerMonth: null, concurrentRequests: null };
      const { url, apiKey } = await start(t, { plan });
      await (await sendTo(`${url}/api/v2/${path}`, apiKey, good[path])).text();
      const response = await sendTo(`${url}/api/v2/${path}`, apiKey, good[path]);
      await expect(response, refused, error("Rate limit exceeded"));
      assert.match(response.headers.get("ratelimit") ?? "", /^"minute";r=0;t=\d+$/);
      assert.equal(response.headers.get("ratelimit-policy"), `"minute";q=1;w=60`);
    });

    test(`${path}: over the monthly quota -> 429`, async (t) => {
      const plan = { requestsPerMinute: null, requestsPerMonth: 1, concurrentRequests: null };
      const { url, apiKey } = await start(t, { plan });
      await (await sendTo(`${url}/api/v2/${path}`, apiKey, good[path])).text();
      await expect(await sendTo(`${url}/api/v2/${path}`, apiKey, good[path]), refused, error("Monthly quota exceeded"));
    });

    test(`${path}: the engine's queue is full -> 503`, async (t) => {
      const { url, apiKey } = await start(t, { engine: unable("busy") });
      const response = await sendTo(`${url}/api/v2/${path}`, apiKey, good[path]);
      await expect(response, { status: 503, headers: { "retry-after": "1", ...limits } }, error("Service busy"));
    });

    test(`${path}: a fault of ours -> 500, and the response reveals nothing of it`, async (t) => {
      const { url, apiKey } = await start(t, { engine: unable("broken") });
      const response = await sendTo(`${url}/api/v2/${path}`, apiKey, good[path]);
      await expect(response, { status: 500, headers: limits }, error("Internal server error"));
    });
  }

  test("verify: more photos than a real queue takes -> 503", async (t) => {
    const small = await createEngine({ models, workers: 1, limits: { queueLength: 0 } });
    t.after(() => small.stop());
    const { url, apiKey } = await start(t, { engine: small });
    const response = await sendTo(`${url}/api/v2/verify`, apiKey, good.verify);
    await expect(response, { status: 503, headers: { "retry-after": "1", ...limits } }, error("Service busy"));
  });

  test("a caller's own request id is repeated when it is safe, and replaced when not", async (t) => {
    const { url, apiKey } = await start(t);
    const idFor = async (id: string) => {
      const response = await sendTo(`${url}/api/v2/spoof`, apiKey, { headers: { "x-request-id": id } });
      await response.text();
      return response.headers.get("x-request-id");
    };
    assert.equal(await idFor("order-66.a_B"), "order-66.a_B");
    for (const unsafe of ["a b", "a".repeat(65), `a"b`, "a/b", "ä"]) {
      assert.match((await idFor(unsafe)) ?? "", /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });
});

/** Photos by name, and servers that misbehave. */
async function servePhotos(): Promise<Server> {
  const server = createServer(({ url = "" }, response) => {
    const name = url.slice(1);
    if (Object.hasOwn(photos, name)) return void response.end(photos[name as PhotoName]);
    if (name === "never") return;
    if (name === "circle") return void response.writeHead(302, { location: "/circle" }).end();
    if (name === "redirect-inside") return void response.writeHead(302, { location: "http://inside.test/" }).end();
    response.writeHead(404).end();
  });
  server.unref();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return server;
}
