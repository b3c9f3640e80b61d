import type { X509Certificate } from "node:crypto";

/** Name and country of an authority, from the subject of its certificate. */
export const authorityOf = (certificate: X509Certificate) => ({
  name: partOf(certificate, "CN") ?? partOf(certificate, "O") ?? null,
  country: partOf(certificate, "C")?.toUpperCase() ?? null,
});

/** A part of the subject, such as CN or C; the first if there are several. */
const partOf = ({ subject }: X509Certificate, part: string): string | undefined =>
  subject
    // Node writes one part per line, and parts of one set with a plus between them; a plus in a value is escaped.
    .split(/\n| \+ /)
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1);
