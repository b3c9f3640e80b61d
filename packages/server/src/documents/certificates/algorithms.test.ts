import assert from "node:assert/strict";
import { constants, createPublicKey, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { tlv } from "../../../testing/documents/face-record.ts";
import { algorithmIdOf, hashOf, isKeyAllowed, isWeak, nameOf, signatureAlgorithmOf } from "./algorithms.ts";
import { EncodingError, readElement } from "./ber.ts";

const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const algorithm = (hex: string, ...parameters: readonly Buffer[]) => tlv(0x30, oid(hex), ...parameters);
const [sha256, sha512, mgf1, pss] = [
  "608648016503040201",
  "608648016503040203",
  "2a864886f70d010108",
  "2a864886f70d01010a",
];
const none = tlv(0x05);
const read = (encoded: Buffer) => algorithmIdOf(readElement(encoded));

test("a hash has no parameters, or says that it has none", () => {
  assert.equal(hashOf(read(algorithm(sha256))), "sha256");
  assert.equal(hashOf(read(algorithm(sha256, none))), "sha256");
  assert.equal(hashOf(read(algorithm(sha256, tlv(0x04)))), undefined);
  assert.throws(() => read(algorithm(sha256, tlv(0x05, Buffer.of(0)))), EncodingError);
  assert.throws(() => read(algorithm(sha256, none, none)), EncodingError);
});

const pssWith = (parts: Partial<Record<"digest" | "mask" | "salt" | "trailer", Buffer>> = {}) => {
  const {
    digest = algorithm(sha256, none),
    mask = algorithm(mgf1, algorithm(sha256)),
    salt = tlv(2, Buffer.of(32)),
  } = parts;
  const fields = [digest, mask, salt, ...(parts.trailer ? [parts.trailer] : [])];
  const parameters = tlv(0x30, ...fields.map((field, number) => tlv(0xa0 | number, field)));
  return signatureAlgorithmOf(read(algorithm(pss, parameters)));
};

test("PSS has one hash for both of its uses, and a salt of no more than that", () => {
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  assert.deepEqual(pssWith(), { key: "rsa", hash: "sha256", padding, saltLength: 32 });
  assert.deepEqual(pssWith({ trailer: tlv(2, Buffer.of(1)) })?.saltLength, 32);
  const others = [
    { mask: algorithm(mgf1, algorithm(sha512)) },
    { mask: algorithm(sha256, algorithm(sha256)) },
    { mask: algorithm(mgf1) },
    { digest: algorithm(mgf1) },
    { salt: tlv(2, Buffer.of(65)) },
    { trailer: tlv(2, Buffer.of(2)) },
  ];
  for (const parts of others) assert.equal(pssWith(parts), undefined);
  assert.equal(signatureAlgorithmOf(read(algorithm(pss))), undefined);
  const leftOut = signatureAlgorithmOf(read(algorithm(pss, tlv(0x30))));
  assert.deepEqual(leftOut, { key: "rsa", hash: "sha1", padding, saltLength: 20 }, "SHA-1, which is left out");
  assert.equal(leftOut && isWeak(leftOut.hash), true);
});

const rsaKey = (modulusBytes: number, exponent: bigint) => {
  const n = Buffer.alloc(modulusBytes, 0xff).toString("base64url");
  const digits = exponent.toString(16);
  const e = Buffer.from(digits.padStart(digits.length + (digits.length % 2), "0"), "hex").toString("base64url");
  return createPublicKey({ format: "jwk", key: { kty: "RSA", n, e } });
};

test("an RSA key is neither weak nor so large that its use takes long", () => {
  const isAllowed = (bytes: number, exponent = 65537n) => isKeyAllowed(rsaKey(bytes, exponent), { key: "rsa" });
  assert.deepEqual(
    [255, 256, 1024, 1025].map((bytes) => isAllowed(bytes)),
    [false, true, true, false],
  );
  assert.deepEqual([isAllowed(256, 2n ** 64n - 1n), isAllowed(256, 2n ** 64n + 1n)], [true, false]);
  assert.equal(isKeyAllowed(rsaKey(256, 3n), { key: "ec" }), false);
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  assert.deepEqual([isKeyAllowed(publicKey, { key: "ec" }), isKeyAllowed(publicKey, { key: "rsa" })], [true, false]);
});

test("an error names an algorithm as the field does, and one that it does not know by its number", () => {
  const named = (hex: string, ...parameters: readonly Buffer[]) => nameOf(read(algorithm(hex, ...parameters)));
  assert.equal(named(sha256), "SHA-256");
  assert.equal(named("2a864886f70d010105", none), "RSA with SHA-1");
  assert.equal(named("2a8648ce3d040301"), "ECDSA with SHA-224");
  const [digest, mask] = [tlv(0xa0, algorithm(sha512)), tlv(0xa1, algorithm(mgf1, algorithm(sha256)))];
  assert.equal(named(pss, tlv(0x30, digest)), "RSA-PSS with SHA-512 and MGF1-SHA1");
  assert.equal(named(pss, tlv(0x30, digest, mask)), "RSA-PSS with SHA-512 and MGF1-SHA256");
  assert.equal(named(pss), "RSA-PSS with unknown parameters");
  assert.equal(named("2b6570"), "Ed25519");
  assert.equal(named("2a03"), "1.2.3");
});
