import { createHash, createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { OperatorError } from "../../../platform/operator-error.ts";

/** Who asks wallets, as their registrar knows the operator. */
export interface WalletIdentity {
  /** DER, as base64: the one of the key first, then its issuers. */
  readonly certificates: readonly string[];
  /** On P-256. */
  readonly key: KeyObject;
  /** By the certificate (OpenID4VP 1.0, 5.9.3, `x509_hash`). */
  readonly clientId: string;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws OperatorError where the files are not a certificate and its key on P-256 */
export async function readWalletIdentity(certificateFile: string, keyFile: string): Promise<WalletIdentity> {
  const pem = await textOf(certificateFile);
  const keyPem = await textOf(keyFile);
  const certificates = parsed(certificateFile, () =>
    [...pem.matchAll(pemCertificate)].map(([one]) => new X509Certificate(one)),
  );
  const key = parsed(keyFile, () => createPrivateKey(keyPem));
  const [own] = certificates;
  if (!own?.checkPrivateKey(key)) {
    throw new OperatorError(`${certificateFile} does not begin with the certificate of the key in ${keyFile}.`);
  }
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new OperatorError(`${keyFile} holds no key on P-256, which is what wallets verify (ES256).`);
  }
  const hash = createHash("sha256").update(own.raw).digest("base64url");
  return { certificates: certificates.map(({ raw }) => raw.toString("base64")), key, clientId: `x509_hash:${hash}` };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  }
}

function parsed<Value>(file: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new OperatorError(`${file} holds no certificate or key as PEM.`, { cause: error });
  }
}
