import assert from "node:assert/strict";
import { test } from "node:test";
import { Selfsame } from "./selfsame.ts";
import { answeringServer } from "./testing/answering-server.ts";
import { verified } from "./testing/answers.ts";

const key = `ss_sk_${"a1B2".repeat(9)}`;
const photo = new TextEncoder().encode("a photo");

/** Returns the constructor's error message, which must not contain the given values. */
function problemWith(options: ConstructorParameters<typeof Selfsame>[0]): string {
  try {
    assert.ok(new Selfsame(options));
  } catch (error) {
    assert.ok(error instanceof TypeError);
    assert.doesNotMatch(String(error.stack), /a1B2|s3cret/);
    return error.message;
  }
  return "none";
}

test("what is missing or cannot be is told at once", () => {
  const baseUrl = "http://a.example";
  assert.match(problemWith({ apiKey: "", baseUrl }), /apiKey is missing.*SELFSAME_API_KEY/);
  assert.match(problemWith({ apiKey: undefined, baseUrl }), /apiKey is missing/);
  assert.match(problemWith({ apiKey: `${key}\n`, baseUrl }), /apiKey holds what no key has/);
  assert.match(problemWith({ apiKey: `\u201c${key}\u201d`, baseUrl }), /apiKey holds what no key has/);
  assert.match(problemWith({ apiKey: key }), /baseUrl is missing.*SELFSAME_URL/);
  for (const without of ["a.example", "localhost:3000", "//a.example", "ftp://a.example"]) {
    assert.match(problemWith({ apiKey: key, baseUrl: without }), /baseUrl must be an address with its scheme/);
  }
  assert.match(problemWith({ apiKey: key, baseUrl: "https://me:s3cret@a.example" }), /without a user/);
  assert.equal(problemWith({ apiKey: key, baseUrl }), "none");
});

test("a private key is refused in a browser", (t) => {
  t.after(() => Reflect.deleteProperty(globalThis, "window"));
  Object.assign(globalThis, { window: { document: {} } });
  assert.match(problemWith({ apiKey: key, baseUrl: "http://a.example" }), /a private key in a browser/);
});

test("without options the environment is asked", async (t) => {
  const { baseUrl, received } = await answeringServer(t, verified);
  t.after(() => {
    delete process.env["SELFSAME_API_KEY"];
    delete process.env["SELFSAME_URL"];
  });
  Object.assign(process.env, { SELFSAME_API_KEY: key, SELFSAME_URL: baseUrl });
  const { match } = await new Selfsame().verify({ reference: photo, selfie: photo });
  assert.equal(match, true);
  assert.equal(received[0]?.headers.authorization, `Bearer ${key}`);
});
