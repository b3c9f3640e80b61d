import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { packed, statusCwt, statusJwt, type StatusListOptions } from "../../../testing/documents/status-list.ts";
import { mutated } from "@selfsame/photo/testing/photos/mutate";
import { takeFaults } from "../attempt.ts";
import type { AnchorNames, FindAnchors } from "../certificates/chain.ts";
import { statusAt } from "./status-list.ts";
import { statusReferenceOf } from "./status-reference.ts";
import { readStatus } from "./status-token.ts";

const lst = (text: string) => Buffer.from(text, "base64url");

test("places are where the draft's examples have them", () => {
  const one = { bits: 1, list: lst("eNrbuRgAAhcBXQ") };
  const ones = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1];
  assert.deepEqual(
    ones.map((_, index) => statusAt(one, index)),
    ones.map((status) => (status === 1 ? "revoked" : "valid")),
  );
  const two = { bits: 2, list: lst("eNo76fITAAPfAgc") };
  const names = ["valid", "revoked", "suspended", "other"];
  const twos = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3];
  assert.deepEqual(
    twos.map((_, index) => statusAt(two, index)),
    twos.map((status) => names[status]),
  );
  assert.throws(() => statusAt(two, 12), RangeError);
  for (const bits of [4, 8]) {
    const list = packed([0, 1, 2, 15], bits);
    assert.deepEqual(
      [0, 1, 2, 3].map((index) => statusAt({ bits, list }, index)),
      names,
    );
  }
});

test("a list of a kind or a size that none has is no list", () => {
  for (const bits of [0, 3, 16, "1", undefined])
    assert.throws(() => statusAt({ bits, list: packed([0], 1) }, 0), RangeError);
  assert.throws(() => statusAt({ bits: 1, list: Buffer.from("no zlib") }, 0));
  assert.throws(
    () => statusAt({ bits: 1, list: deflateSync(Buffer.alloc(9 * 1024 * 1024)) }, 0),
    /output|larger|Buffer/u,
  );
});

test("a reference is an address and a place, in JSON and in CBOR", () => {
  const reference = { uri: "https://pid.example/status", idx: 7 };
  const found = { uri: reference.uri, index: 7 };
  assert.deepEqual(statusReferenceOf({ status_list: reference }), found);
  assert.deepEqual(statusReferenceOf(new Map([["status_list", new Map(Object.entries(reference))]])), found);
  for (const none of [undefined, null, {}, { identifier_list: {} }, 5])
    assert.equal(statusReferenceOf(none), undefined);
  for (const wrong of [{ idx: -1 }, { idx: "7" }, { idx: 0.5 }, { uri: 5 }, { uri: "x".repeat(3000) }]) {
    assert.throws(() => statusReferenceOf({ status_list: { ...reference, ...wrong } }));
  }
});

const country = makeCountry();
const uri = "https://pid.example/status";
const anchors = async () => [new X509Certificate(country.csca)];
/** Seconds. Fixed: in a large run the tests come a quarter of an hour after this line. */
const now = Math.floor(Date.now() / 1000);
const read = (token: Uint8Array, index = 1, find = anchors) =>
  readStatus({ token, reference: { uri, index }, nowMs: now * 1000 }, find);

for (const [form, make] of [
  ["JWT", statusJwt],
  ["CWT", statusCwt],
] as const) {
  const made = (options: Partial<StatusListOptions> = {}, by = country) =>
    make(by.documentSigner, { uri, statuses: [0, 1, 2, 3], bits: 2, issuedAt: now, ...options });

  test(`a ${form} says what became of each credential, and how old it is`, async () => {
    const issuedAt = now - 100;
    for (const [index, status] of ["valid", "revoked", "suspended", "other"].entries()) {
      assert.deepEqual(await read(made({ issuedAt, ttl: 600, expires: now + 900 }), index), {
        outcome: "read",
        status,
        issuedAtMs: issuedAt * 1000,
        ttlMs: 600_000,
        expiresAtMs: (now + 900) * 1000,
      });
    }
  });

  test(`a ${form} of another address, time, type or signer is none`, async () => {
    assert.equal((await read(made())).outcome, "read");
    const flipped = made();
    flipped[flipped.length - 5] = (flipped[flipped.length - 5] as number) ^ 4;
    const agreed = makeCountry({ documentUsage: ["keyAgreement"] });
    for (const [token, why] of [
      [made({ uri: `${uri}2` }), "another address"],
      [made({ issuedAt: now + 86_400 }), "not yet"],
      [made({ expires: now - 10 }), "over"],
      [made({ expires: String(now + 10) }), "an end that is a text"],
      [made({ ttl: -1 }), "a negative time"],
      [made({ type: "jwt" }), "another type"],
      [flipped, "another signature"],
      [made({}, agreed), "a key for something else"],
      [Buffer.alloc(0), "nothing"],
      [Buffer.from("<html>"), "a page"],
    ] as const) {
      const find =
        token === flipped ? anchors : async () => [agreed, country].map(({ csca }) => new X509Certificate(csca));
      assert.equal((await read(token, 1, find)).outcome, "unreadable", why);
    }
    assert.equal((await read(made(), 1, async () => [])).outcome, "unreadable", "no issuer is trusted");
    assert.equal((await read(made(), 99)).outcome, "unreadable", "a place that it does not have");
  });

  test(`a ${form} may be signed by another certificate than the credential, also by one of the revocation service`, async () => {
    // Issued by the credential's authority through another certificate.
    const { chain, signer } = country.issueThrough({ isAuthority: true });
    const through = make({ key: signer, certificate: chain }, { uri, statuses: [0, 1], issuedAt: now });
    assert.equal((await read(through)).outcome, "read");
    const service = makeCountry();
    const token = made({}, service);
    const asked: AnchorNames[] = [];
    const find: FindAnchors = async (names) => {
      asked.push(names);
      return names.isOfStatus ? [new X509Certificate(service.csca)] : [];
    };
    const question = { token, reference: { uri, index: 1 }, nowMs: now * 1000 };
    const answer = await readStatus({ ...question, documentType: "person_identification" }, find);
    assert.equal(answer.outcome, "read");
    assert.deepEqual(
      asked.map(({ documentType, isOfStatus }) => [documentType, isOfStatus]),
      [["person_identification", true]],
    );
  });

  test(`whatever is changed in a ${form}, there is an answer`, async () => {
    const original = made();
    takeFaults();
    for (const token of mutated([original], fuzzRuns(300), 55))
      assert.match((await read(token)).outcome, /^(?:read|unreadable)$/u);
    for (let bit = 0; bit < original.length * 8; bit += 37) {
      const token = Buffer.from(original);
      token[bit >> 3] = (token[bit >> 3] as number) ^ (0x80 >> (bit & 7));
      assert.match((await read(token)).outcome, /^(?:read|unreadable)$/u);
    }
  });
}
