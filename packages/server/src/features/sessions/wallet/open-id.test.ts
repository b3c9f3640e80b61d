import assert from "node:assert/strict";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { calculateJwkThumbprint, jwtVerify } from "jose";
import type { readWalletAnswer } from "../../../documents/wallet-answer.ts";
import type { DocumentReader } from "../../../documents/reading/document-reader.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { readAnswer, requestObject, thumbprintOf, walletLink } from "./open-id.ts";

const { certificate, key } = makeCountry().documentSigner;
const identity = { certificates: [certificate.toString("base64")], key, clientId: "x509_hash:abc" };
const place = { identity, publicUrl: "https://face.example.com" };
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const request = {
  id: "r1",
  sessionId: "vs_1",
  accountId: "acc_1",
  nonce: "once",
  state: "state of it",
  jwk: privateKey.export({ format: "jwk" }),
  expiresAtMs: Date.now() + 599_999,
};

test("the request asks for the portrait alone, to be retained by nobody, and until its own end", async () => {
  const jwt = await requestObject(place, request);
  const { payload, protectedHeader } = await jwtVerify<{
    response_uri: string;
    dcql_query: {
      credentials: { id: string; format: string; claims: { intent_to_retain?: boolean }[] }[];
      credential_sets: unknown;
    };
    client_metadata: { jwks: { keys: Record<string, string>[] }; vp_formats_supported: { mso_mdoc: unknown } };
  }>(jwt, new X509Certificate(certificate).publicKey, {
    audience: "https://self-issued.me/v2",
    currentDate: new Date(request.expiresAtMs - 1000),
  });
  assert.deepEqual(protectedHeader.x5c, identity.certificates);
  assert.equal(payload.exp, Math.floor(request.expiresAtMs / 1000));
  assert.equal(payload.response_uri, "https://face.example.com/wallet/responses/r1");
  const { credentials, credential_sets } = payload.dcql_query;
  assert.deepEqual(
    credentials.map(({ format, claims }) => [format, claims.map((claim) => claim.intent_to_retain)]),
    [
      ["mso_mdoc", [false]],
      ["dc+sd-jwt", [undefined]],
      ["mso_mdoc", [false]],
    ],
  );
  assert.deepEqual(credential_sets, [{ options: credentials.map(({ id }) => [id]) }]);
  const { jwks, vp_formats_supported } = payload.client_metadata;
  // ES256, as COSE numbers it (RFC 9053, 2.1).
  assert.deepEqual(vp_formats_supported.mso_mdoc, { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] });
  const [encryptFor] = jwks.keys;
  assert.equal(encryptFor?.["d"], undefined, "the private key stays here");
  const thumbprint = await calculateJwkThumbprint(encryptFor ?? {});
  assert.equal(encryptFor?.["kid"], thumbprint);
  assert.equal(Buffer.from(await thumbprintOf(request)).toString("base64url"), thumbprint);
  const link = new URL(walletLink(place, "r1"));
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    client_id: "x509_hash:abc",
    request_uri: "https://face.example.com/wallet/requests/r1",
  });
});

test("each credential has the format that its presentation is read as; an answer that no parser took is unreadable", async () => {
  const asked: unknown[] = [];
  const readerThat = (read: (question: Parameters<typeof readWalletAnswer>[0]) => unknown) =>
    ({ read: async (_: string, question: Parameters<typeof readWalletAnswer>[0]) => read(question) }) as Pick<
      DocumentReader,
      "read"
    >;
  const { signal } = new AbortController();
  const remember = readerThat((question) => {
    asked.push(question);
    return { outcome: "declined", error: "access_denied" };
  });
  assert.deepEqual(await readAnswer(remember, request, "a.b.c", signal), {
    outcome: "declined",
    error: "access_denied",
  });
  const { jwk, state } = request;
  const formats = { pid_mdoc: "mdoc", pid_sd_jwt: "sd_jwt_vc", license: "mdoc" };
  assert.deepEqual(asked, [{ response: "a.b.c", jwk, state, formats }]);
  const unread = readerThat(() => undefined);
  assert.deepEqual(await readAnswer(unread, request, "a.b.c", signal), { outcome: "unreadable" });
});
