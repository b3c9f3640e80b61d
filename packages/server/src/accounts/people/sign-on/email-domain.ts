/** The part after the `@`, as domains are compared: lower case, punycode. Empty where there is none. */
export function domainOf(email: string): string {
  return normalizeEmailDomain(email.slice(email.lastIndexOf("@") + 1)) ?? "";
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainPattern = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/** @returns undefined for what is no domain that mail goes to: an address, a bare word, a wildcard, a URL */
export function normalizeEmailDomain(text: string): string | undefined {
  const host = /[/:@?#\\]/.test(text) ? undefined : URL.parse(`https://${text.trim()}`)?.hostname;
  return host !== undefined && host.length <= 253 && domainPattern.test(host) ? host : undefined;
}
