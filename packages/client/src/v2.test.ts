import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./errors/api-error.ts";
import { Selfsame } from "./selfsame.ts";
import { answeringServer } from "./testing/answering-server.ts";
import { caught } from "./testing/caught.ts";
import { fakeClock } from "./testing/fake-clock.ts";

const photo = new TextEncoder().encode("a photo");

test("verify takes a file, a URL, or one of each", async (t) => {
  const body = { match: true, confidence: 0.8, message: "Face match successful", is_spoof: false, selfie_image: "" };
  const { baseUrl, received } = await answeringServer(t, { status: 200, body });
  const { v2 } = new Selfsame({ apiKey: "k", baseUrl });
  assert.deepEqual(await v2.verify({ reference_url: "https://a.example/r.jpg", selfie: photo }), body);
  assert.equal(received[0]?.path, "/api/v2/verify");
  assert.match(received[0]?.body ?? "", /name="reference_url"\r\n\r\nhttps:\/\/a\.example\/r\.jpg\r/);
  assert.match(received[0]?.body ?? "", /name="selfie"; filename=/);
  assert.doesNotMatch(received[0]?.body ?? "", /name="reference"|selfie_url/);
});

test("spoof and optimize send the photo", async (t) => {
  const { baseUrl, received } = await answeringServer(t, { status: 200, body: { is_spoof: false, size: 1 } });
  const { v2 } = new Selfsame({ apiKey: "k", baseUrl });
  assert.equal((await v2.spoof({ photo })).is_spoof, false);
  assert.equal((await v2.optimize({ photo })).size, 1);
  assert.deepEqual(
    received.map(({ path }) => path),
    ["/api/v2/spoof", "/api/v2/optimize"],
  );
});

test("the texts of version 2 become codes", async (t) => {
  const headers = { "x-request-id": "r-9" };
  const { baseUrl } = await answeringServer(t, { status: 403, headers, body: { error: "Domain not whitelisted" } });
  const error = await caught(new Selfsame({ apiKey: "k", baseUrl }).v2.spoof({ photo }));
  assert.ok(error instanceof ApiError);
  assert.deepEqual(
    [error.code, error.message, error.status, error.retryable, error.requestId],
    ["domain_not_allowed", "Domain not whitelisted", 403, false, "r-9"],
  );
});

for (const [status, text, attempts] of [
  [503, "Service busy", 3],
  [429, "Rate limit exceeded", 3],
  [429, "Monthly quota exceeded", 1],
  [500, "Internal server error", 3],
  [500, "Failed to process image", 1],
] as const) {
  test(`"${text}" is sent ${attempts} time${attempts > 1 ? "s" : ""}`, async (t) => {
    const { baseUrl, received } = await answeringServer(t, { status, body: { error: text } });
    await caught(new Selfsame({ apiKey: "k", baseUrl, clock: fakeClock() }).v2.optimize({ photo }));
    assert.equal(received.length, attempts);
  });
}
