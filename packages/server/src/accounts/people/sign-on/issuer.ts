const metadataPath = /\/\.well-known\/openid-configuration\/?$/;

/**
 * An issuer as it is typed: many providers show the address of their metadata instead, which stands below it.
 * @returns undefined for what is no issuer
 */
export function parseIssuer(given: string): string | undefined {
  const url = URL.parse(given.trim().replace(metadataPath, ""));
  const plain = url && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return plain && ["https:", "http:"].includes(url.protocol) ? url.href : undefined;
}

/** Where the provider describes itself (OpenID Connect Discovery, section 4): with a slash at the issuer's end or without, the same place. */
export const metadataUrlOf = (issuer: string): URL =>
  new URL(`${withoutSlash(issuer)}/.well-known/openid-configuration`);

/** Whether both name one provider. Some end with a slash, people leave it out or add it, and the metadata is the same. */
export const isSameIssuer = (one: string, other: string): boolean => {
  const [first, second] = [URL.parse(one)?.href, URL.parse(other)?.href];
  return first !== undefined && second !== undefined && withoutSlash(first) === withoutSlash(second);
};

const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, "");
