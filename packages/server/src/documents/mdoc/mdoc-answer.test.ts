import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { test } from "node:test";
import { sealFor } from "../../../testing/documents/hpke.ts";
import { takeFaults } from "../attempt.ts";
import { readMdocAnswer } from "./mdoc-answer.ts";
import { type CborValue, writeCbor } from "./write-cbor.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const jwk = privateKey.export({ format: "jwk" });
const transcript = randomBytes(44);
const plain = randomBytes(2000);
const answerOf = (parts: CborValue) => writeCbor(["dcapi", parts]).toString("base64url");
const mapOf = (parts: Record<string, CborValue>) => new Map(Object.entries(parts));
const { enc, cipherText } = sealFor(publicKey, transcript, plain);
const outcomeOf = async (response: string, asked: object = {}) => {
  const { outcome } = await readMdocAnswer({ response, jwk, transcript, ...asked });
  return outcome;
};

test("the sender of our tests makes the vector of RFC 9180, A.3.1", () => {
  const hex = (text: string) => Buffer.from(text, "hex");
  const point = (text: string) => ({
    x: hex(text.slice(2, 66)).toString("base64url"),
    y: hex(text.slice(66)).toString("base64url"),
  });
  const ephemeral =
    "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4";
  const recipient =
    "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0";
  const d = hex("4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb").toString("base64url");
  const key = createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", d, ...point(ephemeral) } });
  const sealed = sealFor(
    createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", ...point(recipient) } }),
    hex("4f6465206f6e2061204772656369616e2055726e"),
    Buffer.from("Beauty is truth, truth beauty"),
    key,
  );
  assert.equal(sealed.enc.toString("hex"), ephemeral);
  const body = "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f2";
  // Without the tag: the vector's tag covers additional data, which a wallet's response does not have.
  assert.equal(sealed.cipherText.subarray(0, 29).toString("hex"), body);
});

test("what was sealed for the key and the session is opened, and nothing else", async () => {
  const whole = answerOf(mapOf({ enc, cipherText }));
  assert.deepEqual(await readMdocAnswer({ response: whole, jwk, transcript }), {
    outcome: "presented",
    id: undefined,
    format: "mdoc",
    presentation: plain.toString("base64url"),
  });
  const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export({ format: "jwk" });
  assert.equal(await outcomeOf(whole, { jwk: other }), "unreadable");
  assert.equal(await outcomeOf(whole, { transcript: randomBytes(44) }), "unreadable");
  const flip = (bytes: Buffer, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
  for (const parts of [
    { enc: flip(enc, 20), cipherText },
    { enc, cipherText: flip(cipherText, 0) },
    { enc, cipherText: flip(cipherText, cipherText.length - 1) },
    { enc: enc.subarray(1), cipherText },
    { enc: new Uint8Array(), cipherText },
    { enc, cipherText: new Uint8Array() },
    { enc, cipherText: "text" },
    { enc },
    { cipherText },
  ] as Record<string, CborValue>[]) {
    assert.equal(await outcomeOf(answerOf(mapOf(parts))), "unreadable", JSON.stringify(Object.keys(parts)));
  }
  for (const response of [
    "",
    "!",
    "AAAA",
    answerOf([enc, cipherText]),
    writeCbor(["openid4vp", mapOf({ enc, cipherText })]).toString("base64url"),
    writeCbor(["dcapi", mapOf({ enc, cipherText }), 1]).toString("base64url"),
    `${whole}AAAA`,
  ]) {
    assert.equal(await outcomeOf(response), "unreadable", response.slice(0, 20));
  }
  assert.deepEqual(takeFaults(), [], "none of that is a fault of the parser's");
});
