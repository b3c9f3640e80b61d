/** A logo comes in at stdin, a PNG goes out at stdout: see clean-logo.ts. Ends with 1 where that is not possible. */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadSvgBuffer"] });
sharp.concurrency(1);
sharp.cache(false);

/** Twice what the page shows. */
const box = { width: 480, height: 160 } as const;
const pixelsMax = 16_000_000;

/** With nothing to do it has 80 MB, 50 of which it shares with the service. Drawing is done on a thread, so that this one can look. */
const memoryBytesMax = 128 * 1024 * 1024;
const checkEveryMs = 10;
setInterval(() => process.memoryUsage.rss() > memoryBytesMax && process.exit(1), checkEveryMs).unref();

try {
  const file = await buffer(process.stdin);
  const { format, width, height } = await sharp(file, { limitInputPixels: pixelsMax }).metadata();
  // Lines of an SVG are drawn at the size that is needed, not made larger afterwards.
  const scale = Math.min(box.width / Math.max(1, width), box.height / Math.max(1, height));
  const density = format === "svg" ? Math.min(2400, Math.max(72, 72 * scale)) : undefined;
  const png = await sharp(file, { limitInputPixels: pixelsMax, ...(density && { density }) })
    .timeout({ seconds: 30 })
    .resize({ ...box, fit: "inside", withoutEnlargement: format !== "svg" })
    .toColourspace("srgb")
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
} catch {
  process.exitCode = 1;
}
