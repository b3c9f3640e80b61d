/** Documents with as many of one element as fit: for each format, and for each element that may be repeated in it. */
import { documentBytesMax } from "@selfsame/photo/images/limits";
import { dg2, faceBlock, faceRecord, tlv } from "./face-record.ts";

export interface Bomb {
  readonly name: string;
  readonly parts: Readonly<Record<string, Uint8Array | string>>;
}

const bytesMax = documentBytesMax - 2048;

/** Repeats one piece as often as it fits. */
const filled = (piece: Uint8Array | string, bytes = bytesMax): Buffer => {
  const one = Buffer.from(piece);
  return Buffer.concat(Array.from({ length: Math.floor(bytes / one.length) }, () => one));
};

const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"));
const [signedData, lds, sha256, mgf1] = [
  "2a864886f70d010702",
  "678108010101",
  "608648016503040201",
  "2a864886f70d010108",
];
const algorithm = tlv(0x30, oid(sha256));
const integer = tlv(0x02, Buffer.of(1));
const name = (...parts: readonly Uint8Array[]) => tlv(0x30, ...parts);
const namePart = tlv(0x31, tlv(0x30, oid("550403"), tlv(0x0c, Buffer.from("x"))));
const extension = tlv(0x30, oid("551d25"), tlv(0x04, Buffer.alloc(2)));

/** Parts of a certificate that may be large. */
interface CertificateParts {
  readonly issuer?: Uint8Array;
  readonly algorithm?: Uint8Array;
  readonly key?: Uint8Array;
  readonly extensions?: Uint8Array;
}

const certificate = ({ issuer = name(namePart), algorithm: by = algorithm, key, extensions }: CertificateParts = {}) =>
  tlv(
    0x30,
    tlv(
      0x30,
      tlv(0xa0, tlv(0x02, Buffer.of(2))),
      integer,
      by,
      issuer,
      tlv(0x30, tlv(0x17, Buffer.from("260101000000Z")), tlv(0x17, Buffer.from("360101000000Z"))),
      name(namePart),
      key ?? tlv(0x30, algorithm, tlv(0x03, Buffer.alloc(66))),
      ...(extensions ? [tlv(0xa3, tlv(0x30, extensions))] : []),
    ),
    by,
    tlv(0x03, Buffer.alloc(65)),
  );

const rsaKey = (bytes: number) =>
  tlv(
    0x30,
    tlv(0x30, oid("2a864886f70d010101"), tlv(0x05)),
    tlv(0x03, Buffer.of(0), tlv(0x30, tlv(0x02, Buffer.alloc(bytes, 0x7f)), tlv(0x02, Buffer.alloc(bytes, 0x7f)))),
  );

/** RSASSA-PSS with parameters nested to this depth. */
const deepAlgorithm = (depth: number): Buffer =>
  Array.from({ length: depth }).reduce<Buffer>((inner) => tlv(0x30, oid(mgf1), inner), algorithm);

const certificates: Readonly<Record<string, Buffer>> = {
  "an OID": certificate({ algorithm: tlv(0x30, tlv(0x06, filled(Buffer.of(1), bytesMax / 2 - 500))) }),
  "parts of a name": certificate({ issuer: name(filled(namePart)) }),
  extensions: certificate({ extensions: filled(extension) }),
  "a modulus and an exponent": certificate({ key: rsaKey(bytesMax / 2 - 1000) }),
  "parameters in parameters": certificate({ algorithm: deepAlgorithm(6000) }),
};

interface SignedParts {
  readonly algorithms?: Uint8Array;
  readonly content?: Uint8Array;
  readonly certificates?: Uint8Array;
  readonly signers?: Uint8Array;
}

const signer = (attributes?: Uint8Array) =>
  tlv(
    0x30,
    integer,
    tlv(0x30, name(namePart), integer),
    algorithm,
    ...(attributes ? [tlv(0xa0, attributes)] : []),
    algorithm,
    tlv(0x04, Buffer.alloc(64)),
  );
const digests = (groups: Uint8Array) => tlv(0x04, tlv(0x30, tlv(0x02, Buffer.of(0)), algorithm, tlv(0x30, groups)));
const group = tlv(0x30, integer, tlv(0x04, Buffer.alloc(32)));

const sod = ({
  algorithms = algorithm,
  content = digests(group),
  certificates: own = certificate(),
  signers = signer(),
}: SignedParts) =>
  tlv(
    0x77,
    tlv(
      0x30,
      oid(signedData),
      tlv(
        0xa0,
        tlv(
          0x30,
          integer,
          tlv(0x31, algorithms),
          tlv(0x30, oid(lds), tlv(0xa0, content)),
          tlv(0xa0, own),
          tlv(0x31, signers),
        ),
      ),
    ),
  );

const attribute = tlv(0x30, oid("2a864886f70d010904"), tlv(0x31, tlv(0x04, Buffer.alloc(32))));
const sods: Readonly<Record<string, Buffer>> = {
  "an OID": tlv(0x77, tlv(0x30, tlv(0x06, filled(Buffer.of(1))))),
  "digest algorithms": sod({ algorithms: filled(algorithm) }),
  "data groups": sod({ content: digests(filled(group)) }),
  "octets in parts": sod({ content: tlv(0x24, filled(tlv(0x04, Buffer.of(1)))) }),
  certificates: sod({ certificates: filled(certificate()) }),
  signers: sod({ signers: filled(signer()) }),
  attributes: sod({ signers: signer(filled(attribute)) }),
  "elements without a length": tlv(0x77, filled(Buffer.from([0x30, 0x80]))),
  "elements side by side without a length": tlv(0x77, Buffer.from([0x30, 0x80]), filled(Buffer.from([0x05, 0x00]))),
  ...Object.fromEntries(
    Object.entries(certificates).map(([what, one]) => [`${what} of a certificate`, sod({ certificates: one })]),
  ),
};

const face = dg2(faceRecord(Buffer.alloc(700, 7)));
const groups: Readonly<Record<string, Buffer>> = {
  templates: tlv(0x75, tlv(0x7f61, filled(tlv(0x7f60, tlv(0x5f2e, Buffer.alloc(1)))))),
  "elements side by side": tlv(0x75, filled(Buffer.from([0x05, 0x00]))),
  faces: dg2(faceRecord(...Array.from({ length: 3000 }, () => Buffer.alloc(10)))),
};
const records: Readonly<Record<string, Buffer>> = {
  faces: faceRecord(...Array.from({ length: 3000 }, () => Buffer.alloc(10))),
  "faces in ASN.1": faceBlock(...Array.from({ length: 5000 }, () => Buffer.alloc(10))),
};

const jsonPart = (text: string) => Buffer.from(text).toString("base64url");
const header = jsonPart('{"typ":"dc+sd-jwt","alg":"ES256","x5c":["AA"]}');
const disclosure = jsonPart('["salt","name","value"]');
const textMax = bytesMax / 2;
const list = (piece: string) => filled(`${piece},`, textMax).toString() + piece;
const jwt = (head: string, payload: string) => Buffer.from(`${head}.${jsonPart(payload)}.AA~`);
export const credentials: Readonly<Record<string, Buffer>> = {
  tildes: Buffer.concat([Buffer.from("e30.e30.AA"), filled("~")]),
  "tildes without a credential": Buffer.concat([Buffer.from("h.p.s"), filled("~")]),
  disclosures: Buffer.concat([jwt(header, "{}"), filled(`${disclosure}~`)]),
  "digests of claims": jwt(header, `{"_sd":[${list('"AA"')}]}`),
  claims: jwt(header, `{${list('"a":1')}}`),
  "lists in lists": jwt(header, "[".repeat(textMax)),
  "values in values": jwt(header, `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
  certificates: jwt(jsonPart(`{"x5c":[${list('"AA"')}]}`), "{}"),
  dots: filled("."),
  ...Object.fromEntries(
    Object.entries(certificates).map(([what, one]) => {
      const fits = one.subarray(0, textMax).toString("base64");
      return [
        `${what} of a certificate`,
        jwt(jsonPart(`{"typ":"dc+sd-jwt","alg":"ES256","x5c":["${fits}"]}`), '{"vct":"urn:eudi:pid:1"}'),
      ];
    }),
  ),
};

const cborHead = (major: number, value: number) => {
  const head = Buffer.alloc(5, (major << 5) | 26);
  head.writeUInt32BE(value, 1);
  return head;
};
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborList = (...items: readonly Uint8Array[]) => Buffer.concat([cborHead(4, items.length), ...items]);
const cborMap = (entries: Readonly<Record<string, Uint8Array>>) =>
  Buffer.concat([
    cborHead(5, Object.keys(entries).length),
    ...Object.entries(entries).flatMap(([key, value]) => [cborText(key), value]),
  ]);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const zero = Buffer.of(0);
const response = (...documents: readonly Uint8Array[]) =>
  cborMap({ version: cborText("1.0"), documents: cborList(...documents), status: zero });
const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const embedded = (bytes: Uint8Array) => Buffer.concat([Buffer.from("d818", "hex"), cborBytes(bytes)]);
const item = embedded(
  cborMap({
    digestID: zero,
    random: cborBytes(Buffer.alloc(16)),
    elementIdentifier: cborText("x"),
    elementValue: zero,
  }),
);
const sign1 = cborList(cborBytes(cborMap({})), cborMap({}), cborBytes(Buffer.of(0)), cborBytes(Buffer.alloc(64)));
const mobile = (spaces: Uint8Array) =>
  cborMap({
    docType: cborText("org.iso.18013.5.1.mDL"),
    issuerSigned: cborMap({ nameSpaces: spaces, issuerAuth: sign1 }),
    deviceSigned: cborMap({ nameSpaces: embedded(cborMap({})), deviceAuth: cborMap({ deviceSignature: sign1 }) }),
  });
const mdocs: Readonly<Record<string, Buffer>> = {
  numbers: cborList(...times(40_000, () => zero)),
  "numbers up to the budget": response(cborList(...times(19_000, () => zero))),
  documents: response(...times(500, () => mobile(cborMap({})))),
  items: response(mobile(cborMap({ "org.iso.18013.5.1": cborList(...times(1900, () => item)) }))),
  namespaces: response(mobile(cborMap(Object.fromEntries(times(4000, (index) => [`n${index}`, cborList()]))))),
  "lists in lists": filled(Buffer.of(0x81)),
};

/** As form parts, without the selfie. */
export const bombs: readonly Bomb[] = [
  ...named("sod", sods, (sod) => ({ document_format: "dg2", reference_document: face, sod })),
  ...named("dg2", groups, (reference_document) => ({ document_format: "dg2", reference_document })),
  ...named("face_record", records, (reference_document) => ({ document_format: "face_record", reference_document })),
  ...named("sd_jwt_vc", credentials, (reference_document) => ({
    document_format: "sd_jwt_vc",
    reference_document,
    nonce: "n-0123456789abcdef",
    audience: "x509_hash:selfsame",
  })),
  ...named("mdoc", mdocs, (reference_document) => ({
    document_format: "mdoc",
    reference_document,
    session_transcript: Buffer.from("83f6f6f6", "hex").toString("base64"),
  })),
];

function named(
  format: string,
  files: Readonly<Record<string, Buffer>>,
  partsOf: (file: Buffer) => Bomb["parts"],
): readonly Bomb[] {
  return Object.entries(files).map(([what, file]) => ({ name: `${format}: ${what}`, parts: partsOf(file) }));
}

const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

/** Files of trusted authorities, as text. */
export const anchorFiles: Readonly<Record<string, string>> = {
  "certificates of a byte": filled(pem(Buffer.of(0))).toString(),
  certificates: filled(pem(certificate())).toString(),
  beginnings: filled("-----BEGIN CERTIFICATE-----\n").toString(),
  ...Object.fromEntries(
    Object.entries(certificates).map(([what, one]) => [`${what} of a certificate`, one.toString("base64")]),
  ),
  "certificates of a list": sod({ content: tlv(0x04, tlv(0x30, integer, tlv(0x31, filled(certificate())))) })
    .subarray(5)
    .toString("base64"),
};
