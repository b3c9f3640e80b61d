import type { DocumentFault } from "./fault.ts";
import { contentAt, readTlvs } from "./tlv.ts";

/** The image within, which is a part of the bytes that were read. */
export type Portrait = Uint8Array | Extract<DocumentFault, "document_unreadable" | "document_portrait_missing">;

/** The first face of a record: ISO/IEC 19794-5 (binary, 2005 and 2011) or ISO/IEC 39794-5 (ASN.1). */
export function readFaceRecord(bytes: Uint8Array): Portrait {
  return startsWith(bytes, "FAC\0") ? readBinary(bytes) : readExtensible(bytes);
}

function readBinary(bytes: Uint8Array): Portrait {
  const edition = [editionOf2005, editionOf2011].find(({ version }) => startsWith(bytes.subarray(4), version));
  const view = viewOf(bytes);
  if (!edition || bytes.length < edition.headerBytes || view.getUint32(8) !== bytes.length)
    return "document_unreadable";
  if (view.getUint16(12) === 0) return "document_portrait_missing";
  const image = edition.readFace(viewOf(bytes.subarray(edition.headerBytes)));
  return image?.length === 0 ? "document_portrait_missing" : (image ?? "document_unreadable");
}

/** An edition of ISO/IEC 19794-5: what comes before the first face, and where in it the image is. */
interface Edition {
  readonly version: string;
  readonly headerBytes: number;
  /** @returns undefined where its lengths do not fit */
  readFace(face: DataView): Uint8Array | undefined;
}

const pointBytes = 8;

/** 5.4 to 5.8: facial information of 20 bytes with the length of all, feature points, image information of 12 bytes, the image. */
const editionOf2005: Edition = {
  version: "010\0",
  headerBytes: 14,
  readFace(face) {
    if (face.byteLength < 20) return undefined;
    return part(face, 20 + pointBytes * face.getUint16(4) + 12, face.getUint32(0));
  },
};

/** 5.3 to 5.6: lengths, the capture, quality blocks of 5 bytes, 17 bytes of the face, landmarks, 11 bytes of the image, its length, itself. */
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
    return end > face.getUint32(0) ? undefined : part(face, lengthAt + 4, end);
  },
};

function part(of: DataView, start: number, end: number): Uint8Array | undefined {
  return end > of.byteLength || end < start ? undefined : new Uint8Array(of.buffer, of.byteOffset + start, end - start);
}

/**
 * The FaceImageDataBlock of ISO/IEC 39794-5, bare or in the element that a chip has around it: representationBlocks [1], the first of
 * them, imageRepresentation [1], base [0], imageRepresentation2DBlock [0], representationData2D [0].
 */
function readExtensible(bytes: Uint8Array): Portrait {
  const block = contentAt(bytes, 0x65) ?? contentAt(bytes, 0xa1, 0x65);
  const representations = block && contentAt(block, 0xa1);
  const faces = representations && readTlvs(representations);
  if (!faces) return "document_unreadable";
  const [first] = faces;
  const image = first && contentAt(first.content, 0xa1, 0xa0, 0xa0, 0x80);
  return image && image.length > 0 ? image : "document_portrait_missing";
}

const startsWith = (bytes: Uint8Array, start: string): boolean =>
  Array.from(start).every((character, index) => bytes[index] === character.charCodeAt(0));

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
