import type { FoundFace, PhotoAnalysis } from "@selfsame/photo/engine/engine";
import { readHeader } from "@selfsame/photo/decode/header";
import { recognizeFormat } from "@selfsame/photo/decode/recognize";
import { pixelsMax } from "@selfsame/photo/decode/pixels-max";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import type { PhotoFault, RejectedPhoto } from "@selfsame/photo/verify/photo";
import type { Rejection } from "./endpoint.ts";
import { adviceOn } from "./problems/format-hints.ts";

/** Parts that accept JPEG 2000 in addition to the formats of every photo. */
const referenceNames: ReadonlySet<string> = new Set(["reference", "reference_document"]);

/**
 * Checks the first bytes of a photo. Version 3 accepts three formats, detected by content, not by file name or media type; a reference may also be
 * JPEG 2000. Returns undefined if the format is accepted.
 */
export function headerRejection(photo: Uint8Array, param: string): Rejection | undefined {
  const header = readHeader(photo, { jpeg2000: referenceNames.has(param) });
  if (header.outcome === "readable") {
    return header.format === "gif" ? { ...adviceOn("gif"), param } : undefined;
  }
  if (header.outcome === "unsupported_format") return { ...adviceOn(recognizeFormat(photo)), param };
  const refusal = { ...problemOf(header.outcome), param };
  return header.pixels === undefined ? refusal : { ...refusal, actual: header.pixels };
}

export function photoRejection(refused: RejectedPhoto, param: string): Rejection {
  if (refused.reason === "unsupported_format") return { ...adviceOn(refused.format), param };
  const detail = refused.detail === undefined ? {} : { detail: refused.detail };
  return { ...problemOf(refused.reason), param, ...detail };
}

function problemOf(reason: PhotoFault): Rejection {
  switch (reason) {
    case "too_large":
      return { code: "file_too_large", limit: photoBytesMax };
    case "too_many_pixels":
      return { code: "image_too_large", limit: pixelsMax };
    case "unsupported_format":
      return { code: "unsupported_image_format" };
    case "too_complex":
      return { code: "image_too_complex" };
    case "unreadable":
      return { code: "image_unreadable" };
    case "invalid_url":
    case "blocked":
      return { code: "url_not_allowed" };
    case "failed":
      return { code: "download_failed" };
    // Version 3 does not accept base64.
    case "invalid_base64":
      return { code: "internal_error", detail: `a photo sent as a file was refused as ${reason}` };
  }
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

const boxData = ({ box }: FoundFace) => ({
  x: Math.round(box.x),
  y: Math.round(box.y),
  width: Math.round(box.width),
  height: Math.round(box.height),
});

/** @param faces number of faces in the photo: more than one adds an issue to each */
function qualityData({ quality }: FoundFace, faces: number) {
  const { score, issues } = quality ?? { score: 0, issues: [] };
  const several = faces > 1 && !issues.includes("several_faces");
  return { score: rounded(score, 2), issues: several ? [...issues, "several_faces" as const] : issues };
}

/** The main face of a photo that has at least one face. */
export function comparedFaceData({ faces }: PhotoAnalysis) {
  const [main] = faces;
  if (!main) throw new Error("a photo without a face was compared");
  return { faces: faces.length, box: boxData(main), quality: qualityData(main, faces.length) };
}

/** Reports one of several references: whether it was used, its faces and quality. */
export function referenceData({ faces, embedding }: PhotoAnalysis) {
  const [main] = faces;
  return { used: embedding !== undefined, faces: faces.length, quality: main ? qualityData(main, faces.length) : null };
}

export function analyzedFaceData(face: FoundFace, faces: number) {
  const { landmarks, pose } = face;
  if (!pose) throw new Error("a face was analyzed without its pose");
  const [leftEye, rightEye, nose, leftMouth, rightMouth] = landmarks.map(({ x, y }) => ({
    x: rounded(x, 1),
    y: rounded(y, 1),
  }));
  return {
    box: boxData(face),
    landmarks: { left_eye: leftEye, right_eye: rightEye, nose, left_mouth: leftMouth, right_mouth: rightMouth },
    pose: { yaw: rounded(pose.yaw, 1), pitch: rounded(pose.pitch, 1), roll: rounded(pose.roll, 1) },
    quality: qualityData(face, faces),
  };
}
