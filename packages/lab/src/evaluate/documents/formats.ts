/** The ways in which documents store a portrait: small files, print, scan, gray, few pixels, and patterns on top. */
import sharp from "sharp";
import { codestreamOf, hasEncoder } from "./jpeg2000-encoder.ts";
import { type OverlayKind, overlayKinds, withOverlay } from "./overlays.ts";

/** Writes a cropped photo (PNG) as documents do. @param index of the pair, which varies the pattern */
type Write = (png: Buffer, index: number) => Promise<Uint8Array>;

export interface Formats {
  readonly byName: ReadonlyMap<string, Write>;
  /** Formats that could not be written on this machine, and why. */
  readonly leftOut?: string;
}

/** The width of a portrait on a chip. */
const chipWidth = 413;
const scaled = async (png: Buffer, width: number) => sharp(png).resize({ width }).png().toBuffer();

/** Simulates a print at 300 dots per inch on paper, whose white and black are not pure, and a scan of it. */
async function printed(png: Buffer, colors: "color" | "gray"): Promise<Buffer> {
  const small = sharp(png).resize({ width: 331 }).blur(0.8);
  const { data, info } = await (colors === "gray" ? small.grayscale().toColorspace("srgb") : small)
    .linear(0.72, 38)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / info.channels);
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    const dots = 9 * Math.sin((x + y) * 1.4) * Math.sin((x - y) * 1.4);
    data[i] = Math.min(255, Math.max(0, (data[i] ?? 0) + dots));
  }
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return sharp(data, { raw }).resize({ width: chipWidth }).jpeg({ quality: 75 }).toBuffer();
}

const jpeg2000 =
  (sizeBytes: number): Write =>
  async (png) =>
    codestreamOf(await scaled(png, chipWidth), undefined, { sizeBytes });
const shrunk =
  (width: number): Write =>
  async (png) =>
    sharp(png).resize({ width }).jpeg({ quality: 85 }).toBuffer();
const overlaid =
  (kind: OverlayKind, strength: number): Write =>
  async (png, index) =>
    withOverlay(await scaled(png, chipWidth), kind, strength, index);

/** All formats; without JPEG 2000 if no encoder is installed. */
export async function documentFormats(): Promise<Formats> {
  const canEncode = await hasEncoder();
  const small: readonly (readonly [string, Write])[] = [
    ["JPEG 2000, 15 kB", jpeg2000(15_000)],
    ["JPEG 2000, 5 kB", jpeg2000(5000)],
  ];
  const byName = new Map<string, Write>([
    ["the cut photo", async (png) => png],
    ...(canEncode ? small : []),
    [
      "JPEG of quality 30",
      async (png) =>
        sharp(await scaled(png, chipWidth))
          .jpeg({ quality: 30 })
          .toBuffer(),
    ],
    ["printed and scanned", async (png) => printed(png, "color")],
    ["printed gray and scanned", async (png) => printed(png, "gray")],
    ["240 x 320", shrunk(240)],
    ["160 x 213", shrunk(160)],
    ["80 x 107", shrunk(80)],
    ...overlayKinds.flatMap((kind): (readonly [string, Write])[] => [
      [`overlay: ${kind}, weak`, overlaid(kind, 0.25)],
      [`overlay: ${kind}, strong`, overlaid(kind, 0.55)],
    ]),
  ]);
  if (canEncode) return { byName };
  return {
    byName,
    leftOut: "JPEG 2000 was left out: its encoder (@cornerstonejs/codec-openjpeg/wasmjs) is not installed.",
  };
}
