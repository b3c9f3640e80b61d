import type { X509Certificate } from "node:crypto";

/** Whose certificate it is, as it names itself. */
export const authorityOf = (certificate: X509Certificate) => ({
  name: partOf(certificate, "CN") ?? partOf(certificate, "O") ?? null,
  country: partOf(certificate, "C")?.toUpperCase() ?? null,
});

/** A part of a name, such as CN or C; the first, where there are several. */
const partOf = ({ subject }: X509Certificate, part: string): string | undefined =>
  subject
    // Node writes a part a line, and those of one element with a plus between them; a plus of a value is escaped.
    .split(/\n| \+ /)
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1);
