import { type Seal, isSealed } from "./seal.ts";

/** Addresses hold tokens and signatures: anybody who has one may post there, or fetch the photo. */
export interface Addresses {
  readonly seal: Seal;
  /** False while a node of a version that could not open them works on the same database; true unless given. */
  readonly mayClose?: () => boolean;
}

const purpose = "address";

export function closeAddress({ seal, mayClose = () => true }: Addresses, address: string): string {
  return mayClose() ? seal.close(purpose, Buffer.from(address)) : address;
}

/** @param stored may be from before addresses were sealed @returns undefined when it was sealed under another key */
export function openAddress({ seal }: Pick<Addresses, "seal">, stored: string): string | undefined {
  return isSealed(stored) ? seal.open(purpose, stored)?.toString() : stored;
}

/** The two columns of an item of a batch. */
export interface StoredPhotos {
  readonly reference_urls: string;
  readonly selfie_url: string;
}

export interface PhotoAddresses {
  readonly references: readonly string[];
  readonly selfie: string;
}

/** Sealed together, into the first column: that takes half the time, and a batch has thousands. */
export function closePhotos(addresses: Addresses, { references, selfie }: PhotoAddresses): StoredPhotos {
  if (addresses.mayClose?.() === false) return { reference_urls: JSON.stringify(references), selfie_url: selfie };
  return { reference_urls: closeAddress(addresses, JSON.stringify([selfie, ...references])), selfie_url: "" };
}

/** @returns undefined when they were sealed under another key */
export function openPhotos(
  addresses: Pick<Addresses, "seal">,
  { reference_urls, selfie_url }: StoredPhotos,
): PhotoAddresses | undefined {
  if (!isSealed(reference_urls)) return { references: JSON.parse(reference_urls) as string[], selfie: selfie_url };
  const opened = openAddress(addresses, reference_urls);
  if (opened === undefined) return undefined;
  const [selfie = "", ...references] = JSON.parse(opened) as string[];
  return { references, selfie };
}
