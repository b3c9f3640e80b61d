/** The shapes of version 3. Answers are checked against them, and /openapi.json is made from them. */
import { stepNames } from "@selfsame/face/assess/gestures";
import { z } from "zod";
import { avoidedMax } from "../../../challenge/draw.ts";
import { errorCodes } from "../errors.ts";

const rate = z.number().min(0).max(1);
const whole = z.int().min(0);

const metaSchema = z
  .object({
    request_id: z.string().meta({ description: "To be quoted when asking for help. Also sent as `X-Request-Id`." }),
    version: z.literal("3"),
    service_version: z.string().meta({ description: "Which release of the service answered." }),
    processing_ms: whole,
    model: z.string().optional().meta({ description: "The embedding contract id; there where faces were compared." }),
    test: z.literal(true).optional().meta({
      description: "There in answers to a test key: the outcome was chosen, and nothing was looked at.",
    }),
  })
  .meta({ id: "Meta" });

const errorSchema = z
  .object({
    code: z.enum(errorCodes).meta({ description: "Stable. Decide by it." }),
    message: z.string().meta({ description: "For a person. May be reworded." }),
    param: z.string().nullable().meta({ description: "The part of the request to blame." }),
    hint: z.string().meta({ description: "How to mend it." }),
    retryable: z.boolean().meta({ description: "Whether the same request can succeed later." }),
    docs: z.url().meta({ description: "Where the code is explained." }),
    limit: whole.optional().meta({ description: "The limit that was passed, in bytes or pixels." }),
    actual: whole.nullish().meta({ description: "By what it was passed; null where reading stopped at the limit." }),
  })
  .meta({ id: "Error" });

export const failureSchema = z
  .object({ success: z.literal(false), data: z.null(), error: errorSchema, meta: metaSchema })
  .meta({ id: "Failure" });

/** The envelope of an endpoint's answer. */
export const successSchema = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data, error: z.null(), meta: metaSchema });

const boxSchema = z
  .object({ x: z.int(), y: z.int(), width: whole, height: whole })
  .meta({ id: "Box", description: "Pixels of the upright photo; `x` and `y` are the top left corner." });

export const qualityIssues = [
  "too_small",
  "blurred",
  "too_dark",
  "too_bright",
  "glare",
  "turned",
  "tilted",
  "eyes_closed",
  "several_faces",
  "cut_off",
] as const;

export const qualitySchema = z
  .object({
    score: rate.meta({ description: "0 (unusable) to 1 (ideal)." }),
    issues: z.array(z.enum(qualityIssues)).meta({ description: "What a better photo would have to mend." }),
  })
  .meta({ id: "Quality" });

const comparedFaceSchema = z
  .object({
    faces: z.int().min(1).meta({ description: "How many faces the photo shows. The largest was compared." }),
    box: boxSchema,
    quality: qualitySchema,
  })
  .meta({ id: "ComparedFace", description: "The face of one photo that was compared." });

export const verifySchema = z
  .object({
    match: z.boolean().meta({ description: "Whether the similarity reaches the threshold." }),
    similarity: rate.nullable().meta({
      description:
        "How rarely two strangers look this much alike: 0.5 is reached by 1 pair in 100, 0.6 by 1 in 1,000, 0.7 by 1 in 10,000. Null below the threshold.",
    }),
    threshold: rate.meta({ description: "The one that was applied." }),
    false_match_rate: rate.nullable().meta({
      description: "The share of pairs of strangers that score this high or higher. Null below the threshold.",
    }),
    reference: comparedFaceSchema.meta({ description: "The first reference that shows a face." }),
    references: z
      .array(
        z.object({
          used: z.boolean().meta({ description: "Whether it shows a face and counts." }),
          faces: whole,
          quality: qualitySchema.nullable().meta({ description: "Null where there is no face." }),
        }),
      )
      .meta({ description: "What each reference was good for, in their order." }),
    selfie: comparedFaceSchema,
    challenge: z
      .literal("passed")
      .nullable()
      .meta({ description: "`passed` where a valid challenge token came along." }),
    decision: z
      .enum(["accept", "reject"])
      .meta({ description: "`accept` where nothing speaks against it: the one field to decide by." }),
    reasons: z.array(z.enum(["no_match", "challenge_no_match"])).meta({
      description:
        "Why it was rejected: the reference shows somebody else than the selfie and the frames of the challenge together (`no_match`), or than the frames alone (`challenge_no_match`: a selfie that is a blend of two people looks like both). Empty for `accept`.",
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
  })
  .meta({ id: "Face" });

export const analyzeSchema = z
  .object({ faces: z.array(analyzedFaceSchema).meta({ description: "The largest first. Empty when there is none." }) })
  .meta({ id: "Analysis" });

const roles = ["detect", "landmarks", "embed", "spoof", "eyes", "pose"] as const;

export const modelsSchema = z
  .object({
    model: z.string().meta({ description: "The embedding contract id, as in `meta.model`." }),
    threshold: rate.meta({ description: "Applied unless a request gives its own." }),
    thresholds: z
      .array(
        z.object({
          similarity: rate,
          false_match_rate: rate.meta({ description: "Pairs of strangers that pass." }),
          false_non_match_rate: rate.meta({ description: "Pairs of one person that are refused." }),
          within_group_false_match_rate: rate.meta({
            description: "Pairs of strangers of one region and gender that pass.",
          }),
        }),
      )
      .meta({ description: "What each threshold lets through and refuses, as measured." }),
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

const photoSchema = (what: string) =>
  z.file().meta({ description: `${what} JPEG or PNG, at most 5 MB (5,242,880 bytes) and 50 megapixels.` });

/** Visible characters, so that it survives every form and header. */
export const noncePattern = /^[\x21-\x7e]{1,128}$/;
const nonceSchema = z.string().regex(noncePattern);

/** Bodies are read by images/, under limits of their own; these describe them. */
export const verifyBodySchema = z.object({
  reference: z
    .union([photoSchema("The photo to compare with."), z.array(photoSchema("A photo of the person.")).min(1).max(5)])
    .meta({ description: "The photo to compare with; up to five of them, as parts of the same name." }),
  selfie: photoSchema("The photo to be verified."),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description: "The similarity from which two faces match. The model's own unless given.",
      examples: [0.75],
    }),
  challenge_token: z
    .string()
    .optional()
    .meta({ description: "What the browser got for passing a live challenge. It is taken once." }),
  nonce: nonceSchema.optional().meta({
    description: "What your backend bound the challenge to. A token of another challenge is refused, and so is none.",
  }),
  require_challenge: z.enum(["true", "false"]).optional().meta({
    description: "`true` refuses a request without a token (`challenge_required`). As the key is set unless given.",
  }),
  allow_several_faces: z.enum(["true", "false"]).optional().meta({
    description:
      "`false` refuses a photo with more than one face (`several_faces_found`). As the key is set unless given.",
  }),
  simulate: z.enum(["match", "no_match", "no_face"]).optional().meta({
    description: "With a test key only: what comes of it. A match unless given; nothing is looked at.",
  }),
});

export const analyzeBodySchema = z.object({ photo: photoSchema("The photo to look at.") });

export const idempotencyHeaders = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description: "Of your making. The same key and body within 24 hours answers the same and makes nothing more.",
  }),
});

export const startChallengeBodySchema = z.object({
  avoid: z
    .array(z.enum(stepNames))
    .max(avoidedMax)
    .optional()
    .meta({ description: "Steps that the person cannot do: at most two." }),
  nonce: nonceSchema.optional().meta({
    description:
      "A random text that your backend made for this person: 1 to 128 visible characters. The token is good only for a `/verify` that names it, so that nobody can bring a challenge of another visit.",
  }),
});

export const startedChallengeSchema = z
  .object({
    id: z.string(),
    steps: z.array(z.enum(stepNames)).meta({
      description:
        "What to do, in this order: three to five. Left and right are the person's own. `follow_dot` only where the service is set so.",
    }),
    dots: z.array(z.int().min(-30).max(210)).optional().meta({
      description:
        "Of each `follow_dot`, in order, where its dot is around the face. Degrees: 0 is the person's own right, 90 up, 180 their left. Absent where there is none.",
    }),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be completed: 120 seconds from now." }),
  })
  .meta({ id: "Challenge" });

const frameSchema = (step: string) =>
  photoSchema(`A frame in which the person does the ${step} step. The whole frame.`);

export const completeChallengeBodySchema = z.object({
  selfie: photoSchema("The person looking at the camera, eyes open. The whole frame, of the same shape as the others."),
  frame_1: frameSchema("first"),
  frame_2: frameSchema("second"),
  frame_3: frameSchema("third"),
  frame_4: frameSchema("fourth").optional(),
  frame_5: frameSchema("fifth").optional(),
});

export const completedChallengeSchema = z
  .object({
    challenge_token: z.string().meta({
      description:
        "Send it to your backend with the selfie, for `/verify`. Good for ten minutes, for this selfie only, and once.",
    }),
  })
  .meta({ id: "CompletedChallenge" });
