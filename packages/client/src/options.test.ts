import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  BatchFilter,
  BatchItem,
  BatchResultFilter,
  EventFilter,
  RequestFilter,
  KeyFilter,
  BrandingChange,
  RetentionChange,
  CallOptions,
  NewBatch,
  NewSession,
  NewWebhookEndpoint,
  WebhookDeliveryFilter,
  WebhookEndpointChange,
  WebhookEndpointFilter,
} from "./index.ts";
import type { Keys, KeySettings, NewKey, NewOidcClient, NewTemplate, OidcClientSettings, UsageRange } from "./index.ts";
import type { SelfsameOptions, SessionFilter, SessionReference, V2VerifyRequest } from "./index.ts";
import { type AnalyzeRequest, Selfsame, type VerifyRequest } from "./selfsame.ts";
import { answeringServer } from "./testing/answering-server.ts";
import { caught } from "./testing/caught.ts";

/** For each option, a value and the text that the request has to contain. */
type Samples<Options> = { readonly [Name in keyof Required<Options>]: readonly [given: Options[Name], sent: string] };

const photo = new TextEncoder().encode("the photo");
const photos = { reference: photo, selfie: photo };
const item: BatchItem = { id: "i", reference_urls: ["https://a"], selfie_url: "https://b" };
const url = "https://hooks.example";

const verify: Samples<VerifyRequest> = {
  reference: [new TextEncoder().encode("the reference"), "the reference"],
  reference_document: [new TextEncoder().encode("the document"), "the document"],
  document_format: ["dg2", 'name="document_format"\r\n\r\ndg2'],
  sod: [new TextEncoder().encode("the signature"), "the signature"],
  session_transcript: ["g/b2", 'name="session_transcript"\r\n\r\ng/b2'],
  audience: ["x509_hash:a", 'name="audience"\r\n\r\nx509_hash:a'],
  require_signed_document: [true, 'name="require_signed_document"\r\n\r\ntrue'],
  reference_template: ["sst1.a", "sst1.a"],
  template_purpose: ["login", "login"],
  selfie: [new TextEncoder().encode("the selfie"), "the selfie"],
  threshold: [0.1234, "0.1234"],
  challenge_token: ["token-a", "token-a"],
  challengeToken: ["token-b", 'name="challenge_token"\r\n\r\ntoken-b\r\n'],
  nonce: ["visit-7", "visit-7"],
  allow_several_faces: [false, 'name="allow_several_faces"\r\n\r\nfalse'],
  simulate: ["no_face", "no_face"],
  require_challenge: [true, 'name="require_challenge"\r\n\r\ntrue'],
  passive_liveness: [true, 'name="passive_liveness"\r\n\r\ntrue'],
  allow_unsure: [true, 'name="allow_unsure"\r\n\r\ntrue'],
  receipt: [true, 'name="receipt"\r\n\r\ntrue'],
};
const analyze: Samples<AnalyzeRequest> = {
  photo: [photo, "the photo"],
  passive_liveness: [true, 'name="passive_liveness"\r\n\r\ntrue'],
};
const onePhoto: Samples<{ photo: Uint8Array }> = { photo: [photo, "the photo"] };
const v2Verify: Samples<V2VerifyRequest> = {
  reference: [photo, 'name="reference"'],
  reference_url: ["https://a", "https://a"],
  selfie: [photo, 'name="selfie"'],
  selfie_url: ["https://b", "https://b"],
};
const oidcClient = {
  name: ["Shop login", "Shop login"],
  redirect_uris: [["https://login.shop.example/cb"], "login.shop.example"],
  par_required: [true, '"par_required":true'],
  jwks: [{ keys: [{ kty: "OKP" }] }, '"kty":"OKP"'],
} as const satisfies Samples<OidcClientSettings>;
const session: Samples<NewSession> = {
  reference_template: ["sst1.a", "sst1.a"],
  template_purpose: ["login", "login"],
  reference: [photo, "the photo"],
  reference_document: [photo, 'name="reference_document"'],
  document_format: ["face_record", "face_record"],
  sod: [photo, 'name="sod"'],
  session_transcript: ["g/b2", "g/b2"],
  nonce: ["n-7", "n-7"],
  audience: ["x509_hash:a", "x509_hash:a"],
  require_signed_document: [true, "require_signed_document"],
  reference_url: ["https://a", "https://a"],
  challenge: ["off", '"challenge":"off"'],
  return_url: ["https://shop.example/done", "shop.example/done"],
  external_id: ["customer-7", "customer-7"],
  metadata: [{ desk: "north" }, "north"],
  locale: ["pt", '"locale":"pt"'],
  expires_in_s: [77, '"expires_in_s":77'],
  attempts: [2, '"attempts":2'],
  threshold: [0.1234, "0.1234"],
  wallet: [true, '"wallet":true'],
  compare_limit: [3, '"compare_limit":3'],
  compare_within: [20, '"compare_within":20'],
  passive_liveness: [true, '"passive_liveness":true'],
  allow_unsure: [true, '"allow_unsure":true'],
  review: [true, '"review":true'],
  receipt: [true, '"receipt":true'],
  oidc_client: ["oc_7", "oc_7"],
  login_hint: ["hint-7", "hint-7"],
  simulate: ["no_match", "no_match"],
  idempotency_key: ["order-7", "order-7"],
};
const comparison: Samples<SessionReference> = {
  reference_template: ["sst1.a", "sst1.a"],
  template_purpose: ["login", "login"],
  reference: [photo, "the photo"],
  reference_document: [photo, 'name="reference_document"'],
  document_format: ["dg2", 'name="document_format"\r\n\r\ndg2'],
  sod: [photo, 'name="sod"'],
  session_transcript: ["g/b2", "g/b2"],
  nonce: ["n-7", "n-7"],
  audience: ["x509_hash:a", "x509_hash:a"],
  require_signed_document: [true, 'name="require_signed_document"\r\n\r\ntrue'],
  threshold: [0.1234, "0.1234"],
  allow_several_faces: [false, 'name="allow_several_faces"\r\n\r\nfalse'],
  simulate: ["no_face", "no_face"],
  idempotency_key: ["order-7", "order-7"],
};
const template: Samples<NewTemplate> = {
  reference: [photo, "the photo"],
  reference_document: [photo, 'name="reference_document"'],
  document_format: ["dg2", 'name="document_format"\r\n\r\ndg2'],
  sod: [photo, 'name="sod"'],
  session_transcript: ["g/b2", "g/b2"],
  nonce: ["n-7", "n-7"],
  audience: ["x509_hash:a", "x509_hash:a"],
  require_signed_document: [true, 'name="require_signed_document"\r\n\r\ntrue'],
  allow_several_faces: [false, 'name="allow_several_faces"\r\n\r\nfalse'],
  purpose: ["login", 'name="purpose"\r\n\r\nlogin'],
  expires_in_s: [3600, "3600"],
};
const filter: Samples<SessionFilter> = {
  status: ["failed", "status=failed"],
  external_id: ["customer-7", "external_id=customer-7"],
  text: ["c-", "text=c-"],
  key_id: ["key_1", "key_id=key_1"],
  created_after: [new Date(0), "created_after=1970"],
  from: ["2026-11-01T00:00:00Z", "from=2026-11-01T00:00:00Z"],
  to: [new Date(0), "to=1970-01-01T00:00:00.000Z"],
  sort: ["-attempts", "sort=-attempts"],
  limit: [5, "limit=5"],
  cursor: ["c7", "cursor=c7"],
};
const createdBetween = {
  from: ["2026-11-01T00:00:00Z", "from=2026-11-01T00:00:00Z"],
  to: [new Date(0), "to=1970-01-01T00:00:00.000Z"],
} as const;
const batchFilter: Samples<BatchFilter> = {
  ...createdBetween,
  sort: ["-total", "sort=-total"],
  id_prefix: ["bt_1", "id_prefix=bt_1"],
  status: ["queued", "status=queued"],
  key_id: ["key_1", "key_id=key_1"],
};
const batchResultFilter: Samples<BatchResultFilter> = {
  sort: ["-similarity", "sort=-similarity"],
  id_prefix: ["c-", "id_prefix=c-"],
  outcome: ["failed", "outcome=failed"],
  code: ["no_face", "code=no_face"],
};
const deliveryFilter: Samples<WebhookDeliveryFilter> = {
  ...createdBetween,
  sort: ["-attempts", "sort=-attempts"],
  type: ["ping", "type=ping"],
  status: ["pending", "status=pending"],
  id_prefix: ["evt_1", "id_prefix=evt_1"],
};
const requestFilter: Samples<RequestFilter> = {
  ...createdBetween,
  sort: ["duration_ms", "sort=duration_ms"],
  id_prefix: ["b0e6", "id_prefix=b0e6"],
  key_id: ["key_1", "key_id=key_1"],
  outcome: ["match", "outcome=match"],
  route: ["GET /a", "route=GET+/a"],
};
const eventFilter: Samples<EventFilter> = {
  ...createdBetween,
  sort: ["timestamp", "sort=timestamp"],
  type: ["ping", "type=ping"],
  id_prefix: ["evt_1", "id_prefix=evt_1"],
};
const batch: Samples<NewBatch> = {
  items: [[item], '"selfie_url":"https://b"'],
  threshold: [0.1234, "threshold=0.1234"],
  callback: [url, "callback=https"],
  receipt: [true, "receipt=true"],
  idempotency_key: ["order-7", "order-7"],
};
const endpoint: Samples<NewWebhookEndpoint> = {
  url: [url, url],
  types: [["ping"], "ping"],
  idempotency_key: ["order-7", "order-7"],
};

const endpointChange: Samples<WebhookEndpointChange> = {
  url: [url, url],
  types: [["ping"], "ping"],
  disabled: [true, '"disabled":true'],
};

const keySettings: Samples<KeySettings> = {
  name: ["Tenant 7", '"name":"Tenant 7"'],
  scopes: [["verify"], '"scopes":["verify"]'],
  address_ranges: [["192.0.2.0/24"], "192.0.2.0/24"],
  allowed_origins: [[url], url],
  limits: [
    { requests_per_minute: 7, requests_per_month: null, concurrent_requests: null },
    '"requests_per_minute":7,"requests_per_month":null',
  ],
  require_challenge: [true, '"require_challenge":true'],
  require_passive_liveness: [true, '"require_passive_liveness":true'],
  require_signed_document: [true, '"require_signed_document":true'],
  allow_weak_signature: [true, '"allow_weak_signature":true'],
  receipt: [true, '"receipt":true'],
  allow_several_faces: [false, '"allow_several_faces":false'],
  challenge_mode: ["any", '"challenge_mode":"any"'],
  threshold: [0.77, '"threshold":0.77'],
  expires_at: [null, '"expires_at":null'],
};
const newKey: Samples<NewKey> = {
  ...keySettings,
  name: ["Tenant 7", '"name":"Tenant 7"'],
  kind: ["test", '"kind":"test"'],
  idempotency_key: ["order-7", "order-7"],
};
const keyRotation: Samples<NonNullable<Parameters<Keys["rotate"]>[1]>> = {
  overlap_s: [77, '"overlap_s":77'],
  idempotency_key: ["order-7", "order-7"],
};
const usageRange: Samples<UsageRange> = {
  from: ["2026-11-01", "from=2026-11-01"],
  to: ["2026-11-22", "to=2026-11-22"],
  by: ["key", "by=key"],
  split: ["endpoint", "split=endpoint"],
  key_id: ["key_1", "key_id=key_1"],
};

interface Method {
  /** Values for the options of this method; left out if it takes call options only. */
  readonly samples?: Samples<object>;
  /** The required options. */
  readonly needed?: object;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly call: (client: Selfsame, options: any, call: any) => unknown;
}

const methods: Readonly<Record<string, Method>> = {
  verify: { samples: verify, needed: photos, call: (client, given, call) => client.verify(given, call) },
  analyze: { samples: analyze, needed: { photo }, call: (client, given, call) => client.analyze(given, call) },
  models: { call: (client, _, call) => client.models(call) },
  "v2.verify": { samples: v2Verify, call: ({ v2 }, given, call) => v2.verify(given, call) },
  "v2.spoof": { samples: onePhoto, needed: { photo }, call: ({ v2 }, given, call) => v2.spoof(given, call) },
  "v2.optimize": { samples: onePhoto, needed: { photo }, call: ({ v2 }, given, call) => v2.optimize(given, call) },
  "sessions.create": { samples: session, call: ({ sessions }, given, call) => sessions.create(given, call) },
  "sessions.consent": { call: ({ sessions }, _, call) => sessions.consent("x", call) },
  "sessions.evidence": { call: ({ sessions }, _, call) => sessions.evidence("x", call) },
  "sessions.deleteEvidence": { call: ({ sessions }, _, call) => sessions.deleteEvidence("x", call) },
  "sessions.get": { call: ({ sessions }, _, call) => sessions.get("x", call) },
  "sessions.timeline": { call: ({ sessions }, _, call) => sessions.timeline("x", call) },
  "sessions.list": { samples: filter, call: ({ sessions }, given, call) => sessions.list(given, call) },
  "sessions.assign": {
    samples: { to: ["usr_1", '"to":"usr_1"'] },
    call: ({ sessions }, given, call) => sessions.assign("x", given, call),
  },
  "sessions.addNote": {
    samples: { text: ["Called twice", "Called twice"] },
    call: ({ sessions }, given, call) => sessions.addNote("x", given, call),
  },
  "sessions.review": {
    samples: { decision: ["approve", '"decision":"approve"'], reason: ["Passport seen", "Passport seen"] },
    call: ({ sessions }, given, call) => sessions.review("x", given, call),
  },
  "sessions.compare": {
    samples: comparison,
    needed: { reference: photo },
    call: ({ sessions }, given, call) => sessions.compare("x", given, call),
  },
  "sessions.renewLink": { call: ({ sessions }, _, call) => sessions.renewLink("x", call) },
  "sessions.repeat": {
    samples: { reference: [photo, "the photo"], idempotency_key: ["order-7", "order-7"] },
    call: ({ sessions }, given, call) => sessions.repeat("x", given, call),
  },
  "sessions.cancel": { call: ({ sessions }, _, call) => sessions.cancel("x", call) },
  "branding.setLogo": { call: ({ branding }, _, call) => branding.setLogo(photo, call) },
  "branding.deleteLogo": { call: ({ branding }, _, call) => branding.deleteLogo(call) },
  "branding.get": { call: ({ branding }, _, call) => branding.get(call) },
  "branding.update": {
    samples: {
      name: ["Shop", '"name":"Shop"'],
      accent: ["#0a6b4f", '"accent":"#0a6b4f"'],
      privacy_url: [url, `"privacy_url":"${url}"`],
      controller: ["Shop Ltd.", '"controller":"Shop Ltd."'],
      contact: ["a@shop.example", '"contact":"a@shop.example"'],
    } satisfies Samples<BrandingChange>,
    call: ({ branding }, given, call) => branding.update(given, call),
  },
  "consentTexts.get": { call: ({ consentTexts }, _, call) => consentTexts.get(call) },
  "consentTexts.version": { call: ({ consentTexts }, _, call) => consentTexts.version("account-1", call) },
  "consentTexts.update": {
    call: ({ consentTexts }, _, call) => consentTexts.update({ de: { text: "Ich willige ein." } }, call),
  },
  "retention.get": { call: ({ retention }, _, call) => retention.get(call) },
  "retention.update": {
    samples: {
      sessions_days: [30, '"sessions_days":30'],
      batch_results_days: [7, '"batch_results_days":7'],
      request_log_days: [null, '"request_log_days":null'],
    } satisfies Samples<RetentionChange>,
    call: ({ retention }, given, call) => retention.update(given, call),
  },
  "batches.create": {
    samples: batch,
    needed: { items: [item] },
    call: ({ batches }, given, call) => batches.create(given, call),
  },
  "batches.get": { call: ({ batches }, _, call) => batches.get("x", call) },
  "batches.list": {
    samples: batchFilter,
    call: ({ batches }, given, call) => batches.list({ ...given, ...call }).next(),
  },
  "batches.results": {
    samples: batchResultFilter,
    call: ({ batches }, given, call) => batches.results("x", { ...given, ...call }).next(),
  },
  "batches.cancel": { call: ({ batches }, _, call) => batches.cancel("x", call) },
  "batches.delete": { call: ({ batches }, _, call) => batches.delete("x", call) },
  "domains.add": {
    samples: { domain: ["photos.example.com", '"domain":"photos.example.com"'] },
    call: ({ domains }, given, call) => domains.add(given, call),
  },
  "domains.list": { call: ({ domains }, _, call) => domains.list(call) },
  "domains.remove": { call: ({ domains }, _, call) => domains.remove("x", call) },
  "trustAnchors.add": {
    samples: { certificates: ["-----BEGIN", '"certificates":"-----BEGIN"'] },
    call: ({ trustAnchors }, given, call) => trustAnchors.add(given, call),
  },
  "trustAnchors.list": { call: ({ trustAnchors }, _, call) => trustAnchors.list(call).next() },
  "trustAnchors.remove": { call: ({ trustAnchors }, _, call) => trustAnchors.remove("x", call) },
  "registrationCertificates.add": {
    samples: { certificate: ["a.b.c", '"certificate":"a.b.c"'] },
    call: ({ registrationCertificates }, given, call) => registrationCertificates.add(given, call),
  },
  "registrationCertificates.list": {
    call: ({ registrationCertificates }, _, call) => registrationCertificates.list(call),
  },
  "registrationCertificates.remove": {
    call: ({ registrationCertificates }, _, call) => registrationCertificates.remove("x", call),
  },
  "oidcClients.create": {
    samples: { ...oidcClient, idempotency_key: ["client-7", "client-7"] } satisfies Samples<NewOidcClient>,
    needed: { name: "Shop", redirect_uris: [url] },
    call: ({ oidcClients }, given, call) => oidcClients.create(given, call),
  },
  "oidcClients.list": { call: ({ oidcClients }, _, call) => oidcClients.list(call) },
  "oidcClients.update": {
    samples: oidcClient,
    call: ({ oidcClients }, given, call) => oidcClients.update("x", given, call),
  },
  "oidcClients.rotate": { call: ({ oidcClients }, _, call) => oidcClients.rotate("x", call) },
  "oidcClients.delete": { call: ({ oidcClients }, _, call) => oidcClients.delete("x", call) },
  "templates.create": { samples: template, call: ({ templates }, given, call) => templates.create(given, call) },
  "templates.deleteKey": { call: ({ templates }, _, call) => templates.deleteKey(call) },
  "keys.create": {
    samples: newKey,
    needed: { name: "Tenant" },
    call: ({ keys }, given, call) => keys.create(given, call),
  },
  "keys.get": { call: ({ keys }, _, call) => keys.get("x", call) },
  "keys.list": {
    samples: { status: ["revoked", "status=revoked"] } satisfies Samples<KeyFilter>,
    call: ({ keys }, given, call) => keys.list({ ...given, ...call }).next(),
  },
  "keys.update": { samples: keySettings, call: ({ keys }, given, call) => keys.update("x", given, call) },
  "keys.rotate": { samples: keyRotation, call: ({ keys }, given, call) => keys.rotate("x", given, call) },
  "keys.revoke": { call: ({ keys }, _, call) => keys.revoke("x", call) },
  "usage.read": { samples: usageRange, call: ({ usage }, given, call) => usage.read(given, call) },
  "webhookEndpoints.create": {
    samples: endpoint,
    needed: { url },
    call: ({ webhookEndpoints }, given, call) => webhookEndpoints.create(given, call),
  },
  "webhookEndpoints.get": { call: ({ webhookEndpoints }, _, call) => webhookEndpoints.get("x", call) },
  "webhookEndpoints.list": {
    samples: { recent: [true, "recent=true"] } satisfies Samples<WebhookEndpointFilter>,
    call: ({ webhookEndpoints }, given, call) => webhookEndpoints.list({ ...given, ...call }),
  },
  "webhookEndpoints.update": {
    samples: endpointChange,
    call: ({ webhookEndpoints }, given, call) => webhookEndpoints.update("x", given, call),
  },
  "webhookEndpoints.rotate": {
    samples: { overlap_s: [9, '"overlap_s":9'] } satisfies Samples<{ overlap_s?: number }>,
    call: ({ webhookEndpoints }, given, call) => webhookEndpoints.rotate("x", given, call),
  },
  "webhookEndpoints.enable": { call: ({ webhookEndpoints }, _, call) => webhookEndpoints.enable("x", call) },
  "webhookEndpoints.test": { call: ({ webhookEndpoints }, _, call) => webhookEndpoints.test("x", call) },
  "webhookEndpoints.delete": { call: ({ webhookEndpoints }, _, call) => webhookEndpoints.delete("x", call) },
  "webhookEndpoints.deliveries": {
    samples: deliveryFilter,
    call: ({ webhookEndpoints }, given, call) => webhookEndpoints.deliveries("x", { ...given, ...call }).next(),
  },
  "webhookEndpoints.resend": { call: ({ webhookEndpoints }, _, call) => webhookEndpoints.resend("x", "y", call) },
  "events.list": {
    samples: eventFilter,
    call: ({ events }, given, call) => events.list(given, call).next(),
  },
  "requests.list": {
    samples: requestFilter,
    call: ({ requests }, given, call) => requests.list(given, call).next(),
  },
  "requests.get": { call: ({ requests }, _, call) => requests.get("x", call) },
};

/** Always returns the same response: these tests check the request only. */
async function startClient(t: Parameters<typeof answeringServer>[0]) {
  const answer = { success: true, data: { next_cursor: null }, error: null, meta: { version: "3" } };
  const { baseUrl, received } = await answeringServer(t, { status: 200, body: answer });
  return { client: new Selfsame({ apiKey: "k", baseUrl }), received };
}

/** The error of a call, whether thrown synchronously or rejected. */
const errorOf = (call: () => unknown): Promise<unknown> => caught((async () => call())());

const isUnknown = (error: unknown, name: string, near?: string): void => {
  assert.ok(error instanceof TypeError, String(error));
  assert.ok(error.message.startsWith(`Unknown option '${name}'. `), error.message);
  if (near !== undefined) assert.ok(error.message.endsWith(`Did you mean '${near}'?`), error.message);
};

test("every method of the client is in the table of this test", () => {
  const client = new Selfsame({ apiKey: "k", baseUrl: "http://a" });
  const own = Object.getOwnPropertyNames(Selfsame.prototype).filter((name) => name !== "constructor");
  const nested = Object.entries(client).flatMap(([group, inside]) =>
    Object.keys(inside as object).map((name) => `${group}.${name}`),
  );
  assert.deepEqual(Object.keys(methods).toSorted(), [...own, ...nested].toSorted());
});

for (const [name, { samples = {}, needed = {}, call }] of Object.entries(methods)) {
  test(`${name} sends every option, and asks nothing with one that it does not know`, async (t) => {
    const { client, received } = await startClient(t);
    for (const [option, sample] of Object.entries(samples)) {
      const [given, sent] = sample as readonly [unknown, string];
      // Errors from decoding the response do not matter here.
      await Promise.resolve(call(client, { ...needed, [option]: given }, undefined)).catch(() => undefined);
      const { path = "", headers, body = "" } = received.at(-1) ?? {};
      const asked = `${decodeURIComponent(path)} ${JSON.stringify(headers)} ${body}`;
      assert.ok(asked.includes(sent), `${option} in ${asked}`);
    }
    received.length = 0;
    for (const option of Object.keys(samples)) {
      const misspelt = `${option.slice(0, -1)}${option.endsWith("x") ? "y" : "x"}`;
      isUnknown(await errorOf(() => call(client, { ...needed, [misspelt]: "x" }, undefined)), misspelt, option);
    }
    isUnknown(await errorOf(() => call(client, needed, { timeoutMS: 5 })), "timeoutMS", "timeoutMs");
    isUnknown(await errorOf(() => call(client, needed, { retries: 5 })), "retries");
    assert.equal(received.length, 0);
  });
}

test("the error names the option that was meant, in the spelling that was used, and never a value", async (t) => {
  const { client, received } = await startClient(t);
  const ask = (more: object) => errorOf(() => client.verify({ ...photos, ...more }));
  isUnknown(await ask({ challengeTokn: "bogus" }), "challengeTokn", "challengeToken");
  isUnknown(await ask({ challenge_tokn: "bogus" }), "challenge_tokn", "challenge_token");
  isUnknown(await ask({ requireChallenge: true }), "requireChallenge", "require_challenge");
  isUnknown(await ask({ challengeTokn: undefined }), "challengeTokn", "challengeToken");
  const inheriting = Object.assign(Object.create({ tresholds: 1 }) as object, photos);
  isUnknown(await errorOf(() => client.verify(inheriting)), "tresholds", "threshold");
  isUnknown(await ask({ toString: 1 }), "toString");
  const far = await ask({ colour: "bogus" });
  assert.match(String(far), /Unknown option 'colour'\. There are: reference, selfie, /);
  assert.doesNotMatch(String(far), /bogus/);
  assert.equal(received.length, 0);
});

test("a token in both spellings is one token; two tokens are an error", async (t) => {
  const { client, received } = await startClient(t);
  await client.verify({ ...photos, challengeToken: "t", challenge_token: "t" }).catch(() => undefined);
  assert.equal(received[0]?.body.split('name="challenge_token"').length, 2);
  const two = client.verify({ ...photos, challengeToken: "t", challenge_token: "u" });
  await assert.rejects(two, { name: "TypeError", message: /two spellings of one option/ });
  await client.verify({ ...photos, challengeToken: null }).catch(() => undefined);
  assert.doesNotMatch(received[1]?.body ?? "", /challenge_token/);
  // An empty token is sent, so that the service rejects it: a lost token must not be treated as no token.
  await client.verify({ ...photos, challengeToken: "" }).catch(() => undefined);
  assert.match(received[2]?.body ?? "", /name="challenge_token"\r\n\r\n\r\n/);
});

test("so are the options of the client itself", async () => {
  const all: Required<SelfsameOptions> = {
    apiKey: "k",
    baseUrl: "http://a",
    timeoutMs: 1,
    maxRetries: 1,
    requireChallenge: true,
    fetch,
    clock: { now: Date.now, random: Math.random, sleep: async () => {} },
  };
  assert.ok(new Selfsame(all));
  for (const [misspelt, meant] of [
    ["api_key", "apiKey"],
    ["baseURL", "baseUrl"],
    ["requireChalenge", "requireChallenge"],
  ] as const) {
    isUnknown(await errorOf(() => new Selfsame({ ...all, [misspelt]: "k" })), misspelt, meant);
  }
});

test("what every call takes is taken", async (t) => {
  const { client } = await startClient(t);
  const all: Required<CallOptions> = { signal: new AbortController().signal, timeoutMs: 1000, maxRetries: 0 };
  assert.ok(await client.models(all));
});
