const metadataPath = /\/\.well-known\/openid-configuration\/?$/;

/**
 * Reads an issuer as typed, or the URL of its metadata, which many providers show instead.
 * @returns undefined if the text is no issuer
 */
export function parseIssuer(given: string): string | undefined {
  const url = URL.parse(given.trim().replace(metadataPath, ""));
  const plain = url && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return plain && ["https:", "http:"].includes(url.protocol) ? url.href : undefined;
}

/** URL of the provider's metadata (OpenID Connect Discovery, section 4). It is the same with and without a slash at the issuer's end. */
export const metadataUrlOf = (issuer: string): URL =>
  new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`);

/**
 * Whether both are the same provider. A slash at the end is ignored: some issuers have one, users leave it out or add it, and the metadata is the
 * same.
 */
export const isSameIssuer = (one: string, other: string): boolean => {
  const [first, second] = [URL.parse(one)?.href, URL.parse(other)?.href];
  return first !== undefined && second !== undefined && withoutSlash(first) === withoutSlash(second);
};

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, "");
