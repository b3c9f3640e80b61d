/** The form reader truncates longer texts. */
const formTextLengthMax = 2048;

/** Decodes base64 or base64url (RFC 4648, 4 and 5), with or without padding. @returns undefined for other texts and for an empty one */
export function bytesOf(text: string | undefined, lengthMax = formTextLengthMax): Buffer | undefined {
  if (text === undefined || text.length > lengthMax || !/^(?:[\w-]+|[A-Za-z0-9+/]+)={0,2}$/.test(text))
    return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.length > 0 ? bytes : undefined;
}
