import { type Seal, isSealed } from "./seal.ts";

/** Addresses may contain tokens and signatures, which permit posting there, or downloading the photo. */
export interface Addresses {
  readonly seal: Seal;
  /** Default true. False while an older node, which could not open them, uses the same database. */
  readonly mayClose?: () => boolean;
}

const purpose = "address";

export function closeAddress({ seal, mayClose = () => true }: Addresses, address: string): string {
  return mayClose() ? seal.close(purpose, Buffer.from(address)) : address;
}

/** @param stored may predate sealing @returns undefined if sealed with another key */
export function openAddress({ seal }: Pick<Addresses, "seal">, stored: string): string | undefined {
  return isSealed(stored) ? seal.open(purpose, stored)?.toString() : stored;
}

/** The two columns of a batch item. */
export interface StoredPhotos {
  readonly reference_urls: string;
  readonly selfie_url: string;
}

export interface PhotoAddresses {
  readonly references: readonly string[];
  readonly selfie: string;
}

/** Sealed together, into the first column: takes half the time, and a batch has thousands. */
export function closePhotos(addresses: Addresses, { references, selfie }: PhotoAddresses): StoredPhotos {
  if (addresses.mayClose?.() === false) return { reference_urls: JSON.stringify(references), selfie_url: selfie };
  return { reference_urls: closeAddress(addresses, JSON.stringify([selfie, ...references])), selfie_url: "" };
}

/** @returns undefined if sealed with another key */
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
