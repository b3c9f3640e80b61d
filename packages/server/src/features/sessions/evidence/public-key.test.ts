import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { readPublicKey } from "./public-key.ts";

const pair = generateKeyPairSync("x25519");
const publicJwk = { ...pair.publicKey.export({ format: "jwk" }) };

test("a public key is read without what else the JWK has", () => {
  assert.deepEqual(readPublicKey({ ...publicJwk, use: "enc", kid: "7" }), publicJwk);
});

test("a private key is none to give away", () => {
  assert.equal(readPublicKey({ ...pair.privateKey.export({ format: "jwk" }) }), "private");
});

test("another kind of key, another length and other spellings are refused", () => {
  const { x = "" } = publicJwk as { x?: string };
  const ed25519 = { ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }) };
  const others = [{}, ed25519, { ...publicJwk, x: x.slice(2) }, { ...publicJwk, x: `${x}AA` }, { ...publicJwk, x: 7 }];
  for (const jwk of [...others, { ...publicJwk, x: `${x}=` }, { ...publicJwk, kty: "EC" }])
    assert.equal(readPublicKey(jwk), "not_x25519", JSON.stringify(jwk));
});

test("points of low order are refused: everybody could open what is sealed to them", () => {
  // The curve's points of low order, as listed at cr.yp.to/ecdh.html, also with the high bit that X25519 ignores.
  const points = [
    "00".repeat(32),
    `01${"00".repeat(31)}`,
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    `ec${"ff".repeat(30)}7f`,
    `ed${"ff".repeat(30)}7f`,
    `ee${"ff".repeat(30)}7f`,
    `${"00".repeat(31)}80`,
  ];
  for (const hex of points) {
    const x = Buffer.from(hex, "hex").toString("base64url");
    assert.equal(readPublicKey({ kty: "OKP", crv: "X25519", x }), "weak", hex);
  }
});
