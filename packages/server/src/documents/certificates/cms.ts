/** Reads CMS signed data (RFC 5652): security objects of chips, and master lists. */
import { attempt } from "../attempt.ts";
import { type AlgorithmId, algorithmIdOf } from "./algorithms.ts";
import {
  contextTag,
  EncodingError,
  type Element,
  elementsOf,
  fieldsOf,
  octetsOf,
  oidOf,
  readElement,
  smallIntegerOf,
  tags,
} from "./ber.ts";
import { budgets } from "../budgets.ts";

const signedDataType = "1.2.840.113549.1.7.2";

export interface SignedData {
  readonly contentType: string;
  readonly content: Uint8Array;
  /** As encoded in the file. */
  readonly certificates: readonly Uint8Array[];
  readonly signers: readonly Signer[];
}

export interface Signer {
  readonly id: { readonly issuer: Uint8Array; readonly serialNumber: Uint8Array } | { readonly keyId: Uint8Array };
  readonly digestAlgorithm: AlgorithmId;
  readonly signatureAlgorithm: AlgorithmId;
  readonly signature: Uint8Array;
  readonly attributes?: {
    /** The bytes that the signature covers (5.4). */
    readonly signed: Uint8Array;
    /** Attributes with exactly one value, by type: the standard allows no others for those read here (11.1, 11.2). */
    readonly values: ReadonlyMap<string, Element>;
  };
}

/**
 * Reads CMS signed data. The wrapper itself is not signed, so the parts of it that are not read here may contain anything: the two version numbers,
 * the list of digest algorithms besides the signer's, revocation lists and unsigned attributes.
 *
 * @throws EncodingError
 */
export function readSignedData(bytes: Uint8Array): SignedData {
  const info = fieldsOf(readElement(bytes));
  if (oidOf(info.take(tags.oid)) !== signedDataType) throw new EncodingError("the CMS content type is not signedData");
  const wrapped = info.take(contextTag(0));
  info.end();
  const data = fieldsOf(readElement(wrapped.content));
  smallIntegerOf(data.take(tags.integer));
  for (const algorithm of elementsOf(data.take(tags.set).content)) algorithmIdOf(algorithm);
  const encapsulated = fieldsOf(data.take(tags.sequence));
  const contentType = oidOf(encapsulated.take(tags.oid));
  const content = octetsOf(readElement(encapsulated.take(contextTag(0)).content));
  encapsulated.end();
  const certificates = elementsOf(data.option(contextTag(0))?.content ?? new Uint8Array(), budgets.certificatesInFile);
  data.option(contextTag(1));
  const signers = elementsOf(data.take(tags.set).content).map(readSigner);
  data.end();
  return {
    contentType,
    content,
    // Attribute certificates have other tags.
    certificates: certificates.filter(({ tag }) => tag === tags.sequence).map((one) => one.bytes),
    signers,
  };
}

/** Reads a SignerInfo (5.3). */
function readSigner(element: Element): Signer {
  const fields = fieldsOf(element);
  smallIntegerOf(fields.take(tags.integer));
  const keyId = fields.option(contextTag(0, "primitive"));
  const id = keyId ? { keyId: keyId.content } : readIssuerAndNumber(fields.take(tags.sequence));
  const digestAlgorithm = algorithmIdOf(fields.take(tags.sequence));
  const attributes = fields.option(contextTag(0));
  const signatureAlgorithm = algorithmIdOf(fields.take(tags.sequence));
  const signature = fields.take(tags.octetString).content;
  fields.option(contextTag(1));
  fields.end();
  return {
    id,
    digestAlgorithm,
    signatureAlgorithm,
    signature,
    ...(attributes && { attributes: readAttributes(attributes) }),
  };
}

function readIssuerAndNumber(element: Element) {
  const fields = fieldsOf(element);
  const issuer = fields.take(tags.sequence).bytes;
  const serialNumber = fields.take(tags.integer).content;
  fields.end();
  return { issuer, serialNumber };
}

function readAttributes({ bytes, content }: Element) {
  const signed = Uint8Array.from(bytes);
  // The signature covers the attributes with the tag of a SET, not with the tag that they have in the signer.
  signed[0] = tags.set;
  // Attributes that cannot be read count as not signed.
  return { signed, values: attempt(() => readValues(content)) ?? new Map<string, Element>() };
}

function readValues(content: Uint8Array): ReadonlyMap<string, Element> {
  const values = new Map<string, Element>();
  const seen = new Set<string>();
  for (const attribute of elementsOf(content)) {
    const fields = fieldsOf(attribute);
    const type = oidOf(fields.take(tags.oid));
    const [value, ...more] = elementsOf(fields.take(tags.set).content);
    fields.end();
    if (!value || more.length > 0) continue;
    if (seen.has(type)) values.delete(type);
    else values.set(type, value);
    seen.add(type);
  }
  return values;
}
