/** The reader of a form cuts off longer ones. */
const formTextLengthMax = 2048;

/** Base64 or base64url (RFC 4648, 4 and 5), with or without padding. @returns undefined for what is neither, or empty */
export function bytesOf(text: string | undefined, lengthMax = formTextLengthMax): Buffer | undefined {
  if (text === undefined || text.length > lengthMax || !/^(?:[\w-]+|[A-Za-z0-9+/]+)={0,2}$/.test(text))
    return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.length > 0 ? bytes : undefined;
}
