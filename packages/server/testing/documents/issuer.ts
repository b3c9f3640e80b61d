/** A country that issues documents: a signing authority, a document signer, and EF.SOD. */
import { createHash, sign, generateKeyPairSync, constants, randomBytes } from "node:crypto";
import * as asn1 from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  IssuerAndSerialNumber,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  RSASSAPSSParams,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import { tlv } from "./face-record.ts";

export interface Kind {
  readonly curve?: string;
  readonly bits?: number;
  readonly pss?: boolean;
  readonly hash?: "sha1" | "sha224" | "sha256" | "sha512";
  /** The PSS mask's hash, if the parameters name another than the one used for signing. */
  readonly maskHash?: Kind["hash"];
}

const hashIds = {
  sha1: "1.3.14.3.2.26",
  sha224: "2.16.840.1.101.3.4.2.4",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha512: "2.16.840.1.101.3.4.2.3",
} as const;
const ecdsaIds = {
  sha1: "1.2.840.10045.4.1",
  sha224: "1.2.840.10045.4.3.1",
  sha256: "1.2.840.10045.4.3.2",
  sha512: "1.2.840.10045.4.3.4",
} as const;
const rsaIds = {
  sha1: "1.2.840.113549.1.1.5",
  sha224: "1.2.840.113549.1.1.14",
  sha256: "1.2.840.113549.1.1.11",
  sha512: "1.2.840.113549.1.1.13",
} as const;

const hashAlgorithm = (hash: keyof typeof hashIds) => new AlgorithmIdentifier({ algorithmId: hashIds[hash] });

/** A key pair, with its algorithm and a function that signs. */
function makeSigner({ curve, bits = 2048, pss = false, hash = "sha256", maskHash = hash }: Kind) {
  const { privateKey: key, publicKey } = curve
    ? generateKeyPairSync("ec", { namedCurve: curve })
    : generateKeyPairSync("rsa", { modulusLength: bits });
  const params = new RSASSAPSSParams({
    hashAlgorithm: hashAlgorithm(hash),
    maskGenAlgorithm: new AlgorithmIdentifier({
      algorithmId: "1.2.840.113549.1.1.8",
      algorithmParams: hashAlgorithm(maskHash).toSchema(),
    }),
    saltLength: 32,
  });
  const algorithm = pss
    ? new AlgorithmIdentifier({ algorithmId: "1.2.840.113549.1.1.10", algorithmParams: params.toSchema() })
    : new AlgorithmIdentifier({ algorithmId: (curve ? ecdsaIds : rsaIds)[hash] });
  const padding = pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {};
  const spki = PublicKeyInfo.fromBER(publicKey.export({ type: "spki", format: "der" }));
  return { key, spki, algorithm, hash, sign: (data: Uint8Array) => sign(hash, data, { key, ...padding }) };
}

type Signer = ReturnType<typeof makeSigner>;

interface CertificateOptions {
  readonly names: Readonly<Record<string, string>>;
  readonly from?: Date;
  readonly until?: Date;
  readonly isAuthority?: boolean;
  /** Whether it contains its own key identifier. */
  readonly hasKeyId?: boolean;
  /** The extended key usage; none by default. */
  readonly purpose?: string;
  /** The key usage (RFC 5280, 4.2.1.3); none by default. */
  readonly usage?: Usage;
}

type Usage = readonly ("digitalSignature" | "keyAgreement")[];

export const day = 86_400_000;
const nameIds: Readonly<Record<string, string>> = { C: "2.5.4.6", O: "2.5.4.10", CN: "2.5.4.3" };
export const keyIdOf = ({ spki }: Signer) => createHash("sha1").update(Buffer.from(spki.toSchema().toBER())).digest();

const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

function certify(
  of: Signer,
  options: CertificateOptions,
  by: { readonly signer: Signer; readonly certificate?: Certificate },
) {
  const {
    names,
    from = new Date(Date.now() - day),
    until = new Date(Date.now() + 3650 * day),
    isAuthority = false,
    purpose,
    usage,
    hasKeyId = true,
  } = options;
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1.Integer({ valueHex: Buffer.concat([Buffer.of(1), randomBytes(8)]) });
  certificate.subject.typesAndValues = Object.entries(names).map(
    ([name, value]) => new AttributeTypeAndValue({ type: nameIds[name] ?? "", value: new asn1.Utf8String({ value }) }),
  );
  certificate.issuer = by.certificate?.subject ?? certificate.subject;
  certificate.notBefore.value = from;
  certificate.notAfter.value = until;
  certificate.subjectPublicKeyInfo = of.spki;
  certificate.extensions = [
    new Extension({
      extnID: "2.5.29.19",
      critical: true,
      extnValue: new BasicConstraints({ cA: isAuthority }).toSchema().toBER(),
    }),
    ...(hasKeyId ? [new Extension({ extnID: "2.5.29.14", extnValue: bufferOf(tlv(0x04, keyIdOf(of))) })] : []),
    new Extension({ extnID: "2.5.29.35", extnValue: bufferOf(tlv(0x30, tlv(0x80, keyIdOf(by.signer)))) }),
    ...(usage ? [new Extension({ extnID: "2.5.29.15", critical: true, extnValue: bitsOf(usage) })] : []),
    ...(purpose === undefined ? [] : [new Extension({ extnID: "2.5.29.37", extnValue: usageOf(purpose) })]),
  ];
  certificate.signature = by.signer.algorithm;
  certificate.signatureAlgorithm = by.signer.algorithm;
  const signed = by.signer.sign(Buffer.from(certificate.encodeTBS().toBER()));
  certificate.signatureValue = new asn1.BitString({ valueHex: Uint8Array.from(signed).buffer });
  return Certificate.fromBER(certificate.toSchema(true).toBER());
}

const bitsOf = (usage: Usage): ArrayBuffer => {
  const bits = (usage.includes("digitalSignature") ? 0x80 : 0) | (usage.includes("keyAgreement") ? 0x08 : 0);
  return bufferOf(tlv(0x03, Buffer.of(3, bits)));
};

const usageOf = (value: string): ArrayBuffer =>
  new asn1.Sequence({ value: [new asn1.ObjectIdentifier({ value })] }).toBER();

export interface CountryOptions {
  readonly authority?: Kind;
  readonly document?: Kind;
  readonly documentFrom?: Date;
  readonly documentUntil?: Date;
  readonly documentPurpose?: string;
  readonly documentUsage?: Usage;
  readonly authorityUntil?: Date;
  readonly authorityHasKeyId?: boolean;
  /** The authority's name. */
  readonly name?: string;
}

const longAgo = new Date("2020-01-01");
const p256: Kind = { curve: "prime256v1" };

/** Utopia by default. */
export function makeCountry({ authority = p256, document = p256, ...options }: CountryOptions = {}) {
  const {
    documentFrom,
    documentUntil,
    documentPurpose,
    documentUsage,
    authorityUntil,
    authorityHasKeyId = true,
    name = "Utopia CSCA 1",
  } = options;
  const authoritySigner = makeSigner(authority);
  const csca = certify(
    authoritySigner,
    {
      names: { C: "UT", O: "Utopia", CN: name },
      isAuthority: true,
      hasKeyId: authorityHasKeyId,
      ...(authorityUntil && { from: longAgo, until: authorityUntil }),
    },
    { signer: authoritySigner },
  );
  const signer = makeSigner(document);
  const dates = {
    ...(documentFrom && { from: documentFrom }),
    ...(documentUntil && { until: documentUntil }),
    ...(documentPurpose !== undefined && { purpose: documentPurpose }),
    ...(documentUsage && { usage: documentUsage }),
  };
  const certificate = certify(
    signer,
    { names: { C: "UT", CN: "Document signer 7" }, ...dates },
    { signer: authoritySigner, certificate: csca },
  );
  return {
    csca: Buffer.from(csca.toSchema().toBER()),
    authorityKey: authoritySigner.key,
    /** For documents that are signed in other formats than EF.SOD. */
    documentSigner: { key: signer.key, certificate: Buffer.from(certificate.toSchema().toBER()) },
    /** A signer whose certificate was issued by an intermediate of the country. `isAuthority`: whether the intermediate may issue certificates. */
    issueThrough: ({ isAuthority, until }: { readonly isAuthority: boolean; readonly until?: Date }) => {
      const [between, last] = [makeSigner(authority), makeSigner(document)];
      const root = { signer: authoritySigner, certificate: csca };
      const names = { C: "UT", CN: "Utopia regional authority" };
      const middle = certify(between, { names, isAuthority, ...(until && { from: longAgo, until }) }, root);
      const end = certify(
        last,
        { names: { C: "UT", CN: "Document signer 8" } },
        { signer: between, certificate: middle },
      );
      const chain = [end, middle].map((one) => Buffer.from(one.toSchema().toBER()));
      return { signer: last.key, chain };
    },
    /** What crl.ts needs to make revocation lists. */
    revokes: { signer: authoritySigner, authority: csca, certificate },
    /** EF.SOD over a data group 2. */
    sodOf: (dg2: Uint8Array, options?: SodOptions) =>
      tlv(
        0x77,
        signedData(
          securityObject(dg2, options?.sha1For === "digests" ? "sha1" : signer.hash),
          signer,
          certificate,
          options,
        ),
      ),
  };
}

/** A master list of authorities, without its own signature. */
export function masterListOf(...certificates: readonly Buffer[]): Buffer {
  const list = Buffer.from(tlv(0x30, tlv(0x02, Buffer.of(0)), tlv(0x31, ...certificates)));
  const cms = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: "2.23.136.1.1.2",
      eContent: new asn1.OctetString({ valueHex: Uint8Array.from(list).buffer }),
    }),
  });
  return Buffer.from(
    new ContentInfo({ contentType: "1.2.840.113549.1.7.2", content: cms.toSchema(true) }).toSchema().toBER(),
  );
}

function securityObject(dg2: Uint8Array, hash: keyof typeof hashIds): ArrayBuffer {
  const group = (number: number, content: Uint8Array) =>
    new asn1.Sequence({
      value: [
        new asn1.Integer({ value: number }),
        new asn1.OctetString({ valueHex: Uint8Array.from(createHash(hash).update(content).digest()).buffer }),
      ],
    });
  const groups = new asn1.Sequence({ value: [group(1, Buffer.from("somebody")), group(2, dg2)] });
  return new asn1.Sequence({ value: [new asn1.Integer({ value: 0 }), hashAlgorithm(hash).toSchema(), groups] }).toBER();
}

/** Variations among countries. */
export interface SodOptions {
  readonly contentType?: string;
  /** How the signer is identified: by its issuer's name, that name in reverse order, or its key's identifier. */
  readonly signedBy?: "name" | "name_turned" | "key_id";
  /** The part that uses SHA-1 instead of the signer's hash. */
  readonly sha1For?: "digests" | "signer";
}

function signerIdOf({ issuer, serialNumber, extensions = [] }: Certificate, by: SodOptions["signedBy"]) {
  if (by === "key_id") {
    const keyId = extensions.find(({ extnID }) => extnID === "2.5.29.14")?.parsedValue as asn1.OctetString;
    return new asn1.Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: keyId.getValue() });
  }
  const turned = new RelativeDistinguishedNames({ typesAndValues: issuer.typesAndValues.toReversed() });
  return new IssuerAndSerialNumber({ issuer: by === "name_turned" ? turned : issuer, serialNumber });
}

function signedData(
  content: ArrayBuffer,
  { algorithm, hash: ofSigner, sign }: Signer,
  certificate: Certificate,
  { contentType = "2.23.136.1.1.1", signedBy, sha1For }: SodOptions = {},
): Buffer {
  const hash = sha1For === "signer" ? "sha1" : ofSigner;
  const digest = createHash(hash).update(new Uint8Array(content)).digest();
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: "1.2.840.113549.1.9.3", values: [new asn1.ObjectIdentifier({ value: contentType })] }),
      new Attribute({
        type: "1.2.840.113549.1.9.4",
        values: [new asn1.OctetString({ valueHex: Uint8Array.from(digest).buffer })],
      }),
    ],
  });
  const attributes = Buffer.from(signedAttrs.toSchema().toBER());
  attributes[0] = 0x31;
  const signature = Uint8Array.from(sign(attributes)).buffer;
  const cms = new SignedData({
    version: 3,
    digestAlgorithms: [hashAlgorithm(hash)],
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: contentType,
      eContent: new asn1.OctetString({ valueHex: content }),
    }),
    certificates: [certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: signerIdOf(certificate, signedBy),
        digestAlgorithm: hashAlgorithm(hash),
        signedAttrs,
        signatureAlgorithm: algorithm,
        signature: new asn1.OctetString({ valueHex: signature }),
      }),
    ],
  });
  return Buffer.from(
    new ContentInfo({ contentType: "1.2.840.113549.1.7.2", content: cms.toSchema(true) }).toSchema().toBER(),
  );
}
