/** The schemas of version 3. Responses are checked against them, and /openapi.json is generated from them. */
import { z } from "zod";
import { challengeDetailsSchema, lightSchema } from "./performances.ts";
import { passiveReasons } from "@selfsame/photo/verify/passive-liveness";
import { errorCodes } from "../errors.ts";
import { documentFormats } from "../../../documents/document.ts";
import { documentSchema } from "./document.ts";
import { templateBody } from "./template-body.ts";
import { qualitySchema } from "./quality.ts";

const rate = z.number().min(0).max(1);
const whole = z.int().min(0);

export const metaSchema = z
  .object({
    request_id: z.string().meta({ description: "Quote it when you ask for help. Also sent as `X-Request-Id`." }),
    version: z.literal("3"),
    service_version: z.string().meta({ description: "The release of the service that responded." }),
    processing_ms: whole,
    model: z.string().optional().meta({ description: "The embedding contract id, if faces were compared." }),
    test: z.literal(true).optional().meta({
      description: "Present in responses to a test key: the outcome was chosen, and photos were not analyzed.",
    }),
  })
  .meta({ id: "Meta" });

export const errorSchema = z
  .object({
    code: z.enum(errorCodes).meta({ description: "Stable. Decide by it." }),
    message: z.string().meta({ description: "For a person. May be reworded." }),
    param: z.string().nullable().meta({ description: "The part of the request that caused the error." }),
    hint: z.string().meta({ description: "How to fix it." }),
    retryable: z.boolean().meta({ description: "Whether the same request can succeed later." }),
    docs: z.url().meta({ description: "The page that explains the code." }),
    limit: whole.optional().meta({ description: "The limit that was exceeded: bytes, pixels, items, or requests." }),
    actual: whole.nullish().meta({ description: "The actual size; null if reading stopped at the limit." }),
    limit_of: z
      .enum(["plan", "key", "network"])
      .optional()
      .meta({ description: "Of a used-up limit of requests: whose it is." }),
    limit_window: z.enum(["minute", "month", "concurrent"]).optional().meta({ description: "And of which window." }),
    resets_at: z.iso.datetime().nullish().meta({
      description: "When the limit starts again; null for `concurrent`, where there is room when another request ends.",
    }),
  })
  .meta({ id: "Error" });

export const failureSchema = z
  .object({ success: z.literal(false), data: z.null(), error: errorSchema, meta: metaSchema })
  .meta({ id: "Failure" });

/** The envelope of an endpoint's response. */
export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data, error: z.null(), meta: metaSchema });

const boxSchema = z
  .object({ x: z.int(), y: z.int(), width: whole, height: whole })
  .meta({ id: "Box", description: "Pixels of the upright photo; `x` and `y` are the top left corner." });

const comparedFaceSchema = z
  .object({
    faces: z.int().min(1).meta({
      description:
        "How many faces the photo shows. The main one was compared: the largest, or of faces that tie the most central.",
    }),
    box: boxSchema,
    quality: qualitySchema,
  })
  .meta({ id: "ComparedFace", description: "The face of one photo that was compared." });

export const passiveLivenessSchema = z
  .object({
    result: z.enum(["live", "attack", "unsure"]).meta({
      description: "`unsure` lies between two thresholds of the models' manifest.",
    }),
    score: rate.meta({
      description:
        "The share of genuine selfies that look less live: 5 % of those of the calibration set score below 0.05. Decide by `result`.",
    }),
  })
  .meta({
    id: "PassiveLiveness",
    description: "Whether the still photo looks like a print, a screen or a replay. A filter, not a proof of presence.",
  });

export const referenceFaceSchema = comparedFaceSchema
  .extend({ document: documentSchema.nullable().meta({ description: "Null if the reference is a photo." }) })
  .meta({ id: "ReferenceFace", description: "The face of the reference." });

const selfieFaceSchema = comparedFaceSchema
  .extend({
    passive_liveness: passiveLivenessSchema.nullable().meta({ description: "Null if it was not requested." }),
  })
  .meta({ id: "SelfieFace", description: "The face of the selfie." });

export const receiptSchema = z.string().nullable();

export const verifySchema = z
  .object({
    match: z.boolean().meta({ description: "Whether the similarity reaches the threshold." }),
    similarity: rate.nullable().meta({
      description:
        "How rare this similarity is between adults: 1 in 100 impostor pairs reaches 0.5, 1 in 1,000 reaches 0.6, 1 in 10,000 reaches 0.7. Children under 13 reach them far more often: do not use it for them. Null below the threshold.",
    }),
    threshold: rate.meta({ description: "The threshold that was applied." }),
    false_match_rate: rate.nullable().meta({
      description: "The share of impostor pairs of adults that score this high or higher. Null below the threshold.",
    }),
    reference: referenceFaceSchema.meta({ description: "The first reference that shows a face." }),
    references: z
      .array(
        z.object({
          used: z.boolean().meta({ description: "Whether it shows a face and was used." }),
          faces: whole,
          quality: qualitySchema.nullable().meta({ description: "Null if there is no face." }),
        }),
      )
      .meta({ description: "One entry for each reference, in order: whether it was used, and its quality." }),
    selfie: selfieFaceSchema,
    challenge: z.literal("passed").nullable().meta({ description: "`passed` with a valid challenge token." }),
    challenge_details: challengeDetailsSchema,
    light: lightSchema,
    decision: z
      .enum(["accept", "reject"])
      .meta({ description: "The field to decide by: `accept` if every requested check passed." }),
    reasons: z.array(z.enum(["no_match", "challenge_no_match", ...passiveReasons])).meta({
      description:
        "Why it was rejected: the reference does not match the selfie and the frames of the challenge together (`no_match`), or the frames alone (`challenge_no_match`: a selfie that is a morph of two people matches both); or the selfie did not pass the passive liveness check (`presentation_attack`, `passive_liveness_unsure`). Empty for `accept`.",
    }),
    receipt: receiptSchema.meta({
      description:
        "The signed receipt of this answer: a JWS, verified with the keys at `/.well-known/jwks.json`. Null without `receipt`.",
    }),
  })
  .meta({ id: "Verification" });

const pointSchema = z
  .object({ x: z.number(), y: z.number() })
  .meta({ id: "Point", description: "Pixels of the upright photo." });

const analyzedFaceSchema = z
  .object({
    box: boxSchema,
    landmarks: z
      .object({
        left_eye: pointSchema,
        right_eye: pointSchema,
        nose: pointSchema,
        left_mouth: pointSchema,
        right_mouth: pointSchema,
      })
      .meta({ description: "Left and right as seen in the photo." }),
    pose: z
      .object({ yaw: z.number(), pitch: z.number(), roll: z.number() })
      .meta({ description: "Degrees: turned to the photo's right, looking up, leaning to the photo's right." }),
    quality: qualitySchema,
    passive_liveness: passiveLivenessSchema
      .nullable()
      .meta({ description: "Of the largest face, if it was requested; otherwise null." }),
  })
  .meta({ id: "Face" });

export const analyzeSchema = z
  .object({
    faces: z.array(analyzedFaceSchema).meta({
      description:
        "The main face first (the largest; of faces that tie the most central), then by size. Empty when there is none.",
    }),
  })
  .meta({ id: "Analysis" });

const roles = ["detect", "landmarks", "embed", "spoof", "eyes", "covered", "overlay", "blend", "pose"] as const;

export const modelsSchema = z
  .object({
    model: z.string().meta({ description: "The embedding contract id, as in `meta.model`." }),
    threshold: rate.meta({
      description: "The model's own: applied where neither the request, its key nor the team has another.",
    }),
    thresholds: z
      .array(
        z.object({
          similarity: rate,
          false_match_rate: rate.meta({ description: "The share of impostor pairs that match (FMR)." }),
          false_non_match_rate: rate.meta({ description: "The share of genuine pairs that do not match (FNMR)." }),
          within_group_false_match_rate: rate.meta({
            description: "FMR of impostor pairs of the same region and gender.",
          }),
        }),
      )
      .meta({ description: "Both error rates at each threshold, as measured." }),
    models: z.array(
      z.object({
        role: z.enum(roles),
        id: z.string(),
        licence: z.string(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        size_bytes: whole,
      }),
    ),
  })
  .meta({ id: "Models" });

export const photoSchema = (what: string) =>
  z.file().meta({
    description: `${what} JPEG, PNG or WebP (the first frame), at most 5 MB (5,242,880 bytes) and 50 megapixels.`,
  });

/** A reference may come from a chip or a wallet. */
export const referencePhotoSchema = z.file().meta({
  description:
    "A photo of the person: JPEG, PNG, WebP (the first frame) or JPEG 2000 (at most 12.5 megapixels), at most 5 MB (5,242,880 bytes) and 50 megapixels.",
});

/** Visible characters only, so that every form and header can carry the text. */
export const noncePattern = /^[\x21-\x7e]{1,128}$/;
export const nonceSchema = z.string().regex(noncePattern);

/** A reference as a document, for every endpoint that accepts one. */
export const documentBody = {
  reference_document: z.file().optional().meta({
    description: "Instead of `reference`: a document that contains the portrait, at most 256 KB (262,144 bytes).",
  }),
  document_format: z.enum(documentFormats).optional().meta({
    description:
      "What `reference_document` is: a face record (ISO/IEC 19794-5 or 39794-5), data group 2 of a chip (ICAO Doc 9303, EF.DG2), or what a wallet presents: a DeviceResponse (ISO/IEC 18013-5) with a driving license or a PID, or a PID as SD-JWT VC. Of several faces or documents the first counts.",
  }),
  sod: z.file().optional().meta({
    description:
      "EF.SOD of the same chip, with `dg2`: its signature is checked up to the trust anchors of the service. At most 256 KB (262,144 bytes).",
  }),
  session_transcript: z.string().max(2048).optional().meta({
    description:
      "Required with `mdoc`: the SessionTranscript of the request that the wallet answered (ISO/IEC 18013-5, 9.1.5.1; OpenID4VP 1.0, B.2.6), as base64 of its CBOR. The device's signature is checked over it, and it is taken once.",
  }),
  nonce: nonceSchema.optional().meta({
    description: "Required with `sd_jwt_vc`: the nonce of the request that the wallet answered. It is taken once.",
  }),
  audience: z.string().max(2048).optional().meta({
    description: "Required with `sd_jwt_vc`: the `client_id` of the request that the wallet answered.",
  }),
  require_signed_document: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "`true` rejects a reference that no trusted issuer signed (`document_signature_required`)." }),
};

/** images/ reads these bodies and applies its own limits; the schemas only describe them. */
export const verifyBodySchema = z.object({
  reference: z
    .union([referencePhotoSchema, z.array(referencePhotoSchema).min(1).max(5)])
    .optional()
    .meta({
      description:
        "The photo to compare with; up to five of them, as parts of the same name. Required unless there is a `reference_document` or a `reference_template`.",
    }),
  ...documentBody,
  ...templateBody,
  selfie: photoSchema("The photo to be verified."),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description: "The similarity from which two faces match. Default: the model's.",
      examples: [0.75],
    }),
  challenge_token: z
    .string()
    .optional()
    .meta({ description: "What the browser received for passing a live challenge. It is accepted once." }),
  nonce: nonceSchema.optional().meta({
    description:
      "What your backend bound the challenge to. A token of another challenge is rejected, and so is a missing token. With `sd_jwt_vc`: the nonce of the request that the wallet answered, which is taken once; a challenge beside it is bound to the same.",
  }),
  require_challenge: z.enum(["true", "false", "if_unsure"]).optional().meta({
    description:
      "`true` rejects a request without a token (`challenge_required`); `if_unsure` only if the selfie is not surely live. Default: the key's setting.",
  }),
  allow_several_faces: z.enum(["true", "false"]).optional().meta({
    description: "`false` rejects a photo with more than one face (`several_faces_found`). Default: the key's setting.",
  }),
  passive_liveness: z.enum(["true", "false"]).optional().meta({
    description:
      "`true` checks the selfie for presentation attacks, and rejects one that does not pass. `false` does not turn off what the key or its team requires.",
  }),
  allow_unsure: z.enum(["true", "false"]).optional().meta({
    description: "`true` rejects a selfie that is an `attack`, and not one that is `unsure`.",
  }),
  receipt: z.enum(["true", "false"]).optional().meta({
    description:
      "Whether the answer comes with a signed receipt. Nothing of it is stored. Default: that of the key, otherwise `false`.",
  }),
  simulate: z
    .enum(["match", "no_match", "no_face", ...passiveReasons])
    .optional()
    .meta({
      description: "With a test key only: the outcome. Default: a match. No photo is analyzed.",
    }),
});

export const analyzeBodySchema = z.object({
  photo: photoSchema("The photo to analyze."),
  passive_liveness: z.enum(["true", "false"]).optional().meta({
    description: "`true` checks the largest face for presentation attacks.",
  }),
});
