/** The domain of an e-mail in the form that is compared: lower case, punycode. Empty if it is not valid. */
export function domainOf(email: string): string {
  return normalizeEmailDomain(email.slice(email.lastIndexOf("@") + 1)) ?? "";
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainPattern = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/** @returns undefined for text that is not an e-mail domain: an address, a single word, a wildcard, a URL */
export function normalizeEmailDomain(text: string): string | undefined {
  const host = /[/:@?#\\]/.test(text) ? undefined : URL.parse(`https://${text.trim()}`)?.hostname;
  return host !== undefined && host.length <= 253 && domainPattern.test(host) ? host : undefined;
}
