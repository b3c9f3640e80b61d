import { createHash, createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { OperatorError } from "@selfsame/platform/operator-error";
import { isExpired, readRegistration, type Registration, registrationsMax } from "./registration.ts";

/** The operator's identity in requests to wallets, as its registrar knows it. */
export interface WalletIdentity {
  /**
   * Certificates as base64 DER: that of the key first, then its issuers except the last, the wallet's trust anchor (HAIP 1.0, 5: it must not be
   * sent).
   */
  readonly certificates: readonly string[];
  /** The private key, on P-256. */
  readonly key: KeyObject;
  /** Derived from the certificate (OpenID4VP 1.0, 5.9.3, `x509_hash`). */
  readonly clientId: string;
  /** URL scheme of the links that open wallets, without the colon. */
  readonly scheme: string;
  /** The operator's registration certificates, for accounts without their own. */
  readonly registrations: readonly Registration[];
}

export interface WalletSettings {
  /** PEM. */
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly scheme: string;
  /** Registration certificates, one in each line. */
  readonly registrationFile: string | undefined;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** @throws OperatorError if the files are not a certificate that wallets accept now, its issuers, and its P-256 key */
export async function readWalletIdentity(
  { certificateFile, keyFile, scheme, registrationFile }: WalletSettings,
  nowMs: number,
): Promise<WalletIdentity> {
  const pem = await textOf(certificateFile);
  const keyPem = await textOf(keyFile);
  const certificates = parsed(certificateFile, () =>
    [...pem.matchAll(pemCertificate)].map(([one]) => new X509Certificate(one)),
  );
  const key = parsed(keyFile, () => createPrivateKey(keyPem));
  const [own, ...issuers] = certificates;
  if (!own?.checkPrivateKey(key)) {
    throw new OperatorError(`${certificateFile} does not begin with the certificate of the key in ${keyFile}.`);
  }
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new OperatorError(`${keyFile} holds no key on P-256, which is what wallets verify (ES256).`);
  }
  const problem = wrongOwn(own, nowMs) ?? wrongChain(certificates);
  if (problem !== undefined) throw new OperatorError(`${certificateFile} ${problem}`);
  const sent = [own, ...issuers.filter((issuer) => !isSelfSigned(issuer))];
  const hash = createHash("sha256").update(own.raw).digest("base64url");
  return {
    certificates: sent.map(({ raw }) => raw.toString("base64")),
    key,
    clientId: `x509_hash:${hash}`,
    scheme,
    registrations: registrationFile === undefined ? [] : await readRegistrations(registrationFile, nowMs),
  };
}

async function readRegistrations(file: string, nowMs: number): Promise<readonly Registration[]> {
  const lines = (await textOf(file)).split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new OperatorError(`${file} holds no registration certificate.`);
  if (lines.length > registrationsMax) {
    throw new OperatorError(
      `${file} has ${lines.length} registration certificates; ${registrationsMax} at most are sent.`,
    );
  }
  return lines.map((line, index) => {
    const read = readRegistration(line);
    const place = `Line ${index + 1} of ${file}`;
    if (!read) throw new OperatorError(`${place} is no registration certificate: a JWT of the type rc-wrp+jwt.`);
    if (!isExpired(read, nowMs)) return read;
    const { expiresAtMs } = read;
    throw new OperatorError(
      `${place} expired on ${new Date(expiresAtMs ?? 0).toISOString()}. Ask the registrar for a new one.`,
    );
  });
}

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);

function wrongOwn(own: X509Certificate, nowMs: number): string | undefined {
  if (isSelfSigned(own)) {
    return "begins with a self-signed certificate, which wallets reject. Use the one that the registrar of relying parties issued.";
  }
  const [from, until] = [own.validFromDate, own.validToDate];
  if (nowMs < from.getTime()) return `is not valid before ${from.toISOString()}, and wallets reject it until then.`;
  if (nowMs > until.getTime()) return `expired on ${until.toISOString()}, and wallets reject it. Renew it.`;
  return undefined;
}

function wrongChain(certificates: readonly X509Certificate[]): string | undefined {
  const wrong = certificates.findIndex((one, index) => {
    const issuer = certificates[index + 1];
    return issuer !== undefined && !(one.checkIssued(issuer) && one.verify(issuer.publicKey));
  });
  return wrong < 0 ? undefined : `has certificate ${wrong + 2} where the issuer of certificate ${wrong + 1} belongs.`;
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
