import assert from "node:assert/strict";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { test } from "node:test";
import { calculateJwkThumbprint, decodeJwt, jwtVerify } from "jose";
import { addAccountAnchors } from "../../../documents/anchors/account-anchors.ts";
import type { ListedAuthority } from "../../../documents/anchors/anchor-file.ts";
import { readAnchorRows } from "../../../documents/anchors/anchor-rows.ts";
import { addAnchors } from "../../../documents/anchors/trust-anchors.ts";
import { budgets } from "../../../documents/budgets.ts";
import { partsOf } from "../../../documents/certificates/certificate.ts";
import type { DocumentType } from "../../../documents/document.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { readWalletAnswer } from "../../../documents/wallet-answer.ts";
import type { DocumentReader } from "../../../documents/reading/document-reader.ts";
import { readMdoc } from "../../../documents/mdoc/mdoc.ts";
import { readSdJwtVc } from "../../../documents/sd-jwt/sd-jwt-vc.ts";
import { algorithmOf } from "../../../../testing/documents/algorithm-of.ts";
import { issueMdoc, presentMdoc, transcriptOf } from "../../../../testing/documents/mdoc.ts";
import { issueCredential, presentCredential } from "../../../../testing/documents/sd-jwt-vc.ts";
import { makeCountry } from "../../../../testing/documents/issuer.ts";
import { sessionDeps } from "../../../../testing/sessions/session-deps.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import {
  coseAlgorithms,
  joseAlgorithms,
  readAnswer,
  requestObject,
  thumbprintOf,
  trustedKeyIds,
  walletLink,
} from "./open-id.ts";

const { certificate, key } = makeCountry().documentSigner;
const identity = {
  certificates: [certificate.toString("base64")],
  key,
  clientId: "x509_hash:abc",
  scheme: "openid4vp",
  registrations: [],
};
const place = { identity, publicUrl: "https://face.example.com", trusted: {}, registrations: [] };
const base64Url = (hex: string): string => Buffer.from(hex, "hex").toString("base64url");
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const request = {
  id: "r1",
  sessionId: "vs_1",
  accountId: "acc_1",
  nonce: "once",
  state: "state of it",
  returns: false,
  jwk: privateKey.export({ format: "jwk" }),
  mdocJwk: {},
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
      ["mso_mdoc", [false]],
    ],
  );
  assert.deepEqual(credential_sets, [{ options: credentials.map(({ id }) => [id]) }]);
  const { jwks, vp_formats_supported } = payload.client_metadata;
  assert.deepEqual(vp_formats_supported.mso_mdoc, {
    issuerauth_alg_values: coseAlgorithms,
    deviceauth_alg_values: coseAlgorithms,
  });
  const [encryptFor] = jwks.keys;
  assert.equal(encryptFor?.["d"], undefined, "the private key stays here");
  const thumbprint = await calculateJwkThumbprint(encryptFor ?? {});
  assert.equal(encryptFor?.["kid"], thumbprint);
  assert.equal(Buffer.from(await thumbprintOf(request)).toString("base64url"), thumbprint);
  const link = new URL(walletLink(place, "r1"));
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    client_id: "x509_hash:abc",
    request_uri: "https://face.example.com/wallet/requests/r1",
    request_uri_method: "post",
  });
  const other = { ...place, identity: { ...identity, scheme: "haip-vp" } };
  assert.equal(walletLink(other, "r1"), walletLink(place, "r1").replace("openid4vp://", "haip-vp://"));
});

onEachStore("the authorities that a request names", (kind) => {
  test("are those trusted for the type of document, where each has a key id and they are not too many", async (t) => {
    const { deps, asked } = await sessionDeps(t, kind);
    const { store } = deps;
    const [pid, iaca, csca] = [makeCountry(), makeCountry(), makeCountry()];
    const listed = ({ csca: der }: typeof pid, ...documentTypes: DocumentType[]) => ({
      certificate: new X509Certificate(der),
      ...(documentTypes.length > 0 && { documentTypes }),
    });
    const add = (...of: ListedAuthority[]) => addAnchors(store, commandLine, of, Date.now());
    const named = async (accountId = asked.accountId) => {
      const trusted = await trustedKeyIds(store, accountId);
      const { dcql_query } = decodeJwt<{ dcql_query: { credentials: Record<string, unknown>[] } }>(
        await requestObject({ ...place, trusted }, request),
      );
      return Object.fromEntries(dcql_query.credentials.map((one) => [one["id"], one["trusted_authorities"]]));
    };
    const aki = (...of: (typeof pid)[]) => [
      {
        type: "aki",
        values: of
          .map((one) => partsOf(one.csca).keyId ?? "")
          .toSorted()
          .map(base64Url),
      },
    ];
    const none = { pid_mdoc: undefined, pid_sd_jwt: undefined, license: undefined, photo_id: undefined };
    await add(listed(csca, "travel_document"));
    assert.deepEqual(await named(), none, "of chips, which no wallet has");
    await add(listed(pid, "person_identification"));
    const account = { accountId: asked.accountId, test: false };
    await addAccountAnchors(store, commandLine, account, readAnchorRows(iaca.csca), Date.now());
    assert.deepEqual(await named(), {
      pid_mdoc: aki(pid, iaca),
      pid_sd_jwt: aki(pid, iaca),
      license: aki(iaca),
      photo_id: aki(iaca),
    });
    assert.deepEqual(await named("another"), { ...none, pid_mdoc: aki(pid), pid_sd_jwt: aki(pid) });
    await add(listed(makeCountry({ authorityHasKeyId: false }), "driving_license"));
    assert.equal((await named())["license"], undefined, "one cannot be named, and its documents are trusted");
    const row = await store.db
      .selectFrom("trust_anchors")
      .selectAll()
      .where("key_id", "is not", null)
      .executeTakeFirst();
    assert.ok(row);
    const more = Array.from({ length: budgets.anchorsNamed }, (_, i) => {
      const id = i.toString(16).padStart(40, "0");
      return { ...row, id, key_id: id, document_types: "photo_id" };
    });
    await store.db.insertInto("trust_anchors").values(more.slice(1)).execute();
    const { photo_id } = (await named()) as Record<string, { values: string[] }[]>;
    assert.equal(photo_id?.[0]?.values.length, budgets.anchorsNamed);
    await store.db.insertInto("trust_anchors").values(more.slice(0, 1)).execute();
    assert.equal((await named())["photo_id"], undefined, "one too many");
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
  const formats = { pid_mdoc: "mdoc", pid_sd_jwt: "sd_jwt_vc", license: "mdoc", photo_id: "mdoc" };
  assert.deepEqual(asked, [{ response: "a.b.c", jwk, state, formats }]);
  const unread = readerThat(() => undefined);
  assert.deepEqual(await readAnswer(unread, request, "a.b.c", signal), { outcome: "unreadable" });
});

test("every algorithm that is offered to wallets is verified, of the issuer and of the device", async () => {
  const curves = ["prime256v1", "secp384r1", "secp521r1"] as const;
  const signed: { readonly cose: number[]; readonly jose: string[] } = { cose: [], jose: [] };
  for (const [index, curve] of curves.entries()) {
    const country = makeCountry({ document: { curve } });
    const anchors = async () => [new X509Certificate(country.csca)];
    const transcript = await transcriptOf();
    for (const algorithm of coseAlgorithms.slice(2 * index, 2 * index + 2)) {
      const held = { portrait: Buffer.from("a portrait"), deviceCurve: curve, algorithm };
      const mdoc = await issueMdoc(country.documentSigner, held);
      const response = await presentMdoc({ ...mdoc, algorithm }, transcript);
      const read = await readMdoc(response, transcript.encode(), anchors, Date.now());
      assert.equal(read.outcome, "signed", `${algorithm}`);
      signed.cose.push(algorithm);
    }
    const credential = await issueCredential(country.documentSigner, { portrait: "AAAA", deviceCurve: curve });
    const asked = { nonce: "once", audience: "x509_hash:abc" };
    const presented = await presentCredential(credential, asked);
    assert.equal((await readSdJwtVc(presented, asked, anchors, Date.now())).outcome, "signed", curve);
    signed.jose.push(algorithmOf(credential.deviceKey).jose);
  }
  assert.deepEqual(signed, { cose: [...coseAlgorithms], jose: [...joseAlgorithms] });
});
