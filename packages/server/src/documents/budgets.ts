/**
 * What one document may be made of. Each parser, before it does anything that costs more than reading, counts against these. They are several
 * times what genuine documents and lists have, and few enough that the largest document takes milliseconds.
 */
export const budgets = {
  /** Elements side by side in a structure of certificates and signatures: names, attributes, extensions, signers. */
  siblings: 64,
  /** Elements within elements, where their lengths are not written down and have to be searched for. */
  berElements: 20_000,
  berDepth: 16,
  /** Of an OBJECT IDENTIFIER as it is encoded; the longest in use have 20. */
  oidBytes: 32,
  /** Genuine ones have one to three KB. Authorities of accounts are read again for each list of them. */
  certificateBytes: 16 * 1024,
  /** Certificates that a document brings: the signer's, and between it and the anchor one or two authorities. */
  chain: 3,
  /** The world's master lists have 333 to 600. */
  certificatesInFile: 2000,
  /** Of one list. The largest of the ICAO's directory have some thousands. */
  revokedCertificates: 100_000,
  /** Of the JSON of a list of authorities, which has names in all languages of the EU. */
  listElements: 200_000,
  /** Anchors that are tried for one signature, of the service and of the account each. More of one key or name are a mistake. */
  anchorsTried: 16,
  /** Authorities that a request names to a wallet for one type of document: 28 bytes each, in a JWT that a wallet downloads. */
  anchorsNamed: 32,
  rsaModulusBits: 8192,
  rsaExponentBits: 64,
  /** Entries of maps and lists in a mobile document. */
  cborItems: 20_000,
  cborDepth: 16,
  /** A PID has some forty claims. */
  disclosures: 200,
  /** Of a status list without its compression: eight million credentials with eight bits each. */
  statusListBytes: 8 * 1024 * 1024,
  /** Of all JSON texts in a credential or in a wallet's answer. */
  jsonElements: 5000,
  jsonDepth: 16,
  /** Elements of BER-TLV side by side in a chip's data group: landmarks are the most numerous. */
  tlvElements: 1024,
} as const;
