import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Image } from "@selfsame/face/pixels/image";
import { readMatrixProfile, toSrgb } from "../icc.ts";
import type { Jpeg2000Header } from "./header.ts";
import { createOpenJpeg, type Decoder } from "./openjpeg.ts";
import { type Samples, toRgb } from "./samples.ts";

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled at the first JPEG 2000 file: most processes never see one. */
function openJpeg(): Promise<WebAssembly.Module> {
  const file = fileURLToPath(import.meta.resolve("@cornerstonejs/codec-openjpeg/decodewasm"));
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/**
 * Decodes a file to sRGB with OpenJPEG, in a WebAssembly memory of its own that is dropped afterwards.
 * @returns undefined if the codestream is broken or truncated
 */
export async function decodeJpeg2000(header: Jpeg2000Header): Promise<Image | undefined> {
  const samples = decodeSamples(await startDecoder(), header);
  if (!samples) return undefined;
  const image = toRgb(samples);
  const profile = header.icc && header.bits.length === 3 ? readMatrixProfile(header.icc) : undefined;
  return profile ? toSrgb(image, profile) : image;
}

async function startDecoder() {
  const module = await openJpeg();
  const { J2KDecoder } = await createOpenJpeg({
    // It would write its messages to the console.
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports, use) => {
      const instance = new WebAssembly.Instance(module, imports);
      use(instance, module);
      return instance.exports;
    },
  });
  return new J2KDecoder();
}

function decodeSamples(decoder: Decoder, { file, width, height, bits, lab }: Jpeg2000Header): Samples | undefined {
  try {
    decoder.getEncodedBuffer(file.length).set(file);
    decoder.decode();
  } catch {
    // A number that stands for a C++ exception, or an abort: the input is not decodable.
    return undefined;
  }
  const frame = decoder.getFrameInfo();
  // A truncated file has a width of 0 here.
  const agrees = frame.width === width && frame.height === height && frame.componentCount === bits.length;
  return agrees ? { width, height, bits, bytes: decoder.getDecodedBuffer(), ...(lab && { lab }) } : undefined;
}
