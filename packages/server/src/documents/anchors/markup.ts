/** Detects lists of authorities in XML, such as the EU's national trusted lists. They are not supported, and the operator has to learn why. */

/** Bytes in which the root element is searched. It follows the XML declaration and comments. */
const headBytes = 8192;

const lists = [
  { element: /<(?:[\w-]+:)?TrustServiceStatusList[\s>]/, name: "an XML trusted list (ETSI TS 119 612)" },
  { element: /<(?:[\w-]+:)?ListOfTrustedEntities[\s>]/, name: "a list of trusted entities in XML (ETSI TS 119 602)" },
  { element: /<html[\s>]/i, name: "a web page (HTML)" },
] as const;

/** @returns the kind of XML or HTML that the file is; undefined for other files */
export function markupOf(file: Uint8Array): string | undefined {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, headBytes)).toString("utf8");
  if (!/^\uFEFF?\s*<[!?\w]/.test(head)) return undefined;
  return lists.find(({ element }) => element.test(head))?.name ?? "XML";
}
