import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { decodeBase64Image } from "./base64.ts";

const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());

const cases: ReadonlyArray<readonly [string, string | undefined]> = [
  ["aGVsbG8=", "hello"],
  ["aGVsbG8", "hello"],
  ["aGVs\r\nbG8=\r\n", "hello"],
  ["data:image/jpeg;base64,aGVsbG8=", "hello"],
  ["data:image/svg+xml;charset=utf-8;base64,aGVsbG8=", "hello"],
  ["DATA:IMAGE/PNG;BASE64,aGVsbG8=", "hello"],
  ["aGVsbG9=", "hello"],
  ["", ""],
  ["data:image/png;base64,", ""],
  ["aGVsbG8==", undefined],
  ["aGVsb", undefined],
  ["aGVs=bG8", undefined],
  ["aGVsbG8=aGVs", undefined],
  ["=", undefined],
  ["_-8=", "\ufffd\ufffd"],
  ["_-8", "\ufffd\ufffd"],
  ["_/-8", undefined],
  ["/_8=", undefined],
  ["data:;base64,aGVsbG8=", "hello"],
  ["data:image;base64,aGVsbG8=", "hello"],
  ["data:application/octet-stream;base64,aGVsbG8=", "hello"],
  ["data:;charset=utf-8;base64,aGVsbG8=", "hello"],
  ["data:base64,aGVsbG8=", undefined],
  ["data:application/pdf;base64,aGVsbG8=", undefined],
  ["hello!", undefined],
  ["data:text/plain;base64,aGVsbG8=", undefined],
  ["data:image/png,aGVsbG8=", undefined],
  ["äöü", undefined],
];
for (const [given, expected] of cases) {
  test(`${JSON.stringify(given)} is ${expected === undefined ? "not an image's base64" : `read as ${JSON.stringify(expected)}`}`, async () => {
    assert.equal(text(await decodeBase64Image(given)), expected);
  });
}

test("a photo longer than one slice comes back whole, with and without line breaks", async () => {
  for (const sizeBytes of [700_000, 700_001, 700_002, 196_608, 196_611]) {
    const photo = randomBytes(sizeBytes);
    const encoded = photo.toString("base64");
    assert.deepEqual(await decodeBase64Image(encoded), photo);
    assert.deepEqual(await decodeBase64Image(photo.toString("base64url")), photo);
    assert.deepEqual(await decodeBase64Image(encoded.replaceAll(/.{76}/g, "$&\r\n")), photo);
  }
});

test("one wrong character is found wherever it stands", async () => {
  const encoded = randomBytes(600_000).toString("base64");
  for (const at of [0, 262_143, 262_144, 400_000, encoded.length - 1]) {
    assert.equal(await decodeBase64Image(`${encoded.slice(0, at)}*${encoded.slice(at + 1)}`), undefined);
  }
});
