import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { OperatorError } from "@selfsame/platform/operator-error";
import { makeCountry } from "../../../../testing/documents/issuer.ts";
import { registrationOf } from "../../../../testing/documents/registration.ts";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { readWalletIdentity } from "./identity.ts";

const pemOf = (der: Uint8Array): string => new X509Certificate(der).toString();
const keyPemOf = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

test("a certificate, its issuers and the key on P-256 identify the service to wallets", async (t) => {
  const { csca, documentSigner } = makeCountry();
  const folder = await tempDir(t);
  const [certificateFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const read = async (certificate: string, key: string, nowMs = Date.now()) => {
    await Promise.all([writeFile(certificateFile, certificate), writeFile(keyFile, key)]);
    return readWalletIdentity({ certificateFile, keyFile, scheme: "openid4vp", registrationFile: undefined }, nowMs);
  };
  const own = pemOf(documentSigner.certificate);
  const identity = await read(`${own}\n${pemOf(csca)}`, keyPemOf(documentSigner.key));
  // The trust anchor is never sent: wallets have it.
  assert.deepEqual(identity.certificates, [documentSigner.certificate.toString("base64")]);
  const { fingerprint256 } = new X509Certificate(documentSigner.certificate);
  const hash = Buffer.from(fingerprint256.replaceAll(":", ""), "hex").toString("base64url");
  assert.equal(identity.clientId, `x509_hash:${hash}`);
  assert.ok(identity.key.equals(documentSigner.key));

  const larger = makeCountry({ document: { curve: "secp384r1" } }).documentSigner;
  const another = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  for (const [certificate, key, message] of [
    [own, keyPemOf(another), /certificate\.pem does not begin with the certificate of the key in .*key\.pem/],
    [`${pemOf(csca)}\n${own}`, keyPemOf(documentSigner.key), /does not begin with the certificate of the key/],
    ["", keyPemOf(documentSigner.key), /does not begin with the certificate of the key/],
    [own, "", /key\.pem holds no certificate or key as PEM/],
    [own.replace(/\n.{60}/, "\nAAAA"), keyPemOf(documentSigner.key), /certificate\.pem holds no certificate or key/],
    [pemOf(larger.certificate), keyPemOf(larger.key), /key\.pem holds no key on P-256/],
  ] as const) {
    const isExpected = (error: unknown) => error instanceof OperatorError && message.test(error.message);
    await assert.rejects(read(certificate, key), isExpected, String(message));
  }
  const none = { certificateFile: join(folder, "none.pem"), keyFile, scheme: "openid4vp", registrationFile: undefined };
  await assert.rejects(readWalletIdentity(none, Date.now()), /none\.pem cannot be read: ENOENT/);
});

test("registration certificates of the operator are read at the start, or rejected with their line", async (t) => {
  const { documentSigner } = makeCountry();
  const folder = await tempDir(t);
  const [certificateFile, keyFile, registrationFile] = ["certificate", "key", "registration"].map((name) =>
    join(folder, `${name}.pem`),
  ) as [string, string, string];
  await writeFile(certificateFile, pemOf(documentSigner.certificate));
  await writeFile(keyFile, keyPemOf(documentSigner.key));
  const read = async (text: string) => {
    await writeFile(registrationFile, text);
    return readWalletIdentity({ certificateFile, keyFile, scheme: "openid4vp", registrationFile }, Date.now());
  };
  const [one, other] = await Promise.all([registrationOf("One"), registrationOf("Other")]);
  const { registrations } = await read(`${one}\r\n\n${other}\n`);
  assert.deepEqual(
    registrations.map(({ certificate }) => certificate),
    [one, other],
  );
  const expired = await registrationOf("Past", { expiresAtMs: Date.UTC(2026, 0, 2) });
  for (const [text, message] of [
    ["\n", /registration\.pem holds no registration certificate/],
    [Array(5).fill(one).join("\n"), /has 5 registration certificates; 4 at most are sent/],
    [`${one}\nnone`, /^Line 2 of .*registration\.pem is no registration certificate/],
    [expired, /^Line 1 of .*registration\.pem expired on 2026-01-02T00:00:00.000Z\. Ask the registrar/],
  ] as const) {
    const isExpected = (error: unknown) => error instanceof OperatorError && message.test(error.message);
    await assert.rejects(read(text), isExpected, String(message));
  }
});

test("a certificate that wallets reject is rejected at the start: self-signed, expired, of another issuer", async (t) => {
  const country = makeCountry({
    documentFrom: new Date("2026-01-02T00:00:00Z"),
    documentUntil: new Date("2026-05-06T00:00:00Z"),
  });
  const { chain, signer } = country.issueThrough({ isAuthority: true });
  const folder = await tempDir(t);
  const [certificateFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const read = async (certificates: readonly Uint8Array[], key: KeyObject, nowMs = Date.now()) => {
    await writeFile(certificateFile, certificates.map(pemOf).join("\n"));
    await writeFile(keyFile, keyPemOf(key));
    return readWalletIdentity({ certificateFile, keyFile, scheme: "openid4vp", registrationFile: undefined }, nowMs);
  };
  const whole = await read([...chain, country.csca], signer);
  assert.deepEqual(
    whole.certificates,
    chain.map((one) => one.toString("base64")),
    "authorities in between are sent",
  );
  const { key, certificate } = country.documentSigner;
  const [from, until] = [Date.parse("2026-01-02T00:00:00Z"), Date.parse("2026-05-06T00:00:00Z")];
  assert.ok(await read([certificate], key, from));
  assert.ok(await read([certificate], key, until));
  const rejected = async (reading: Promise<unknown>, message: RegExp) =>
    assert.rejects(reading, (error: unknown) => error instanceof OperatorError && message.test(error.message));
  await rejected(read([certificate], key, until + 1), /certificate\.pem expired on 2026-05-06T00:00:00.000Z.*Renew it/);
  await rejected(read([certificate], key, from - 1), /is not valid before 2026-01-02T00:00:00.000Z/);
  const other = makeCountry().csca;
  await rejected(read([...chain, other], signer), /has certificate 3 where the issuer of certificate 2 belongs/);
  await rejected(
    read([chain[0] ?? other, country.csca], signer),
    /has certificate 2 where the issuer of certificate 1/,
  );
  await rejected(
    read([country.csca], country.authorityKey),
    /begins with a self-signed certificate, which wallets reject/,
  );
});
