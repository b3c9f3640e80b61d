import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * A data URL up to its payload (RFC 2397). The type is whatever the caller's file library knew of the photo: an image, nothing at all, or
 * application/octet-stream. A type that names something else stays a mistake.
 */
const dataUrlPrefix = /^data:(?:image(?:\/[\w.+-]{1,50})?|application\/octet-stream)?(?:;[\w=.-]{1,50}){0,3};base64,/i;

/** A slice costs well under 5 ms even when every second character is a line break; between slices others get their turn. */
const sliceLength = 256 * 1024;

/**
 * Decodes an image's base64 (RFC 4648 section 4, or its URL-safe alphabet of section 5), with or without a `data:image/...;base64,` prefix, line
 * breaks (RFC 2045) and padding. Undefined for anything else: Node's own decoder skips what it does not know, and a mistake would become a
 * broken photo.
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
    // The last four digits are held back: only they may carry padding.
    const whole = isLast ? digits.length : Math.max(0, digits.length - 4 - (digits.length % 4));
    const piece = isLast ? decodeEnd(digits) : decodeExact(digits.slice(0, whole));
    if (piece === undefined) return undefined;
    pieces.push(piece);
    rest = digits.slice(whole);
    if (!isLast) await nextTurn();
  }
  return Buffer.concat(pieces);
}

/** The first character that only one of the alphabets has decides. A text of both is neither, and the standard decoder rejects it. */
function usesUrlAlphabet(text: string, from: number): boolean {
  const at = text.slice(from).search(/[-_+/]/);
  return at !== -1 && (text[from + at] === "-" || text[from + at] === "_");
}

/** The standard's own characters become one that no alphabet has, so that a text of both stays a mistake. */
const toStandardAlphabet = (digits: string): string =>
  digits.replaceAll(/[+/]/g, "*").replaceAll("-", "+").replaceAll("_", "/");

/** Whole groups of four digits, no padding. Encoding again is the fastest complete check there is. */
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
  // Not decodeExact: encoders differ in the bits of the last digit that belong to no byte.
  if (head === undefined || !/^[A-Za-z0-9+/]*$/.test(tail)) return undefined;
  return Buffer.concat([head, Buffer.from(tail, "base64")]);
}
