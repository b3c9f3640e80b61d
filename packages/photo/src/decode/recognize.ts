// oxlint-disable no-control-regex -- the beginnings of files hold such bytes
import { isJpeg2000 } from "./format.ts";

/** Formats that are sent in place of a photo, recognized by their first bytes. */
export type ForeignFormat =
  | "heic"
  | "avif"
  | "jpeg2000"
  | "jpeg_xl"
  | "gif"
  | "tiff"
  | "bmp"
  | "svg"
  | "pdf"
  | "video"
  | "archive"
  | "base64"
  | "json"
  | "html"
  | "text";

/** Bytes in which every recognized format shows. */
const bytesRead = 512;
/** Of ISO/IEC 23008-12 and 23000-22; `mif1` and `msf1` name only the container, which AVIF also uses. */
const heifBrands: ReadonlySet<string> = new Set("heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1".split(" "));
const avifBrands: ReadonlySet<string> = new Set(["avif", "avis"]);

const beginnings: readonly (readonly [ForeignFormat, RegExp])[] = [
  ["jpeg_xl", /^(?:\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)/],
  ["gif", /^GIF8[79]a/],
  // Little and big endian, and BigTIFF; raw photos of cameras begin alike.
  ["tiff", /^(?:II[*+]\0|MM\0[*+])/],
  // The four reserved bytes are zero (BITMAPFILEHEADER).
  ["bmp", /^BM[^]{4}\0{4}/],
  ["pdf", /^%PDF-/],
  // Matroska and WebM, AVI, and QuickTime without a brand.
  ["video", /^(?:\x1aE\xdf\xa3|RIFF[^]{4}AVI |\0[^]{3}(?:moov|mdat|wide))/],
  ["archive", /^(?:PK\x03\x04|\x1f\x8b)/],
];

/** JPEG, PNG, GIF and WebP as base64, with or without the head of a data URL. */
const base64Beginning = /^(?:data:|\/9j\/|iVBORw0KGgo|R0lGOD|UklGR)/i;

/** Names the format of a file that no decoder here reads. @returns undefined if not recognized */
export function recognizeFormat(bytes: Uint8Array): ForeignFormat | undefined {
  if (isJpeg2000(bytes)) return "jpeg2000";
  const head = Buffer.from(bytes.subarray(0, bytesRead));
  const latin = head.toString("latin1");
  const known = beginnings.find(([, pattern]) => pattern.test(latin))?.[0];
  return known ?? formatOfBrands(head, latin) ?? formatOfText(head);
}

/** The first box of an ISO base media file names compatible brands (ISO/IEC 14496-12, 4.3). */
function formatOfBrands(head: Buffer, latin: string): ForeignFormat | undefined {
  if (head.length < 12 || !latin.startsWith("ftyp", 4)) return undefined;
  const end = Math.min(head.length, head.readUInt32BE(0));
  const brands = [latin.slice(8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin.slice(at, at + 4));
  if (brands.some((brand) => avifBrands.has(brand))) return "avif";
  return brands.some((brand) => heifBrands.has(brand)) ? "heic" : "video";
}

function formatOfText(head: Buffer): ForeignFormat | undefined {
  // The last character may be cut off.
  const text = head
    .toString("utf8")
    .replace(/\uFFFD$/u, "")
    .replace(/^\uFEFF/u, "")
    .trimStart();
  if (text === "" || /[\0-\x08\x0e-\x1f\uFFFD]/u.test(text)) return undefined;
  if (base64Beginning.test(text)) return "base64";
  if (/^[{[]/.test(text)) return "json";
  if (/^(?:<svg\b|<(?:\?xml|!)[^]*<svg\b)/i.test(text)) return "svg";
  return text.startsWith("<") ? "html" : "text";
}
