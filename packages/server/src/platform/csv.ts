/** What spreadsheets would take for a formula gets an apostrophe (OWASP, CSV injection). For a cell's text, before it is quoted. */
export const csvText = (value: string): string => (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value);

/** As RFC 4180 quotes a field. */
export const csvQuoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
