/**
 * Signatures that AWS published with its test suite (aws-sig-v4-test-suite). Left out are request lines with bytes that no HTTP client sends, and
 * paths that are not normalized: the service has one path here.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { isSignedWith, readClaim, signatureOf, timeOf } from "./signature-v4.ts";

interface Vector {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly signed?: string;
  readonly signature: string;
}

const secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const date = "20150830T123600Z";

const vectors: Readonly<Record<string, Vector>> = {
  "get-vanilla": { signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31" },
  "get-unreserved": {
    url: "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
  },
  "get-vanilla-query-order-key-case": {
    url: "/?Param2=value2&Param1=value1",
    signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  },
  "get-vanilla-query-order-value": {
    url: "/?Param1=value2&Param1=value1",
    signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694",
  },
  "get-vanilla-utf8-query": {
    url: "/?\u1234=bar",
    signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
  },
  "get-header-value-order": {
    headers: ["value4", "value1", "value3", "value2"].map((value) => ["My-Header1", value] as const),
    signed: "host;my-header1;x-amz-date",
    signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
  },
  "get-header-key-duplicate": {
    headers: ["value2", "value2", "value1"].map((value) => ["My-Header1", value] as const),
    signed: "host;my-header1;x-amz-date",
    signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
  },
  "get-header-value-trim": {
    headers: [
      ["My-Header1", " value1"],
      ["My-Header2", ' "a   b   c"'],
    ],
    signed: "host;my-header1;my-header2;x-amz-date",
    signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
  },
  "post-x-www-form-urlencoded": {
    method: "POST",
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: "Param1=value1",
    signed: "content-type;host;x-amz-date",
    signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  },
};

for (const [name, vector] of Object.entries(vectors)) {
  test(`the published signature of ${name}`, () => {
    const { method = "GET", url = "/", headers = [], body = "", signed = "host;x-amz-date", signature } = vector;
    const claim = readClaim(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE123456/20150830/us-east-1/service/aws4_request, SignedHeaders=${signed}, Signature=${signature}`,
    );
    assert.ok(claim);
    const payloadHash = createHash("sha256").update(body).digest("hex");
    const rawHeaders = [["Host", "example.amazonaws.com"], ["X-Amz-Date", date], ...headers].flat();
    const request = { method, url, rawHeaders, payloadHash };
    assert.equal(signatureOf(secret, claim, date, request), signature);
    assert.ok(isSignedWith(secret, claim, date, request));
    assert.ok(!isSignedWith(`${secret}.`, claim, date, request));
    for (const changed of [
      { ...request, method: "PUT" },
      { ...request, url: `${url}x` },
      { ...request, payloadHash: payloadHash.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
      { ...request, rawHeaders: rawHeaders.with(1, "example.org") },
    ]) {
      assert.ok(!isSignedWith(secret, claim, date, changed));
    }
    assert.ok(!isSignedWith(secret, { ...claim, region: "eu-west-1" }, date, request));
    assert.ok(!isSignedWith(secret, { ...claim, service: "rekognition" }, date, request));
    assert.ok(!isSignedWith(secret, claim, "20150830T123601Z", request));
  });
}

test("what is no such header is no claim", () => {
  const signature = "0".repeat(64);
  const header = (credential: string, signed = "host;x-amz-date") =>
    `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed}, Signature=${signature}`;
  assert.equal(
    readClaim(header("key_0123456789abcdef/20261127/eu-central-1/rekognition/aws4_request"))?.day,
    "20261127",
  );
  for (const text of [
    "",
    "Bearer ss_sk_1",
    header("key_0123456789abcdef/20261127/eu-central-1/rekognition"),
    header("short/20261127/eu-central-1/rekognition/aws4_request"),
    header("key_0123456789abcdef/2026/eu-central-1/rekognition/aws4_request"),
    header("key_0123456789abcdef/20261127/eu-central-1/rekognition/aws4_request", "host;ü"),
    `${header("key_0123456789abcdef/20261127/eu-central-1/rekognition/aws4_request")}00`,
    `AWS4-ECDSA-P256-SHA256${header("key_0123456789abcdef/20261127/eu-central-1/rekognition/aws4_request").slice(16)}`,
    "x".repeat(16_000),
  ]) {
    assert.equal(readClaim(text), undefined, text.slice(0, 80));
  }
});

test("a time is YYYYMMDDTHHMMSSZ and nothing else", () => {
  assert.equal(timeOf("20150830T123600Z"), Date.UTC(2015, 7, 30, 12, 36));
  for (const text of [
    "",
    "20150830T123600",
    "2015-08-30T12:36:00Z",
    "20151330T123600Z",
    "Sun, 30 Aug 2015 12:36:00 GMT",
  ]) {
    assert.ok(Number.isNaN(timeOf(text)), text);
  }
});
