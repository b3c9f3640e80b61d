/**
 * Limits on the contents of one document. Each parser checks them before any work that costs more than reading. They are several times what genuine
 * documents and lists contain, and low enough that the largest document takes milliseconds.
 */
export const budgets = {
  /** Elements side by side in a structure of certificates and signatures: names, attributes, extensions, signers. */
  siblings: 64,
  /** Elements within elements of indefinite length, whose end has to be searched for. */
  berElements: 20_000,
  berDepth: 16,
  /** Encoded length of an OBJECT IDENTIFIER; the longest in use have 20 bytes. */
  oidBytes: 32,
  /** Genuine certificates have 1 to 3 KB. An account's authorities are parsed again each time they are listed. */
  certificateBytes: 16 * 1024,
  /** Certificates in a document: the signer's, and one or two between it and the anchor. */
  chain: 3,
  /** Master lists of the whole world have 333 to 600. */
  certificatesInFile: 2000,
  /** Certificates on one revocation list. The largest lists of the ICAO's directory have some thousands. */
  revokedCertificates: 100_000,
  /** Elements in the JSON of a list of authorities, which has names in all languages of the EU. */
  listElements: 200_000,
  /** Anchors of each table that are tried for one signature. More with one key or name would be a mistake. */
  anchorsTried: 16,
  /** Authorities that a request names to a wallet for one type of document: 28 bytes each, in a JWT that a wallet downloads. */
  anchorsNamed: 32,
  rsaModulusBits: 8192,
  rsaExponentBits: 64,
  /** Entries of maps and lists in a mobile document. */
  cborItems: 20_000,
  cborDepth: 16,
  /** Disclosures in a credential; a PID has some forty claims. */
  disclosures: 200,
  /** Size of a status list when decompressed: eight million credentials with eight bits each. */
  statusListBytes: 8 * 1024 * 1024,
  /** Elements of all JSON texts in a credential or in a wallet's response. */
  jsonElements: 5000,
  jsonDepth: 16,
  /** Sibling elements of BER-TLV in a chip's data group: landmarks are the most numerous. */
  tlvElements: 1024,
} as const;
