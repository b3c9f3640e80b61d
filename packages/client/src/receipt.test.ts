import assert from "node:assert/strict";
import { test } from "node:test";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { ReceiptError, verifyReceipt } from "./receipt.ts";

const typ = "selfsame-receipt+jwt";
const { publicKey, privateKey } = await generateKeyPair("EdDSA");
const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid }] };
const stated = { iss: "https://face.example.com", jti: "r1", iat: 1, decision: "reject", photos: [] };

/** Signs with jose, as the service does. */
const signed = (claims: JWTPayload, header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid, typ, ...header }).sign(privateKey);
const reasonOf = async (receipt: string, of = keys, issuer?: string) =>
  verifyReceipt(receipt, of, issuer).then(
    () => "genuine",
    (error: unknown) => (error instanceof ReceiptError ? error.reason : assert.fail(String(error))),
  );

test("a genuine receipt states what was signed", async () => {
  const receipt = await signed(stated);
  assert.deepEqual(await verifyReceipt(receipt, keys, stated.iss), stated);
});

test("each change has its reason", async () => {
  const receipt = await signed(stated);
  const [head = "", claims = "", signature = ""] = receipt.split(".");
  const accepted = Buffer.from(JSON.stringify({ ...stated, decision: "accept" })).toString("base64url");
  assert.equal(await reasonOf(`${head}.${accepted}.${signature}`), "wrong_signature");
  assert.equal(await reasonOf(`${head}.${claims}.${signature.slice(0, -4)}AAAA`), "wrong_signature");
  assert.equal(await reasonOf(receipt, { keys: [] }), "unknown_key");
  assert.equal(await reasonOf(await signed(stated, { kid: "another" })), "unknown_key");
  assert.equal(await reasonOf(receipt, keys, "https://other.example.com"), "wrong_issuer");
  const none = [Buffer.from(JSON.stringify({ alg: "none", typ, kid })).toString("base64url"), claims, signature].join(
    ".",
  );
  for (const text of [
    "",
    "a.b",
    "a.b.c",
    `${receipt}.d`,
    `${head}.${claims}.`,
    `${head}.${claims}.=`,
    none,
    await signed(stated, { typ: "JWT" }),
  ])
    assert.equal(await reasonOf(text), "not_a_receipt", text);
});
