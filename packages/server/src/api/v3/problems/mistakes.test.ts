/** Sixty common mistakes, and the response to each: what happened, why, and what to do now. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { formOf, type Parts, startSessionService } from "../../../../testing/sessions/sessions.ts";

interface Mistake {
  readonly name: string;
  /** `POST /verify` by default. */
  readonly asked?: string;
  readonly parts?: Parts;
  readonly json?: unknown;
  /** The raw body. */
  readonly text?: string;
  /** Secret of the key; by default the first private one. */
  readonly key?: keyof Keys;
  /** The code, and texts that the message and the hint must contain. */
  readonly says: readonly [code: string, message: RegExp, hint: RegExp];
  readonly param?: string | null;
}

interface Keys {
  readonly live: string;
  readonly test: string;
  readonly narrow: string;
  readonly revoked: string;
  readonly expired: string;
  readonly mistyped: string;
  readonly maker: string;
}

const photo = await portrait("amal");
const few = photo.subarray(0, 1000);
const both = { reference: photo, selfie: photo };
const anchors = { asked: "POST /trust_anchors", key: "maker" } as const;
const session = { asked: "POST /sessions" } as const;
const keys = { asked: "POST /keys", key: "maker" } as const;
const hooks = { asked: "POST /webhook_endpoints" } as const;
const url = "https://example.com/hook";

const mistakes: readonly Mistake[] = [
  // Misspelled names.
  {
    name: "treshold",
    parts: { ...both, treshold: "0.8" },
    param: "treshold",
    says: ["unexpected_field", /no part `treshold`.*`threshold`\?/, /`reference`.*`selfie`/],
  },
  {
    name: "refrence",
    parts: { refrence: photo, selfie: photo },
    param: "refrence",
    says: ["unexpected_field", /Did you mean `reference`/, /The parts are/],
  },
  {
    name: "image1",
    parts: { image1: photo, image2: photo },
    says: ["unexpected_field", /no part `image1`/, /`reference`.*`selfie`/],
  },
  {
    name: "selfie twice",
    parts: { reference: photo, selfie: [photo, photo] },
    says: ["unexpected_field", /`selfie` twice/, /once/],
  },
  {
    name: "six references",
    parts: { reference: Array.from({ length: 6 }, () => photo), selfie: photo },
    param: "reference",
    says: ["unexpected_field", /more than 5/, /5 at most/],
  },
  {
    name: "a photo's address",
    parts: { reference_url: "https://example.com/a.jpg", selfie: photo },
    says: ["unexpected_field", /`reference_url`/, /takes no URLs/],
  },
  {
    name: "base64 in JSON",
    json: { reference: "aGk=", selfie: "aGk=" },
    says: ["unsupported_content_type", /content type/, /multipart/],
  },
  {
    name: "no selfie",
    parts: { reference: photo },
    param: "selfie",
    says: ["missing_file", /`selfie` is missing/, /selfie=@selfie/],
  },
  {
    name: "no reference",
    parts: { selfie: photo },
    param: "reference",
    says: ["missing_file", /`reference` is missing/, /part `reference`/],
  },
  {
    name: "an empty file",
    parts: { reference: new Uint8Array(), selfie: photo },
    says: ["missing_file", /`reference`/, /empty file/],
  },
  {
    name: "curl without @",
    parts: { reference: "reference.jpg", selfie: photo },
    says: ["unsupported_image_format", /text/, /check the @/],
  },
  {
    name: "a document beside a photo",
    parts: { ...both, reference_document: few, document_format: "dg2" },
    param: "reference",
    says: ["unexpected_field", /beside `reference_document`/, /either/],
  },
  {
    name: "a document without its format",
    parts: { selfie: photo, reference_document: few },
    says: ["document_format_unsupported", /is missing/, /`face_record`.*`mdoc`/],
  },
  {
    name: "a format that is nearly one",
    parts: { selfie: photo, reference_document: few, document_format: "dg-2" },
    says: ["document_format_unsupported", /Did you mean `dg2`/, /The formats are/],
  },
  {
    name: "a format without its document",
    parts: { ...both, document_format: "dg2" },
    says: ["missing_file", /`reference_document` is missing/, /reference_document/],
  },
  {
    name: "a proof of another format",
    parts: { selfie: photo, reference_document: few, document_format: "dg2", nonce: "abc", audience: "x" },
    says: ["unexpected_field", /belongs to the format `sd_jwt_vc`/, /Leave/],
  },

  // Values.
  {
    name: "a threshold in percent",
    parts: { ...both, threshold: "80" },
    param: "threshold",
    says: ["invalid_parameter", /`threshold`/, /from 0 to 1, such as 0.7/],
  },
  {
    name: "a threshold with a comma",
    parts: { ...both, threshold: "0,8" },
    param: "threshold",
    says: ["invalid_parameter", /`threshold`/, /number from 0 to 1/],
  },
  {
    name: "a threshold as a word",
    parts: { ...both, threshold: "high" },
    param: "threshold",
    says: ["invalid_parameter", /`threshold`/, /number/],
  },
  {
    name: "1 for true",
    parts: { ...both, require_challenge: "1" },
    param: "require_challenge",
    says: ["invalid_parameter", /`require_challenge`/, /`true`, `false`/],
  },
  {
    name: "yes for true",
    parts: { ...both, passive_liveness: "yes" },
    param: "passive_liveness",
    says: ["invalid_parameter", /`passive_liveness`/, /`true` or `false`/],
  },
  {
    name: "True",
    parts: { ...both, allow_several_faces: "True" },
    param: "allow_several_faces",
    says: ["invalid_parameter", /`allow_several_faces`/, /`true` or `false`/],
  },
  {
    name: "a nonce with a space",
    parts: { ...both, nonce: "a b" },
    param: "nonce",
    says: ["invalid_parameter", /`nonce`/, /visible ASCII/],
  },
  {
    name: "an outcome with a live key",
    parts: { ...both, simulate: "match" },
    param: "simulate",
    says: ["invalid_parameter", /for test keys/, /ss_tk_/],
  },
  {
    name: "an outcome there is not",
    parts: { ...both, simulate: "success" },
    key: "test",
    param: "simulate",
    says: ["invalid_parameter", /`simulate`/, /outcomes/],
  },

  // JSON.
  {
    name: "a comma too many",
    ...session,
    text: '{"attempts": 3,}',
    param: null,
    says: ["invalid_parameter", /line 1, column 16/, /no comma follows/],
  },
  {
    name: "single quotes",
    ...session,
    text: "{'attempts': 3}",
    param: null,
    says: ["invalid_parameter", /line 1, column 2/, /double quotes/],
  },
  {
    name: "a body that was cut off",
    ...session,
    text: '{"attempts": 3',
    param: null,
    says: ["invalid_parameter", /ends too early/, /JSON library/],
  },
  {
    name: "a far mistake",
    ...session,
    text: `{"external_id": "${"x".repeat(90)}",\n "metadata": {"a": undefined}}`,
    param: null,
    says: ["invalid_parameter", /line 2, column 20/, /JSON library/],
  },
  {
    name: "a list",
    ...session,
    text: "[]",
    param: null,
    says: ["invalid_parameter", /no JSON object/, /one JSON object/],
  },
  {
    name: "JSON without its header",
    ...session,
    text: "attempts=3",
    says: ["unsupported_content_type", /content type/, /application\/json/],
  },
  {
    name: "a field there is not",
    ...session,
    json: { externalId: "a" },
    param: "externalId",
    says: ["invalid_parameter", /no field `externalId`.*`external_id`\?/, /The fields are/],
  },
  {
    name: "a number as text",
    ...session,
    json: { attempts: "3" },
    param: "attempts",
    says: ["invalid_parameter", /must be a number, and is a text/, /from 1 to 5/],
  },
  {
    name: "too many attempts",
    ...session,
    json: { attempts: 10 },
    param: "attempts",
    says: ["invalid_parameter", /at most 5/, /from 1 to 5/],
  },
  {
    name: "a time in minutes",
    ...session,
    json: { expires_in_s: 30 },
    param: "expires_in_s",
    says: ["invalid_parameter", /at least 60/, /from 60 to 604800/],
  },
  {
    name: "half an attempt",
    ...session,
    json: { attempts: 1.5 },
    param: "attempts",
    says: ["invalid_parameter", /whole number, and is a number with decimals/, /whole number/],
  },
  {
    name: "challenge as a switch",
    ...session,
    json: { challenge: true },
    param: "challenge",
    says: ["invalid_parameter", /one of `required`, `off`/, /./],
  },
  {
    name: "review as text",
    ...session,
    json: { review: "true" },
    param: "review",
    says: ["invalid_parameter", /`true` or `false`, and is a text/, /`true` or `false`/],
  },
  {
    name: "a return without https",
    ...session,
    json: { return_url: "http://example.com" },
    param: "return_url",
    says: ["invalid_parameter", /`return_url`/, /https/],
  },
  {
    name: "a return elsewhere",
    ...session,
    json: { return_url: "https://elsewhere.example/" },
    param: "return_url",
    says: ["invalid_parameter", /none of the origins/, /public keys/],
  },
  {
    name: "metadata with numbers",
    ...session,
    json: { metadata: { age: 3 } },
    param: "metadata",
    says: ["invalid_parameter", /`metadata.age` must be a text/, /texts/],
  },
  {
    name: "null metadata",
    ...session,
    json: { metadata: null },
    param: "metadata",
    says: ["invalid_parameter", /an object, and is `null`/, /JSON object/],
  },
  {
    name: "neither challenge nor reference",
    ...session,
    json: { challenge: "off" },
    param: "reference",
    says: ["missing_file", /`reference` is missing/, /./],
  },
  {
    name: "minutes without a number of comparisons",
    ...session,
    json: { compare_within: 5 },
    param: "compare_within",
    says: ["invalid_parameter", /without `compare_limit`/, /`compare_limit`/],
  },

  // Keys.
  {
    name: "a key that was revoked",
    parts: both,
    key: "revoked",
    says: ["invalid_api_key", /was revoked/, /another key/],
  },
  {
    name: "a key that has expired",
    parts: both,
    key: "expired",
    says: ["invalid_api_key", /has expired/, /Create another key/],
  },
  {
    name: "a key with a letter too few",
    parts: both,
    key: "mistyped",
    says: ["invalid_api_key", /not valid/, /mistyped/],
  },
  {
    name: "a key without the scope",
    asked: "GET /batches",
    key: "narrow",
    says: ["scope_missing", /the scope `batches`. The key has `verify`/, /Give the key the scope `batches`/],
  },
  {
    name: "all scopes, and one that has to be named",
    asked: "GET /keys",
    says: ["scope_missing", /`keys:write`.*have to be named/, /`keys:write`/],
  },
  {
    name: "a photo with a test key",
    asked: "POST /analyze",
    parts: { photo },
    key: "test",
    says: ["live_key_required", /test key/, /ss_sk_/],
  },
  {
    name: "a scope there is not",
    ...keys,
    json: { name: "A", scopes: ["verfy"] },
    param: "scopes",
    says: ["invalid_parameter", /`scopes\[0\]`.*did you mean `verify`/, /./],
  },
  {
    name: "a kind there is not",
    ...keys,
    json: { name: "A", kind: "secret" },
    param: "kind",
    says: ["invalid_parameter", /one of `private`, `public`, `test`/, /./],
  },
  {
    name: "a key without a name",
    ...keys,
    json: {},
    param: "name",
    says: ["invalid_parameter", /`name` is missing/, /./],
  },
  {
    name: "a key that expired before it was made",
    ...keys,
    json: { name: "A", expires_at: "2020-01-01T00:00:00Z" },
    param: "expires_at",
    says: ["invalid_parameter", /in the past/, /later/],
  },
  {
    name: "a day for a time",
    ...keys,
    json: { name: "A", expires_at: "2030-01-01" },
    param: "expires_at",
    says: ["invalid_parameter", /ISO 8601/, /./],
  },
  {
    name: "a limit of nothing",
    ...keys,
    json: { name: "A", limits: { requests_per_minute: 0, requests_per_month: null, concurrent_requests: null } },
    param: "limits",
    says: ["invalid_parameter", /`limits.requests_per_minute` must be more than 0/, /./],
  },
  {
    name: "a range without its length",
    ...keys,
    json: { name: "A", address_ranges: ["10.0.0.0/"] },
    param: "address_ranges",
    says: ["invalid_parameter", /`address_ranges`: /, /./],
  },

  // Wrong paths and methods.
  {
    name: "an event there is not",
    ...hooks,
    json: { url, types: ["session.verfied"] },
    param: "types",
    says: ["invalid_parameter", /did you mean `session.verified`/, /./],
  },
  {
    name: "a hook without https",
    ...hooks,
    json: { url: "http://example.com/hook" },
    param: "url",
    says: ["invalid_parameter", /`url`/, /https/],
  },
  { name: "GET for POST", asked: "GET /verify", says: ["method_not_allowed", /takes POST, not GET/, /Send POST/] },
  { name: "a path that is nearly one", asked: "GET /session", says: ["session_link_invalid", /./, /./] },
  { name: "a plural", asked: "POST /verifys", says: ["not_found", /Did you mean `\/api\/v3\/verify`/, /reference/] },
  {
    name: "another page's cursor",
    asked: "GET /sessions?cursor=abc",
    param: "cursor",
    says: ["invalid_parameter", /`cursor`/, /next_cursor/],
  },
  {
    name: "a filter there is not",
    asked: "GET /sessions?state=open",
    param: "state",
    says: ["invalid_parameter", /no field `state`/, /`status`/],
  },
  {
    name: "a status there is not",
    asked: "GET /sessions?status=verfied",
    param: "status",
    says: ["invalid_parameter", /did you mean `verified`/, /./],
  },
  {
    name: "a session of nobody",
    asked: "GET /sessions/vs_none",
    says: ["session_not_found", /no such session/, /same account/],
  },
  {
    name: "certificates that are none",
    ...anchors,
    json: { certificates: "none" },
    says: ["certificate_unreadable", /./, /./],
  },
];

test("each of sixty mistakes is named, with what to do about it", async (t) => {
  const service = await startSessionService(t);
  const made = async (settings: object = {}) => (await service.makeKey(settings)).secret;
  const revoked = await service.makeKey({});
  await revoked.revoke();
  const secrets: Keys = {
    live: service.apiKey,
    test: await made({ kind: "test" }),
    narrow: await made({ scopes: ["verify"] }),
    maker: await made({ scopes: ["keys:write", "trust:write"] }),
    revoked: revoked.secret,
    expired: await made({ expiresAtMs: Date.now() - 1000 }),
    mistyped: service.apiKey.slice(0, -1),
  };
  assert.ok(mistakes.length >= 60);
  for (const { name, asked = "POST /verify", parts, json, text: raw, key = "live", param, says } of mistakes) {
    await t.test(name, async () => {
      const [method = "", path = ""] = asked.split(" ");
      const body = raw ?? (parts ? formOf(parts) : json === undefined ? null : JSON.stringify(json));
      const isJson = json !== undefined || /^[{[]/.test(raw ?? "");
      const headers = {
        authorization: `Bearer ${secrets[key]}`,
        ...(isJson && { "content-type": "application/json" }),
      };
      const response = await fetch(`${service.url}/api/v3${path}`, { method, headers, body });
      const { error } = (await response.json()) as { readonly error: Record<string, string> };
      const [code, message, hint] = says;
      assert.equal(error["code"], code);
      if (param !== undefined) assert.equal(error["param"], param);
      assert.match(error["message"] ?? "", message);
      assert.match(error["hint"] ?? "", hint);
      for (const part of ["message", "hint"]) assert.match(error[part] ?? "", /[.?]$/);
    });
  }
});

test("a session that has ended says how", async (t) => {
  const { create, ask } = await startSessionService(t);
  const { session } = await create();
  await ask("POST", `/sessions/${session.id}/cancel`);
  const { body } = await ask("POST", `/sessions/${session.id}/cancel`);
  assert.equal(body.error.code, "session_ended");
  assert.match(body.error.message, /was cancelled/);
});

test("paths of other prefixes name the endpoint", async (t) => {
  const { url } = await startSessionService(t);
  for (const path of ["/v3/verify", "/api/verify", "/v1/verify", "/api/v1/verify/"]) {
    const response = await fetch(url + path, { method: "POST" });
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), { error: "Not found", hint: "Did you mean /api/v3/verify?" });
  }
  assert.deepEqual(await (await fetch(`${url}/nowhere`)).json(), { error: "Not found" });
});

test("no value is repeated: it may be a secret", async (t) => {
  const { ask } = await startSessionService(t);
  const secret = "hunter2-hunter2";
  for (const json of [
    { attempts: secret },
    { challenge: secret },
    { metadata: { a: [secret] } },
    { reference_url: [secret] },
  ]) {
    const { body } = await ask("POST", "/sessions", json);
    assert.equal(body.error.code, "invalid_parameter");
    assert.ok(!JSON.stringify(body).includes(secret), JSON.stringify(json));
  }
});
