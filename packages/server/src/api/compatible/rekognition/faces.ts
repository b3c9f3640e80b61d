/** Faces in Amazon's format: positions as fractions of the photo's width and height. Attributes that we do not measure are absent. */
import type { FoundFace, PhotoAnalysis } from "@selfsame/photo/engine/engine";

type Size = Pick<PhotoAnalysis, "width" | "height">;

const landmarkTypes = ["eyeLeft", "eyeRight", "nose", "mouthLeft", "mouthRight"] as const;

export const placeOf = ({ box, score }: FoundFace, { width, height }: Size) => ({
  BoundingBox: { Width: box.width / width, Height: box.height / height, Left: box.x / width, Top: box.y / height },
  Confidence: score * 100,
});

/** Degrees; there where it was measured. */
const poseOf = ({ pose }: FoundFace) => pose && { Pose: { Roll: pose.roll, Yaw: pose.yaw, Pitch: pose.pitch } };

export const comparedFace = (face: FoundFace, size: Size) => ({
  ...placeOf(face, size),
  Landmarks: face.landmarks.map(({ x, y }, i) => ({ Type: landmarkTypes[i], X: x / size.width, Y: y / size.height })),
  ...poseOf(face),
});

/** Values without a confidence: our checks decide and give no probability. Covered eyes are neither open nor closed. */
const attributes: Readonly<Record<string, (issues: readonly string[]) => object>> = {
  EYES_OPEN: (issues) =>
    issues.includes("eyes_covered") ? {} : { EyesOpen: { Value: !issues.includes("eyes_closed") } },
  FACE_OCCLUDED: (issues) => ({
    FaceOccluded: { Value: ["eyes_covered", "mouth_covered", "cut_off"].some((issue) => issues.includes(issue)) },
  }),
};

/** @param asked the attributes of a DetectFaces request. Attributes that we do not measure are absent */
export function faceDetail(face: FoundFace, size: Size, asked: readonly string[]) {
  const issues = face.quality?.issues ?? [];
  const measured = Object.entries(attributes).filter(([name]) => asked.includes("ALL") || asked.includes(name));
  return Object.assign(comparedFace(face, size), ...measured.map(([, read]) => read(issues))) as object;
}
