import assert from "node:assert/strict";
import { test } from "node:test";
import { publicKeyIn } from "./public-key.ts";

const key = { kty: "OKP", crv: "X25519", x: "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08" };

test("a public key is read without what else its JWK has", () => {
  assert.deepEqual(publicKeyIn(JSON.stringify({ ...key, kid: "1" })), key);
});

test("a private key, another kind of key and other texts say what they are", () => {
  const problem = (text: string) => {
    const found = publicKeyIn(text);
    assert.ok(typeof found === "string", text);
    return found;
  };
  assert.match(problem(JSON.stringify({ ...key, d: "x" })), /private key, and was not sent/);
  for (const other of [{ ...key, crv: "Ed25519" }, { ...key, kty: "EC" }, { ...key, x: 7 }, [], {}])
    assert.match(problem(JSON.stringify(other)), /no X25519 public key/);
  for (const text of ["", "no JSON", "null", "7"]) assert.match(problem(text), /as JWK/);
});
