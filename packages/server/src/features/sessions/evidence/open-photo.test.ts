import assert from "node:assert/strict";
import { test } from "node:test";
import { makeKeyPair, openPhoto, readPrivateKey } from "./open-photo.ts";
import { readPublicKey, thumbprintOf } from "./public-key.ts";
import { sealedFor, sealPhoto } from "./seal-photo.ts";

const session = "vs_1";
const bytes = Buffer.from("a photo");
const said = { session, part: "selfie", attempt: 2 } as const;

async function start() {
  const { publicKey, privateKey, kid } = await makeKeyPair();
  assert.deepEqual(readPublicKey({ ...publicKey }), publicKey, "the service takes it");
  const target = sealedFor({ id: session, evidence_key: JSON.stringify(publicKey), evidence_days: 7 }, 0);
  const key = await readPrivateKey(JSON.stringify(privateKey));
  assert.ok(target && key);
  assert.deepEqual([key.kid, privateKey.kid, thumbprintOf(publicKey)], [kid, kid, kid]);
  const { jwe } = await sealPhoto(target, said, bytes);
  return { key, privateKey, jwe };
}

test("the private key opens what was sealed to the public one", async () => {
  const { key, jwe } = await start();
  const opened = await openPhoto(jwe, key, said);
  assert.ok(opened.outcome === "opened");
  assert.deepEqual(Buffer.from(opened.bytes), bytes);
});

test("another key, each changed part, and what is said wrongly of it", async () => {
  const { key, jwe } = await start();
  const other = await start();
  assert.deepEqual(await openPhoto(jwe, other.key, said), { outcome: "sealed_to_another_key" });
  assert.deepEqual(await openPhoto(jwe, { ...other.key, kid: key.kid }, said), { outcome: "changed" });
  const parts = jwe.split(".");
  for (const [index, part] of parts.entries()) {
    // The header, and the empty part for the encrypted key, are changed to other well-formed values.
    const changed =
      index === 0
        ? Buffer.from(`${Buffer.from(part, "base64url").toString()} `).toString("base64url")
        : `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}`;
    const { outcome } = await openPhoto(parts.with(index, changed).join("."), key, said);
    assert.equal(outcome, "changed", `part ${index}`);
  }
  for (const text of ["", "a.b.c.d.e", jwe.slice(0, -30)])
    assert.equal((await openPhoto(text, key, said)).outcome, "changed", text);
  const wrongly = { session: "vs_2", part: "frame", attempt: 1 } as const;
  for (const what of ["session", "part", "attempt"] as const)
    assert.deepEqual(await openPhoto(jwe, key, { ...said, [what]: wrongly[what] }), { outcome: "of_another", what });
});

test("only an X25519 private key as JWK is one", async () => {
  const { privateKey } = await start();
  const { d: _, ...publicKey } = privateKey;
  for (const jwk of [
    publicKey,
    { ...privateKey, crv: "Ed25519" },
    { ...privateKey, d: "AA" },
    { ...privateKey, x: 7 },
    null,
  ])
    assert.equal(await readPrivateKey(JSON.stringify(jwk)), undefined, JSON.stringify(jwk));
  assert.equal(await readPrivateKey("no JSON"), undefined);
});
