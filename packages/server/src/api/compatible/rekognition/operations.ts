import { z } from "zod";
import { analyze } from "@selfsame/photo/verify/analyze";
import { demandOf, passiveLivenessOf, passiveReasonsOf } from "@selfsame/photo/verify/passive-liveness";
import type { PhotoContext, PhotoSource } from "@selfsame/photo/verify/photo";
import { verify } from "@selfsame/photo/verify/verify";
import type { Caller } from "../../../accounts/access/access.ts";
import type { PhotoIssues } from "../../../features/request-log/row.ts";
import { rekognitionScale, toOurs, toTheirs } from "../foreign-scale.ts";
import type { CompatibleDeps } from "../guard-routes.ts";
import { comparisonProblem, severalFacesProblem, photoProblem, unmetDemand } from "../rejection-text.ts";
import { comparedFace, faceDetail, placeOf } from "./faces.ts";
import type { AwsFailure } from "../aws/failures.ts";

export interface AwsResult {
  /** For usage: the outcome as a domain term. */
  readonly outcome: string;
  readonly data: object;
  readonly issues: PhotoIssues;
}

export interface AwsOperation {
  /** The value of X-Amz-Target after `RekognitionService.`. */
  readonly target: string;
  /** For usage. */
  readonly name: string;
  readonly photos: number;
  readonly input: z.ZodObject;
  /** @param input valid by the schema */
  run(deps: CompatibleDeps, input: unknown, caller: Caller, context: PhotoContext): Promise<AwsResult | AwsFailure>;
}

const image = z.object({ Bytes: z.string().optional(), S3Object: z.unknown().optional() });
type Image = z.infer<typeof image>;

/** @param param the photo's name in the request */
function photoOf({ Bytes: text, S3Object: object }: Image, param: string): PhotoSource | AwsFailure {
  if (object !== undefined) {
    const message = `${param}.S3Object: this service reads no buckets. Send the photo itself as ${param}.Bytes, up to 5 MB.`;
    return { code: "url_not_allowed", type: "InvalidS3ObjectException", message };
  }
  if (text === undefined || text === "") {
    return { code: "missing_file", message: `${param}.Bytes is missing: send the photo itself, up to 5 MB.` };
  }
  return { from: "base64", text };
}

/** Minimum quality score of a face: 0.25 rejects hardly usable photos, 0.75 all but good ones. */
const qualityBars = { NONE: 0, AUTO: 0.25, LOW: 0.25, MEDIUM: 0.5, HIGH: 0.75 } as const;

const comparison = z.object({
  SourceImage: image,
  TargetImage: image,
  SimilarityThreshold: z.number().min(0).max(100).optional(),
  QualityFilter: z.enum(["NONE", "AUTO", "LOW", "MEDIUM", "HIGH"]).default("NONE"),
});

const names = { reference: "SourceImage.Bytes", selfie: "TargetImage.Bytes" } as const;

const compareFaces: AwsOperation = {
  target: "CompareFaces",
  name: "rekognition.compare_faces",
  photos: 2,
  input: comparison,
  run: async (deps, input, caller, context) => {
    const { SourceImage, TargetImage, SimilarityThreshold: asked, QualityFilter } = input as z.infer<typeof comparison>;
    const unmet = unmetDemand(caller);
    if (unmet) return unmet;
    const [reference, selfie] = [photoOf(SourceImage, "SourceImage"), photoOf(TargetImage, "TargetImage")];
    if ("code" in reference) return reference;
    if ("code" in selfie) return selfie;
    const passive = demandOf(caller.requirePassiveLiveness, false, false);
    const usual = caller.threshold ?? toOurs(rekognitionScale, 80);
    const threshold = asked === undefined ? usual : toOurs(rekognitionScale, asked);
    const wants = {
      reference: { quality: "main" },
      selfie: { quality: "main", ...(passive !== "off" && { spoof: true }) },
    } as const;
    const result = await verify(deps, { reference, selfie, threshold, wants }, context);
    if (result.outcome !== "compared") return comparisonProblem(result, names);
    const crowd = severalFacesProblem(result, caller, names);
    if (crowd) return crowd;
    const [source] = result.reference.faces;
    const [target, ...others] = result.selfie.faces;
    if (!source || !target) throw new Error("a photo without a face was compared");
    const bar = qualityBars[QualityFilter];
    if ((source.quality?.score ?? 0) < bar) {
      return { code: "no_face", message: `SourceImage has no face of the quality that ${QualityFilter} asks for.` };
    }
    const attacks = passiveReasonsOf(passiveLivenessOf(result.selfie), passive);
    const isMatch = result.match && attacks.length === 0 && (target.quality?.score ?? 0) >= bar;
    const face = comparedFace(target, result.selfie);
    const similarity = { Similarity: toTheirs(rekognitionScale, result.similarity), Face: face };
    return {
      outcome: attacks[0] ?? (isMatch ? "match" : "no_match"),
      issues: { reference: source.quality?.issues ?? [], selfie: target.quality?.issues ?? [] },
      data: {
        SourceImageFace: placeOf(source, result.reference),
        FaceMatches: isMatch ? [similarity] : [],
        UnmatchedFaces: [...(isMatch ? [] : [face]), ...others.map((other) => comparedFace(other, result.selfie))],
      },
    };
  },
};

const attributeNames =
  "DEFAULT ALL AGE_RANGE BEARD EMOTIONS EYE_DIRECTION EYEGLASSES EYES_OPEN GENDER MOUTH_OPEN MUSTACHE FACE_OCCLUDED SMILE SUNGLASSES";
const detection = z.object({
  Image: image,
  Attributes: z
    .array(z.enum(attributeNames.split(" ")))
    .max(14)
    .default(["DEFAULT"]),
});

const detectFaces: AwsOperation = {
  target: "DetectFaces",
  name: "rekognition.detect_faces",
  photos: 1,
  input: detection,
  run: async (deps, input, _caller, context) => {
    const { Image, Attributes } = input as z.infer<typeof detection>;
    const photo = photoOf(Image, "Image");
    if ("code" in photo) return photo;
    const result = await analyze(deps, photo, false, context);
    if (result.outcome === "missing") throw new Error("a photo that was there is missing");
    if (result.outcome === "refused") return photoProblem(result, "Image.Bytes");
    const [main] = result.faces;
    return {
      outcome: main ? "analyzed" : "no_face",
      issues: { photo: main?.quality?.issues ?? [] },
      data: { FaceDetails: result.faces.map((face) => faceDetail(face, result, Attributes)) },
    };
  },
};

export const operations: readonly AwsOperation[] = [compareFaces, detectFaces];
