/** An EU list of PID providers (ETSI TS 119 602, JSON), as its operator signs it. */
import { CompactSign } from "jose";
import type { DocumentSigner } from "./mdoc.ts";

export interface PidListOptions {
  readonly type?: string;
  readonly service?: string;
  /** Authorities of the service that signs status lists. */
  readonly revokedBy?: readonly Uint8Array[];
  readonly issuedAt?: Date;
  readonly nextAt?: Date;
  readonly crit?: readonly string[];
}

const text = (value: string) => [{ lang: "en", value }];

export async function pidListOf(
  { key, certificate }: DocumentSigner,
  authorities: readonly Uint8Array[],
  {
    type = "http://uri.etsi.org/19602/LoTEType/EUPIDProvidersList",
    service = "http://uri.etsi.org/19602/SvcType/PID/Issuance",
    revokedBy = [],
    issuedAt = new Date(),
    nextAt = new Date(Date.now() + 30 * 86_400_000),
    crit,
  }: PidListOptions = {},
): Promise<Buffer> {
  const entity = (der: Uint8Array, service: string) => ({
    TrustedEntityInformation: { TEName: text("Utopia's provider") },
    TrustedEntityServices: [
      {
        ServiceInformation: {
          ServiceTypeIdentifier: service,
          ServiceName: text("PID"),
          ServiceDigitalIdentity: { X509Certificates: [{ val: Buffer.from(der).toString("base64") }] },
        },
      },
    ],
  });
  const scheme = {
    LoTEVersionIdentifier: 1,
    LoTESequenceNumber: 7,
    LoTEType: type,
    SchemeOperatorName: text("Utopia"),
    ListIssueDateTime: issuedAt.toISOString(),
    NextUpdate: nextAt.toISOString(),
  };
  const entities = [
    ...authorities.map((der) => entity(der, service)),
    ...revokedBy.map((der) => entity(der, "http://uri.etsi.org/19602/SvcType/PID/Revocation")),
  ];
  const list = { LoTE: { ListAndSchemeInformation: scheme, TrustedEntitiesList: entities } };
  const header = {
    alg: "ES256",
    x5c: [certificate].flat().map((der) => Buffer.from(der).toString("base64")),
    sigT: issuedAt.toISOString(),
    ...(crit && { crit: [...crit] }),
    ...Object.fromEntries((crit ?? []).filter((name) => name !== "sigT").map((name) => [name, true])),
  };
  const understood = { crit: Object.fromEntries((crit ?? []).map((name) => [name, true])) };
  const jws = await new CompactSign(Buffer.from(JSON.stringify(list))).setProtectedHeader(header).sign(key, understood);
  return Buffer.from(`${jws}\n`);
}
