/** Prefixes an apostrophe to text that spreadsheets would run as a formula (OWASP, CSV injection). Apply before quoting. */
export const csvText = (value: string): string => (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value);

/** Quotes a field (RFC 4180). */
export const csvQuoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
