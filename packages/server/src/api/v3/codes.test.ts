import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { recognizeFormat } from "@selfsame/photo/decode/recognize";
import { adviceOn } from "./problems/format-hints.ts";
import { errorCatalog, hintOf, errorCodes, type ErrorCode } from "./errors.ts";
import { openApiCheck } from "../../../testing/service/openapi-check.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { failureOf, send, type Sent, type Service } from "../../../testing/service/request.ts";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService, type ServiceOptions } from "../../../testing/service/service.ts";

interface Row extends Sent {
  readonly when: string;
  readonly code: ErrorCode;
  readonly param?: string;
  readonly limit?: number;
  readonly actual?: number | null;
}

const models = await testModels();
const engine = await sharedEngine();
const comparison = createComparison(models);
const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);

const start = (t: TestContext, options: Partial<ServiceOptions> = {}): Promise<Service> =>
  startService(t, { engine, comparison, ...options });

/** A file as large as a real photo, over the limit. */
const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1, 0xff);
const withPhotos = (change: Readonly<Record<string, Uint8Array | string>>): Sent => ({
  photos: { reference: amal, selfie: bea, ...change },
});
const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
const raw = (body: string, type: string): Sent => ({ init: { body, headers: { "content-type": type } } });
const pngHeader = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};

const rows: readonly (() => Row | Promise<Row>)[] = [
  () => ({
    when: "the body is not a form",
    code: "invalid_multipart",
    ...raw("nothing", "multipart/form-data; boundary=x"),
  }),
  () => ({ when: "the form has no boundary", code: "invalid_multipart", ...raw("nothing", "multipart/form-data") }),
  () => ({ when: "there is no part at all", code: "missing_file", param: "reference", photos: {} }),
  () => ({ when: "the selfie is missing", code: "missing_file", param: "selfie", photos: { reference: amal } }),
  () => ({
    when: "the selfie is empty",
    code: "missing_file",
    param: "selfie",
    ...withPhotos({ selfie: new Uint8Array() }),
  }),
  () => ({ when: "analyze gets no photo", code: "missing_file", param: "photo", path: "/api/v3/analyze", photos: {} }),
  () => ({
    when: "a photo has the wrong name",
    code: "unexpected_field",
    param: "photo",
    photos: { reference: amal, photo: bea },
  }),
  () => ({
    when: "a URL is sent",
    code: "unexpected_field",
    param: "selfie_url",
    ...withPhotos({ selfie_url: "https://a.example/" }),
  }),
  ...["1.01", "-0.1", "high", "0,7", "NaN", "1e3"].map((threshold) => () => ({
    when: `the threshold is ${threshold}`,
    code: "invalid_parameter" as const,
    param: "threshold",
    ...withPhotos({ threshold }),
  })),
  () => ({
    when: "there is no key",
    code: "missing_api_key",
    init: { method: "POST", headers: { authorization: "" } },
  }),
  () => ({
    when: "the key is unknown",
    code: "invalid_api_key",
    init: { method: "POST", headers: { authorization: "Bearer ss_sk_x" } },
  }),
  () => ({ when: "the path is unknown", code: "not_found", path: "/api/v3/identify" }),
  () => ({ when: "the path is none", code: "not_found", path: "/api/v3/%zz" }),
  () => ({ when: "there is no path at all", code: "not_found", path: "/api/v3" }),
  () => ({
    when: "the path is unknown and so is the body",
    code: "not_found",
    path: "/api/v3/identify",
    ...raw("{", "application/json"),
  }),
  () => ({ when: "the method is wrong", code: "method_not_allowed", init: { method: "GET" } }),
  () => ({
    when: "the method is wrong for models",
    code: "method_not_allowed",
    path: "/api/v3/models",
    init: { method: "DELETE" },
  }),
  () => ({
    when: "a photo is over 5 MB",
    code: "file_too_large",
    param: "reference",
    limit: 5_242_880,
    actual: null,
    ...withPhotos({ reference: tooLarge }),
  }),
  () => ({
    when: "a photo is a line",
    code: "image_too_complex",
    param: "selfie",
    ...withPhotos({ selfie: pngHeader(10_000_000, 1) }),
  }),
  () => ({
    when: "a photo has over 50 megapixels",
    code: "image_too_large",
    param: "selfie",
    limit: 50_000_000,
    actual: 900_000_000,
    ...withPhotos({ selfie: pngHeader(30_000, 30_000) }),
  }),
  () => ({
    when: "a photo is text",
    code: "unsupported_image_format",
    param: "selfie",
    ...withPhotos({ selfie: "@selfie.jpg" }),
  }),
  () => ({
    when: "a photo is HEIC",
    code: "unsupported_image_format",
    param: "reference",
    ...withPhotos({ reference: heic }),
  }),
  async () => ({
    when: "a photo is a GIF that says it is a JPEG",
    code: "unsupported_image_format",
    param: "photo",
    path: "/api/v3/analyze",
    photos: { photo: await sharp(amal).gif().toBuffer() },
  }),
  () => ({ when: "the body is JSON", code: "unsupported_content_type", ...raw("{}", "application/json") }),
  () => ({
    when: "the reference shows no face",
    code: "no_face",
    param: "reference",
    ...withPhotos({ reference: wall }),
  }),
  () => ({ when: "the selfie shows no face", code: "no_face", param: "selfie", ...withPhotos({ selfie: wall }) }),
  () => ({
    when: "a photo is cut off",
    code: "image_unreadable",
    param: "selfie",
    ...withPhotos({ selfie: bea.subarray(0, 40) }),
  }),
  () => ({
    when: "the challenge token is made up",
    code: "invalid_challenge_token",
    param: "challenge_token",
    ...withPhotos({ challenge_token: "x.y" }),
  }),
];

test("every code that a request alone can provoke is answered as the catalogue and the OpenAPI document say", async (t) => {
  const service = await start(t);
  const check = await openApiCheck(service.url);
  for (const make of rows) {
    const row = await make();
    await t.test(`${row.when}: ${row.code}`, async () => {
      const response = await send(service, row);
      const isPhoto = row.code === "unsupported_image_format" && row.photos;
      await assertFailure(response, row, isPhoto ? adviceOn(recognizeFormat(bytesOf(row))) : {});
      check(row.path ?? "/api/v3/verify", row.init?.method ?? "POST", response.status, await failureOf(response));
    });
  }
});

/** The photo under test. */
function bytesOf({ photos = {}, param = "" }: Row): Uint8Array {
  const photo = photos[param];
  return photo instanceof Uint8Array ? photo : Buffer.from(String(photo));
}

/** Codes whose texts name what was found, and so are more specific than the catalog's. */
const namesWhatItFound: ReadonlySet<ErrorCode> = new Set([
  "missing_file",
  "unexpected_field",
  "invalid_parameter",
  "method_not_allowed",
]);

/** @param known texts of the response that are more specific than the catalog's */
async function assertFailure(
  response: Response,
  { code, param, limit, actual }: Omit<Row, "when">,
  known: object = {},
): Promise<void> {
  const body = await failureOf(response);
  const { status, retryable } = errorCatalog[code];
  assert.deepEqual(Object.keys(body), ["success", "data", "error", "meta"]);
  // mistakes.test.ts checks the texts of codes with specific messages.
  const { message, hint } = namesWhatItFound.has(code)
    ? body.error
    : { message: errorCatalog[code].message, hint: hintOf(code, param ?? null) };
  assert.deepEqual(body.error, {
    code,
    message,
    param: param ?? null,
    hint,
    retryable,
    docs: `https://face.example.com/docs/guide/errors#${code}`,
    ...(limit === undefined ? {} : { limit, actual }),
    ...known,
  });
  assert.deepEqual([response.status, body.success, body.data], [status, false, null]);
  assert.equal(response.headers.get("x-request-id"), body.meta.request_id);
  assert.equal(response.headers.get("access-control-allow-origin"), null);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("www-authenticate"), status === 401 ? "Bearer" : null);
}

const noLimits = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };

/** Codes that depend on more than the request, with options that cause them, such as an engine that rejects. */
const circumstances: readonly {
  readonly code: ErrorCode;
  readonly options: Partial<ServiceOptions>;
  /** Requests sent before, which return 200. */
  readonly before?: number;
  readonly retryAfter: RegExp | null;
}[] = [
  {
    code: "rate_limited",
    options: { plan: { ...noLimits, requestsPerMinute: 1 } },
    before: 1,
    retryAfter: /^([1-9]|[1-5]\d|60)$/,
  },
  { code: "quota_exceeded", options: { plan: { ...noLimits, requestsPerMonth: 1 } }, before: 1, retryAfter: /^\d+$/ },
  { code: "engine_busy", options: { engine: refusing(new EngineUnavailable("busy", 7)) }, retryAfter: /^7$/ },
  { code: "storage_full", options: { disk: { isFull: async () => true } }, retryAfter: /^60$/ },
  { code: "shutting_down", options: { engine: refusing(new EngineUnavailable("stopping")) }, retryAfter: /^1$/ },
  {
    code: "image_too_complex",
    options: { engine: scriptedEngine({ analyze: async () => ({ outcome: "too_complex" }) }) },
    retryAfter: null,
  },
  { code: "internal_error", options: { engine: refusing(new Error("a secret of the house")) }, retryAfter: null },
];

function refusing(error: Error): ServiceOptions["engine"] {
  return scriptedEngine({
    analyze: async () => {
      throw error;
    },
  });
}

/** Texts for a plan of one request; limit-problem.test.ts has more cases. */
function ofPlan(
  { hint, resets_at }: { readonly hint: string; readonly resets_at?: string | null | undefined },
  window: string,
) {
  const message = `Your plan allows 1 request per ${window}: used up until ${resets_at}.`;
  return { message, hint, limit: 1, limit_of: "plan", limit_window: window, resets_at };
}

for (const { code, options, before: earlier = 0, retryAfter } of circumstances) {
  test(`${code}${earlier ? " once the plan is used up" : ""}`, async (t) => {
    const service = await start(t, options);
    const check = await openApiCheck(service.url);
    for (let i = 0; i < earlier; i++) assert.equal((await send(service, withPhotos({}))).status, 200);
    const response = await send(service, withPhotos({}));
    const { error } = await failureOf(response);
    const known = earlier > 0 ? ofPlan(error, code === "rate_limited" ? "minute" : "month") : {};
    await assertFailure(response, { code, ...(code === "image_too_complex" ? { param: "reference" } : {}) }, known);
    check("/api/v3/verify", "POST", response.status, await failureOf(response));
    if (retryAfter) assert.match(response.headers.get("retry-after") ?? "none", retryAfter);
    else assert.equal(response.headers.get("retry-after"), null);
    assert.doesNotMatch(await response.text(), /secret/);
  });
}

test("a queue that is full is engine_busy, an engine that was stopped is shutting_down", async (t) => {
  const small = await createEngine({ models, workers: 1, limits: { queueLength: 0 } });
  t.after(() => small.stop());
  const service = await start(t, { engine: small });
  // One request has two photos, one too many for a queue of length 0.
  await assertFailure(await send(service, withPhotos({})), { code: "engine_busy" });
  await small.stop();
  await assertFailure(await send(service, withPhotos({})), { code: "shutting_down" });
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 503);
});

test("a public key is refused on every endpoint", async (t) => {
  const service = await start(t);
  for (const path of ["/api/v3/verify", "/api/v3/analyze", "/api/v3/models"]) {
    const method = path.endsWith("models") ? "GET" : "POST";
    const init = { method, headers: { authorization: `Bearer ${service.publicKey}` } };
    await assertFailure(await send(service, { path, init }), { code: "private_key_required" });
  }
});

test("the codes that nothing here provokes are provoked beside their endpoints", () => {
  const provoked = new Set(circumstances.map(({ code }) => code));
  // The codes that the table above and the test before this one cover.
  const others = ["invalid_multipart", "missing_file", "unexpected_field", "invalid_parameter", "missing_api_key"];
  others.push("invalid_api_key", "private_key_required", "not_found", "method_not_allowed", "file_too_large");
  others.push("image_too_large", "unsupported_image_format", "unsupported_content_type", "no_face", "image_unreadable");
  others.push("invalid_challenge_token", "challenge_required", "several_faces_found");
  const left = errorCodes.filter((code) => !provoked.has(code) && !others.includes(code));
  const here = import.meta.dirname;
  const beside = globSync(
    [
      "endpoints/**/*.test.ts",
      "people/*.test.ts",
      "test-keys.test.ts",
      "../wallet/wallet.test.ts",
      "../route-scopes.test.ts",
      "../../../../cli/src/develop/listen.test.ts",
    ],
    { cwd: here },
  );
  const tests = beside.map((name) => readFileSync(join(here, name), "utf8"));
  assert.deepEqual(
    left.filter((code) => !tests.some((text) => text.includes(`"${code}"`))),
    [],
  );
});
