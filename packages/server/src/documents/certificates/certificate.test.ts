import assert from "node:assert/strict";
import { test } from "node:test";
import { tlv } from "../../../testing/documents/face-record.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { readAnchorRows } from "../anchors/anchor-rows.ts";
import { EncodingError, readElement } from "./ber.ts";
import { budgets } from "../budgets.ts";
import { partsOf, readCertificate } from "./certificate.ts";

const country = makeCountry();
const signer = partsOf(country.documentSigner.certificate);
const authority = partsOf(country.csca);

/** The certificate with a further extension of this many bytes, and its original signature. */
function padded(der: Buffer, bytes: number): Buffer {
  const [signed, algorithm, signature] = partsIn(der);
  const extension = tlv(0x30, tlv(0x06, Buffer.of(42, 3)), tlv(0x04, Buffer.alloc(bytes)));
  const fields = partsIn(signed ?? der);
  const extensions = fields.pop() ?? assert.fail();
  const list = partsIn(readElement(extensions).content);
  const more = tlv(0xa3, tlv(0x30, ...list, extension));
  return tlv(0x30, tlv(0x30, ...fields, more), algorithm ?? der, signature ?? der);
}

function partsIn(der: Uint8Array): Buffer[] {
  const parts: Buffer[] = [];
  let rest = Buffer.from(readElement(der).content);
  while (rest.length > 0) {
    const [, first = 0] = rest;
    const lengthBytes = first & 0x80 ? first & 0x7f : 0;
    const length = lengthBytes ? rest.readUIntBE(2, lengthBytes) : first;
    parts.push(rest.subarray(0, 2 + lengthBytes + length));
    rest = rest.subarray(2 + lengthBytes + length);
  }
  return parts;
}

test("a certificate names its issuer by name and by key", () => {
  assert.equal(signer.issuerHash, authority.subjectHash);
  assert.equal(signer.issuerKeyId, authority.keyId);
  assert.notEqual(signer.subjectHash, signer.issuerHash);
  assert.notEqual(signer.keyId, signer.issuerKeyId);
  assert.equal(partsOf(makeCountry({ authorityHasKeyId: false }).csca).keyId, null);
});

test("what is cut off, or has something behind it, is none", () => {
  const der = country.csca;
  for (const other of [der.subarray(0, -1), Buffer.concat([der, Buffer.of(0)]), tlv(0x30, der), tlv(0x31)]) {
    assert.throws(() => partsOf(other), EncodingError);
  }
});

test("a certificate has at most 16 KB, of an authority as well", () => {
  const allowed = padded(country.csca, budgets.certificateBytes - 1000);
  assert.equal(readCertificate(allowed).subject, readCertificate(country.csca).subject);
  assert.equal(readAnchorRows(allowed)?.length, 1);
  const large = padded(country.csca, budgets.certificateBytes);
  assert.throws(() => readCertificate(large), EncodingError);
  assert.equal(readAnchorRows(large), undefined);
  const pem = (der: Buffer) => `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`;
  assert.equal(readAnchorRows(Buffer.from(pem(allowed)))?.length, 1);
  assert.equal(readAnchorRows(Buffer.from(pem(padded(country.csca, 2 * budgets.certificateBytes)))), undefined);
});
