/** A logo comes in at stdin, a PNG goes out at stdout: see clean-logo.ts. Ends with 1 where that is not possible. */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadSvgBuffer"] });

/** Twice what the page shows. */
const box = { width: 480, height: 160 } as const;
const pixelsMax = 16_000_000;

try {
  const file = await buffer(process.stdin);
  const { format, width } = await sharp(file, { limitInputPixels: pixelsMax }).metadata();
  // Lines of an SVG are drawn at the size that is needed, not made larger afterwards.
  const density = format === "svg" ? Math.min(2400, Math.max(72, (72 * box.width) / Math.max(1, width))) : undefined;
  const png = await sharp(file, { limitInputPixels: pixelsMax, ...(density && { density }) })
    .timeout({ seconds: 10 })
    .resize({ ...box, fit: "inside", withoutEnlargement: format !== "svg" })
    .toColourspace("srgb")
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
} catch {
  process.exitCode = 1;
}
