import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * A data URL up to its payload (RFC 2397). Accepted types are those that file libraries give photos: an image, none, or application/octet-stream. Any
 * other type is an error.
 */
const dataUrlPrefix = /^data:(?:image(?:\/[\w.+-]{1,50})?|application\/octet-stream)?(?:;[\w=.-]{1,50}){0,3};base64,/i;

/** Decoding a slice takes well under 5 ms even if every second character is a line break; other requests run between slices. */
const sliceLength = 256 * 1024;

/**
 * Decodes an image's base64 (RFC 4648 section 4, or the URL-safe alphabet of section 5), with or without a `data:image/...;base64,` prefix, line breaks
 * (RFC 2045) and padding. Undefined for anything else: Node's decoder skips unknown characters, which would turn an error into a broken photo.
 */
export async function decodeBase64Image(text: string): Promise<Uint8Array | undefined> {
  let at = dataUrlPrefix.exec(text.slice(0, 300))?.[0].length ?? 0;
  const isUrlSafe = usesUrlAlphabet(text, at);
  const pieces: Uint8Array[] = [];
  let rest = "";
  while (at < text.length) {
    const slice = text.slice(at, at + sliceLength).replaceAll(/[\t\n\r ]+/g, "");
    const digits = rest + (isUrlSafe ? toStandardAlphabet(slice) : slice);
    at += sliceLength;
    const isLast = at >= text.length;
    // The last four digits are kept for the end: only they may carry padding.
    const whole = isLast ? digits.length : Math.max(0, digits.length - 4 - (digits.length % 4));
    const piece = isLast ? decodeEnd(digits) : decodeExact(digits.slice(0, whole));
    if (piece === undefined) return undefined;
    pieces.push(piece);
    rest = digits.slice(whole);
    if (!isLast) await nextTurn();
  }
  return Buffer.concat(pieces);
}

/** The first character that exists in one alphabet only decides. A text that mixes both is rejected by the standard decoder. */
function usesUrlAlphabet(text: string, from: number): boolean {
  const at = text.slice(from).search(/[-_+/]/);
  return at !== -1 && (text[from + at] === "-" || text[from + at] === "_");
}

/** The standard alphabet's own characters become one that neither has, so that a mixed text stays an error. */
const toStandardAlphabet = (digits: string): string =>
  digits.replaceAll(/[+/]/g, "*").replaceAll("-", "+").replaceAll("_", "/");

/** Whole groups of four digits, no padding. Encoding again is the fastest complete check. */
function decodeExact(digits: string): Uint8Array | undefined {
  const bytes = Buffer.from(digits, "base64");
  return bytes.toString("base64") === digits ? bytes : undefined;
}

function decodeEnd(digits: string): Uint8Array | undefined {
  const bare = digits.replace(/={1,2}$/, "");
  if (bare.length !== digits.length && digits.length % 4 !== 0) return undefined;
  const tailLength = bare.length % 4;
  if (tailLength === 1) return undefined;
  const head = decodeExact(bare.slice(0, bare.length - tailLength));
  const tail = bare.slice(bare.length - tailLength);
  // Not decodeExact: encoders differ in the unused bits of the last digit.
  if (head === undefined || !/^[A-Za-z0-9+/]*$/.test(tail)) return undefined;
  return Buffer.concat([head, Buffer.from(tail, "base64")]);
}
