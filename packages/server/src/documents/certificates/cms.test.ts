import assert from "node:assert/strict";
import { test } from "node:test";
import { tlv } from "../../../testing/documents/face-record.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { EncodingError } from "./ber.ts";
import { readSignedData } from "./cms.ts";

const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const [signedData, sha256, contentType] = ["2a864886f70d010702", "608648016503040201", "678108010101"];
const algorithm = tlv(0x30, oid(sha256));
const number = (value: number) => tlv(0x02, Buffer.of(value));
const { certificate } = makeCountry().documentSigner;
const content = Buffer.from("what is signed");

const attribute = (type: string, ...values: readonly Buffer[]) => tlv(0x30, oid(type), tlv(0x31, ...values));
const signerBy = (id: Buffer, ...attributes: readonly Buffer[]) =>
  tlv(0x30, number(1), id, algorithm, tlv(0xa0, ...attributes), algorithm, tlv(0x04, Buffer.of(9)), tlv(0xa1));
const byKey = tlv(0x80, Buffer.of(7));

const wrapped = (signer: Buffer, octets = tlv(0x04, content), certificates: readonly Buffer[] = [certificate]) =>
  tlv(
    0x30,
    oid(signedData),
    tlv(
      0xa0,
      tlv(
        0x30,
        number(3),
        tlv(0x31, algorithm),
        tlv(0x30, oid(contentType), tlv(0xa0, octets)),
        tlv(0xa0, ...certificates),
        tlv(0xa1),
        tlv(0x31, signer),
      ),
    ),
  );

test("content, certificates and signers are those that were encoded, in one length or in parts", () => {
  const parts = tlv(0x24, tlv(0x04, content.subarray(0, 5)), tlv(0x04, content.subarray(5)));
  for (const octets of [tlv(0x04, content), parts]) {
    const read = readSignedData(wrapped(signerBy(byKey), octets));
    assert.equal(read.contentType, "2.23.136.1.1.1");
    assert.deepEqual(Buffer.from(read.content), content);
    assert.deepEqual(
      read.certificates.map((one) => Buffer.from(one)),
      [certificate],
    );
    const [signer] = read.signers;
    assert.deepEqual(signer?.id, { keyId: Buffer.of(7) });
    assert.deepEqual(Buffer.from(signer.signature), Buffer.of(9));
    assert.equal(signer.signatureAlgorithm.id, "2.16.840.1.101.3.4.2.1");
  }
});

test("certificates of attributes are none, and a signer may be named by its issuer", () => {
  const name = tlv(0x30, tlv(0x31, tlv(0x30, oid("550403"), tlv(0x0c, Buffer.from("x")))));
  const signer = signerBy(tlv(0x30, name, number(5)));
  const read = readSignedData(wrapped(signer, undefined, [tlv(0xa1), certificate]));
  assert.equal(read.certificates.length, 1);
  assert.deepEqual(read.signers[0]?.id, { issuer: name, serialNumber: Buffer.of(5) });
});

test("attributes are signed as the set that they are; those without one value, or there twice, have none", () => {
  const [once, several, twice, empty] = ["2a01", "2a02", "2a03", "2a04"];
  const value = tlv(0x04, Buffer.of(1));
  const attributes = [
    attribute(once, value),
    attribute(several, value, value),
    attribute(twice, value),
    attribute(twice, value),
    attribute(empty),
  ];
  const { attributes: read } = readSignedData(wrapped(signerBy(byKey, ...attributes))).signers[0] ?? {};
  assert.ok(read);
  assert.deepEqual(Buffer.from(read.signed), tlv(0x31, ...attributes));
  assert.deepEqual([...read.values.keys()], ["1.2.1"]);
  const broken = readSignedData(wrapped(signerBy(byKey, attribute(once, value), tlv(0x04)))).signers[0]?.attributes;
  assert.equal(broken?.values.size, 0, "one that cannot be read leaves none");
});

test("what is missing, too much or of another type is rejected", () => {
  const whole = wrapped(signerBy(byKey));
  assert.ok(readSignedData(whole));
  for (const other of [
    whole.subarray(0, -1),
    tlv(0x30, oid("2a864886f70d010701"), tlv(0xa0)),
    tlv(0x30, oid(signedData), tlv(0xa0, tlv(0x30)), number(1)),
    tlv(0x30, oid(signedData), tlv(0xa0, tlv(0x30, number(3), tlv(0x31)))),
    wrapped(tlv(0x30, number(1))),
    wrapped(signerBy(byKey), tlv(0x02, Buffer.of(1))),
    wrapped(tlv(0x30, number(1), byKey, algorithm, algorithm, tlv(0x04), tlv(0xa1), number(1))),
  ]) {
    assert.throws(() => readSignedData(other), EncodingError);
  }
});
