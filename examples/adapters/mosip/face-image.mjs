// The image in a face record of ISO/IEC 19794-5:2011, and JPEG 2000 as PNG.
import { crc32, deflateSync } from "node:zlib";
import createOpenJpeg from "@cornerstonejs/codec-openjpeg/decodewasmjs";

const pixelsMax = 50_000_000;
const openJpeg = createOpenJpeg({ print: () => {}, printErr: () => {} });

/** The image of the first face; what is no face record is taken for an image. */
export function imageOf(bytes) {
  if (bytes.toString("latin1", 0, 8) !== "FAC\x00030\x00") return bytes;
  // 5.3 to 5.6: a header of 17 bytes; lengths and the capture, quality blocks, the face, landmarks, 11 bytes of the image, its length.
  const face = bytes.subarray(17);
  const at = 19 + 5 * face[18];
  const lengthAt = at + 17 + 8 * face.readUInt16BE(at) + 11;
  return face.subarray(lengthAt + 4, lengthAt + 4 + face.readUInt32BE(lengthAt));
}

/** A photo that Selfsame takes as a selfie: JPEG and PNG as they are, JPEG 2000 as PNG. */
export async function toPhoto(image) {
  const start = image.indexOf(Buffer.from("ff4fff51", "hex"));
  if (image[0] === 0xff && image[1] === 0xd8) return image;
  if (start < 0) return image;
  if (image.readUInt32BE(start + 8) * image.readUInt32BE(start + 12) > pixelsMax) throw new Error("too many pixels");
  const { J2KDecoder } = await openJpeg;
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(image.length).set(image);
    decoder.decode();
    return toPng(decoder.getFrameInfo(), decoder.getDecodedBuffer());
  } finally {
    decoder.delete();
  }
}

function toPng({ width, height, componentCount, bitsPerSample }, pixels) {
  if (bitsPerSample !== 8 || ![1, 3].includes(componentCount) || width === 0)
    throw new Error("a kind of image that is not read");
  const stride = width * componentCount;
  // Before each row, how it is filtered: not at all.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, componentCount === 1 ? 0 : 2], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
