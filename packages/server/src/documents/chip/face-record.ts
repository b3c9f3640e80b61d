import type { DocumentFault } from "../fault.ts";
import { contentAt, isPadding, readTlvs, withoutPadding } from "./tlv.ts";

/** The image as a view of the bytes that were read, or the reason why there is none. */
export type Portrait = Uint8Array | Extract<DocumentFault, "document_unreadable" | "document_portrait_missing">;

/** Reads the first face of a record: ISO/IEC 19794-5 (binary, 2005 and 2011) or ISO/IEC 39794-5 (ASN.1). */
export function readFaceRecord(bytes: Uint8Array): Portrait {
  return startsWith(bytes, "FAC\0") ? readBinary(bytes) : readExtensible(bytes);
}

function readBinary(bytes: Uint8Array): Portrait {
  const edition = [editionOf2005, editionOf2011].find(({ version }) => startsWith(bytes.subarray(4), version));
  if (!edition || bytes.length < edition.headerBytes) return "document_unreadable";
  const [length, faces] = [viewOf(bytes).getUint32(8), viewOf(bytes).getUint16(12)];
  if (faces === 0) return "document_portrait_missing";
  const isExact = length === bytes.length || (length < bytes.length && isPadding(bytes.subarray(length)));
  const whole = viewOf(bytes.subarray(edition.headerBytes, isExact ? length : undefined));
  const first = edition.readFace(whole);
  if (!first) return "document_unreadable";
  const { image, imageAt } = first;
  const isFilled = isExact && image?.length === whole.byteLength - imageAt;
  const isAlmost = Math.abs(length - bytes.length) <= slackBytes && faces === 1;
  const found = isFilled ? image : ((isAlmost ? endOf(whole, first) : undefined) ?? (isExact ? image : undefined));
  return found?.length === 0 ? "document_portrait_missing" : (found ?? "document_unreadable");
}

/**
 * Some writers count a header twice in the stated length, or not at all. The image of a record with one face is then read up to its end marker, which
 * JPEG and JPEG 2000 share (ITU-T T.81, B.1.1.3; T.800, A.4.4). An image that is cut off is rejected.
 */
function endOf(face: DataView, { imageAt, length }: Face): Uint8Array | undefined {
  if (Math.abs(length - face.byteLength) > slackBytes) return undefined;
  const image = Buffer.from(face.buffer, face.byteOffset + imageAt, face.byteLength - imageAt);
  const end = image.lastIndexOf("ffd9", "hex");
  return end > 0 && end + 2 + slackBytes >= image.length ? image.subarray(0, end + 2) : undefined;
}

const slackBytes = 64;

interface Face {
  /** Offset of the image. The bytes before it are complete. */
  readonly imageAt: number;
  /** Length of the face, as stated in the record. */
  readonly length: number;
  /** Undefined if the stated lengths do not fit. */
  readonly image: Uint8Array | undefined;
}

/** An edition of ISO/IEC 19794-5: its version, the length of its header, and how to read a face. */
interface Edition {
  readonly version: string;
  readonly headerBytes: number;
  /** @returns undefined if the face is shorter than the fields before its image */
  readFace(face: DataView): Face | undefined;
}

const pointBytes = 8;

/** 5.4 to 5.8: facial information of 20 bytes that begins with the length of all, feature points, image information of 12 bytes, the image. */
const editionOf2005: Edition = {
  version: "010\0",
  headerBytes: 14,
  readFace(face) {
    if (face.byteLength < 20) return undefined;
    return faceOf(face, 20 + pointBytes * face.getUint16(4) + 12, face.getUint32(0));
  },
};

/**
 * 5.3 to 5.6: lengths, capture data, quality blocks of 5 bytes, 17 bytes about the face, landmarks, 11 bytes about the image, the image's length, the
 * image.
 */
const editionOf2011: Edition = {
  version: "030\0",
  headerBytes: 17,
  readFace(face) {
    if (face.byteLength < 19) return undefined;
    const faceAt = 19 + 5 * face.getUint8(18);
    if (face.byteLength < faceAt + 17) return undefined;
    const lengthAt = faceAt + 17 + pointBytes * face.getUint16(faceAt) + 11;
    if (face.byteLength < lengthAt + 4) return undefined;
    const end = lengthAt + 4 + face.getUint32(lengthAt);
    return faceOf(face, lengthAt + 4, face.getUint32(0), end);
  },
};

/** @param end offset of the image's end */
function faceOf(face: DataView, imageAt: number, length: number, end = length): Face | undefined {
  if (imageAt > face.byteLength) return undefined;
  const fits = end <= length && end <= face.byteLength && end >= imageAt;
  const image = fits ? new Uint8Array(face.buffer, face.byteOffset + imageAt, end - imageAt) : undefined;
  return { imageAt, length, image };
}

/**
 * Reads a FaceImageDataBlock of ISO/IEC 39794-5, bare or in the element that a chip has around it: representationBlocks [1], the first of them with
 * an image, imageRepresentation [1], base [0], imageRepresentation2DBlock [0], representationData2D [0].
 */
function readExtensible(file: Uint8Array): Portrait {
  const bytes = withoutPadding(file);
  const block = contentAt(bytes, 0x65) ?? contentAt(bytes, 0xa1, 0x65);
  const representations = block && contentAt(block, 0xa1);
  const faces = representations && readTlvs(representations);
  if (!faces) return "document_unreadable";
  const images = faces.map(({ content }) => contentAt(content, 0xa1, 0xa0, 0xa0, 0x80));
  return images.find((image) => image !== undefined && image.length > 0) ?? "document_portrait_missing";
}

const startsWith = (bytes: Uint8Array, start: string): boolean =>
  Array.from(start).every((character, index) => bytes[index] === character.charCodeAt(0));

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
