import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { OperatorError } from "../../../platform/operator-error.ts";
import { makeCountry } from "../../../testing/documents/issuer.ts";
import { tempDir } from "../../../testing/store/each-store.ts";
import { readWalletIdentity } from "./identity.ts";

const pemOf = (der: Uint8Array): string => new X509Certificate(der).toString();
const keyPemOf = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();

test("a certificate, its issuers and the key on P-256 identify the service to wallets", async (t) => {
  const { csca, documentSigner } = makeCountry();
  const folder = await tempDir(t);
  const [certificateFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const read = async (certificate: string, key: string) => {
    await Promise.all([writeFile(certificateFile, certificate), writeFile(keyFile, key)]);
    return readWalletIdentity(certificateFile, keyFile);
  };
  const own = pemOf(documentSigner.certificate);
  const identity = await read(`${own}\n${pemOf(csca)}`, keyPemOf(documentSigner.key));
  assert.deepEqual(identity.certificates, [documentSigner.certificate.toString("base64"), csca.toString("base64")]);
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
  await assert.rejects(readWalletIdentity(join(folder, "none.pem"), keyFile), /none\.pem cannot be read: ENOENT/);
});
