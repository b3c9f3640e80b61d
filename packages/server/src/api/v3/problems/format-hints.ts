import type { ForeignFormat } from "@selfsame/photo/decode/recognize";
import { errorCatalog } from "../errors.ts";
import type { Problem } from "../envelope.ts";

interface Advice {
  readonly name: string;
  readonly hint: string;
}

const convert = (name: string, from: string): Advice => ({
  name,
  hint: `Convert it to JPEG, PNG or WebP first, with ImageMagick for example: \`magick ${from} photo.jpg\`.`,
});
const checkSource = "Send the bytes of a JPEG, PNG or WebP file.";

const advice: Readonly<Record<ForeignFormat, Advice>> = {
  heic: {
    name: "HEIC (HEIF)",
    hint: 'On an iPhone choose Settings > Camera > Formats > Most Compatible. On a page, `<input type="file" accept="image/jpeg,image/png,image/webp">` makes iPhones send JPEG. Convert files you have: `magick photo.heic photo.jpg`, on macOS `sips -s format jpeg photo.heic --out photo.jpg`.',
  },
  avif: convert("AVIF", "photo.avif"),
  jpeg2000: {
    name: "JPEG 2000",
    hint: "Only a reference may be JPEG 2000. Convert it to JPEG, PNG or WebP: `magick photo.jp2 photo.jpg`.",
  },
  jpeg_xl: convert("JPEG XL", "photo.jxl"),
  gif: convert("GIF", "'photo.gif[0]'"),
  tiff: convert("TIFF or a camera's raw format", "'photo.tif[0]'"),
  bmp: convert("BMP", "photo.bmp"),
  svg: { name: "SVG", hint: "SVG is a drawing. Send a photo of the person as JPEG, PNG or WebP." },
  pdf: { name: "PDF", hint: "Send the photo itself as JPEG, PNG or WebP: `pdfimages -j file.pdf photo` extracts it." },
  video: {
    name: "a video",
    hint: "Send one frame of it as JPEG: `ffmpeg -i video.mp4 -frames:v 1 photo.jpg`. On iPhones, turn Live Photo off.",
  },
  archive: { name: "a compressed file", hint: "Unpack it, and send the photo itself as JPEG, PNG or WebP." },
  base64: { name: "base64 text", hint: `Decode the base64. ${checkSource}` },
  json: { name: "JSON", hint: `Check that it is no error response of the place it was read from. ${checkSource}` },
  html: {
    name: "HTML or XML",
    hint: `Check that it is no error or sign-in page of the place it was read from. ${checkSource}`,
  },
  text: { name: "text", hint: `${checkSource} With curl, check the @: \`-F selfie=@selfie.jpg\`.` },
};

/** Names the format that was sent instead of a photo and what to do; the catalog's text if the format is not recognized. */
export function adviceOn(format: ForeignFormat | undefined): Problem {
  const code = "unsupported_image_format";
  if (!format) return { code };
  const { name, hint } = advice[format];
  return { code, message: `${errorCatalog[code].message} It is ${name}.`, hint };
}
