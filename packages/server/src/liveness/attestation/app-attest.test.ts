import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  appId,
  assertion,
  attestationOf,
  cborOf,
  development,
  genuineAssertion,
  partsOf,
  production,
} from "../../../testing/attestation/apple.ts";
import { checkAssertion, checkAttestation } from "./app-attest.ts";
import { appleRoot } from "./apple-root.ts";
import { readCbor } from "./read-cbor.ts";

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const request = {
  appId,
  keyId: Buffer.from(production.keyId, "base64"),
  clientDataHash: sha256(production.challenge),
};
const dayMs = Date.parse(production.day);
const parts = partsOf(production);
const genuine = attestationOf(parts);

/** The environment of an attestation, or the fault it is rejected for. */
const outcomeOf = async (
  attestation: Uint8Array,
  changes: { readonly appId?: string; readonly keyId?: Uint8Array; readonly clientDataHash?: Uint8Array } = {},
  nowMs = dayMs,
) => {
  const checked = await checkAttestation(attestation, { ...request, ...changes }, nowMs);
  return checked.outcome === "rejected" ? checked.fault : checked.environment;
};
const withByte = (bytes: Uint8Array, at: number): Buffer<ArrayBuffer> => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] as number) ^ 1;
  return changed;
};

test("the root is the one that Apple publishes", () => {
  assert.equal(
    appleRoot.fingerprint256.replaceAll(":", "").toLowerCase(),
    "1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932",
  );
  assert.ok(appleRoot.verify(appleRoot.publicKey));
});

test("attestations of genuine devices hold, those of development where they are allowed", async () => {
  assert.equal(await outcomeOf(genuine), "production");
  const own = { appId, keyId: Buffer.from(development.keyId, "base64"), clientDataHash: sha256(development.challenge) };
  const built = attestationOf(partsOf(development));
  assert.equal(await outcomeOf(built, own), "development");
  assert.deepEqual(await checkAttestation(built, own, dayMs), { outcome: "rejected", fault: "development" });
  const allowed = await checkAttestation(built, own, dayMs, { allowDevelopment: true });
  assert.equal(allowed.outcome === "attested" && allowed.environment, "development");
});

test("each thing that does not fit is named", async () => {
  const [leaf, authority] = parts.certificates as [Uint8Array, Uint8Array];
  assert.equal(await outcomeOf(genuine, { clientDataHash: sha256("another challenge") }), "other_request");
  assert.equal(await outcomeOf(genuine, { keyId: sha256("another key") }), "other_key");
  assert.equal(await outcomeOf(genuine, { appId: "V8H6LQ9448.com.example.other" }), "other_app");
  assert.equal(await outcomeOf(genuine, {}, Date.parse("2025-06-01")), "expired");
  assert.equal(await outcomeOf(genuine, {}, Date.parse("2024-01-01")), "expired");
  assert.equal(await outcomeOf(attestationOf({ ...parts, certificates: [leaf] })), "untrusted");
  assert.equal(await outcomeOf(attestationOf({ ...parts, certificates: [authority, leaf] })), "untrusted");
  assert.equal(await outcomeOf(attestationOf({ ...parts, certificates: [] })), "unreadable");
  assert.equal(await outcomeOf(attestationOf({ ...parts, fmt: "packed" })), "unreadable");
  assert.equal(await outcomeOf(attestationOf({ ...parts, authData: parts.authData.subarray(0, 60) })), "unreadable");
  // The counter and the AAGUID are signed, so a changed one belongs to another request.
  for (const at of [33, 37, 60]) {
    assert.equal(await outcomeOf(attestationOf({ ...parts, authData: withByte(parts.authData, at) })), "other_request");
  }
});

test("no single bit of it can be changed", async () => {
  // The receipt behind the certificates is for Apple's own service, so it is not checked.
  const receipt = genuine.indexOf("receipt");
  const end = genuine.indexOf("authData");
  for (let at = 0; at < genuine.length; at++) {
    if (at >= receipt - 1 && at < end) continue;
    const outcome = await outcomeOf(withByte(genuine, at));
    assert.notEqual(outcome, "production", `byte ${at}`);
  }
});

test("an assertion of a genuine device holds once", () => {
  const key = {
    publicKey: Buffer.from(assertion.publicKey, "base64"),
    appId,
    clientDataHash: sha256(assertion.payload),
  };
  assert.deepEqual(checkAssertion(genuineAssertion, { ...key, counter: 0 }), { outcome: "asserted", counter: 1 });
  const faultOf = (bytes: Uint8Array, changes: object = {}) => {
    const checked = checkAssertion(bytes, { ...key, counter: 0, ...changes });
    return checked.outcome === "rejected" ? checked.fault : checked.outcome;
  };
  assert.equal(faultOf(genuineAssertion, { counter: 1 }), "counter");
  assert.equal(faultOf(genuineAssertion, { clientDataHash: sha256("x") }), "signature");
  assert.equal(faultOf(genuineAssertion, { appId: "V8H6LQ9448.com.example.other" }), "other_app");
  assert.equal(faultOf(genuineAssertion, { publicKey: Buffer.from("none") }), "signature");
  assert.equal(faultOf(Buffer.from("none")), "unreadable");
  for (let at = 0; at < genuineAssertion.length; at++) {
    assert.notEqual(faultOf(withByte(genuineAssertion, at)), "asserted", `byte ${at}`);
  }
});

test("CBOR has a budget: depth, entries, lengths, and nothing after it", () => {
  const deep = (levels: number): Buffer => Buffer.concat([Buffer.alloc(levels, 0x81), cborOf("x")]);
  assert.deepEqual(readCbor(deep(4)), [[[["x"]]]]);
  assert.equal(readCbor(deep(5)), undefined);
  assert.equal(readCbor(Buffer.concat([Buffer.from([0x98, 200]), Buffer.alloc(200, 0x60)])), undefined);
  assert.equal(readCbor(Buffer.concat([cborOf({ a: "x" }), Buffer.from([0])])), undefined);
  assert.equal(readCbor(Buffer.from([0x59, 0xff, 0xff, 1])), undefined, "longer than it is");
  assert.equal(readCbor(Buffer.from([0x9f, 0xff])), undefined, "without its length");
  assert.equal(readCbor(Buffer.from("a2616101616102", "hex")), undefined, "a number, and one name twice");
  assert.equal(
    readCbor(Buffer.concat([Buffer.from([0xa2]), cborOf("a"), cborOf("x"), cborOf("a"), cborOf("y")])),
    undefined,
  );
});
