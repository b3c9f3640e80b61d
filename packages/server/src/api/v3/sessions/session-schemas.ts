import { z } from "zod";
import { externalIdSchema, localeSchema, returnUrlSchema } from "../../../features/sessions/create-session.ts";
import { challengeUses } from "../../../features/sessions/attempts/passive-first.ts";
import {
  failReasons,
  repeatNeedsOf,
  reviewDecisions,
  reviewerKinds,
  sessionStatuses,
} from "../../../features/sessions/session.ts";
import { simulatedEnds } from "../../../features/sessions/attempts/simulate.ts";
import {
  documentBody,
  passiveLivenessSchema,
  receiptSchema,
  referencePhotoSchema,
  verifyBodySchema,
  verifySchema,
} from "../schemas/faces.ts";
import { documentSchema } from "../schemas/document.ts";
import { oidcBody, oidcSchema } from "../schemas/oidc.ts";
import { templateBody } from "../schemas/template-body.ts";
import { challengeDetailsSchema, lightSchema } from "../schemas/performances.ts";
import { qualitySchema } from "../schemas/quality.ts";
import { between, listQuerySchema, nextCursor, searched, time } from "../schemas/common.ts";

const whole = z.int().min(0);
const rate = z.number().min(0).max(1);
const metadataBytesMax = 2048;

const metadata = z
  .record(z.string().max(128), z.string())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= metadataBytesMax)
  .default({})
  .meta({ description: "Your own texts by name, as a JSON object: 2 KB at most. Returned in every response." });

/** The settings of a new session, beside its photos. */
export const sessionSettings = {
  reference_url: z.string().max(8192).optional().meta({
    description:
      "A URL to download the reference from, once, instead of files: on a host that this service may fetch from.",
  }),
  ...templateBody,
  challenge: z.enum(challengeUses).default("required").meta({
    description:
      "`off` takes a plain selfie, without the live challenge. It needs a reference, or `compare_limit`. `if_unsure` checks the selfie first (passive liveness): only who is not surely live performs the challenge.",
  }),
  passive_liveness: z.boolean().optional().meta({
    description:
      "`true` checks the selfie alone for presentation attacks, and fails an attempt that does not pass. Always on if the key or team requires it.",
  }),
  allow_unsure: z.boolean().optional().meta({ description: "`true` fails an attack, and not what is `unsure`." }),
  return_url: returnUrlSchema.optional().meta({
    description:
      "Where the page sends the person at the end, with `?session=<id>` and never the verdict: https, on an origin of one of the account's public keys.",
  }),
  external_id: externalIdSchema.optional().meta({ description: "Your id of the person or the case." }),
  metadata,
  locale: localeSchema.optional().meta({ description: "The page's language, such as `de`. Default: the browser's." }),
  expires_in_s: z.int().min(60).max(604_800).default(86_400).meta({ description: "60 seconds to 7 days." }),
  attempts: z.int().min(1).max(5).default(3).meta({ description: "How often the person may try." }),
  threshold: rate.optional().meta({
    description:
      "The similarity from which two faces match. Default: the threshold saved for sessions, the key or the team, otherwise the model's.",
  }),
  review: z.boolean().optional().meta({
    description:
      "`true`: when no attempt is left the session becomes `needs_review` instead of `failed`, and a person decides. Default: the team's setting.",
  }),
  wallet: z.boolean().optional().meta({
    description:
      "`true`: the reference is the portrait in the person's wallet, which the page asks for (OpenID4VP). It takes the place of `reference`.",
  }),
  require_signed_document: z.boolean().optional().meta({
    description:
      "`true`: a reference that no trusted issuer signed is rejected, also when the session is compared later. Default: the key's setting.",
  }),
  receipt: z.boolean().optional().meta({
    description:
      "`true`: the verdict comes with a signed receipt, which names the SHA-256 of each photo that was sent. They are stored with the session.",
  }),
  compare_limit: z.int().min(1).max(10).optional().meta({
    description:
      "Without a reference: how often the session may be compared by `POST /sessions/{id}/compare` once it is `captured`.",
  }),
  compare_within: z.int().min(1).max(60).optional().meta({
    description: "For how many minutes after the capture it may be compared. Default: 15.",
  }),
  ...oidcBody,
  simulate: z.enum(simulatedEnds).optional().meta({
    description: "With a test key only: the session ends with this outcome by itself, at once.",
  }),
} as const;

export const newSessionSchema = z.strictObject(sessionSettings);
export type NewSessionBody = z.infer<typeof newSessionSchema>;

/** For the reference: the body as a form, or as JSON without files. */
export const newSessionDocSchema = z.object({
  reference: z
    .union([referencePhotoSchema, z.array(referencePhotoSchema).max(5)])
    .optional()
    .meta({
      description:
        "Up to five photos of the person, as parts of one name (multipart/form-data). They are embedded and not stored. Without one, only the challenge is judged.",
    }),
  ...documentBody,
  ...sessionSettings,
});

const reviewer = z.enum(reviewerKinds);

const sessionResultSchema = z
  .object({
    match: z.boolean().nullable().meta({ description: "Null if there was nothing to compare." }),
    similarity: rate.nullable().meta({ description: "As in `/verify`. Null below the threshold." }),
    threshold: rate,
    false_match_rate: rate.nullable(),
    challenge: z
      .enum(["passed", "failed"])
      .nullable()
      .meta({ description: "Null if none was requested, or none was needed." }),
    challenge_details: challengeDetailsSchema,
    light: lightSchema,
    passive_liveness: passiveLivenessSchema
      .nullable()
      .meta({ description: "Of the last attempt's selfie. Null if it was not requested." }),
    reasons: z
      .array(z.enum(failReasons))
      .meta({ description: "Why the last attempt failed. Empty when verified, unless a reviewer approved it." }),
    model: z.string(),
    reviewed_by: reviewer
      .nullable()
      .meta({ description: "Who decided the session after its attempts failed. Null if nobody had to." }),
    review_reason: z.string().nullable(),
  })
  .meta({ id: "SessionResult" });

const decided = { decision: z.enum(reviewDecisions), reason: z.string() };

const sessionFields = {
  id: z.string(),
  status: z.enum(sessionStatuses),
  test: z.boolean().meta({ description: "Created with a test key: photos were not analyzed." }),
  external_id: z.string().nullable(),
  key_id: z
    .string()
    .nullable()
    .meta({ description: "The key that created it. Null: created in the dashboard or on the command line." }),
  key_name: z.string().nullable().meta({ description: "Null once the key is deleted." }),
  metadata: z.record(z.string(), z.string()),
  challenge: z.enum(challengeUses),
  has_reference: z.boolean().meta({ description: "Whether it has, or had until it ended, a reference." }),
  passive_liveness: z.boolean().meta({ description: "Whether the selfie has to pass the passive liveness check." }),
  allow_unsure: z.boolean(),
  review: z.boolean().meta({ description: "Whether a person decides the session when no attempt is left." }),
  review_pending: z
    .object({
      ...decided,
      by: reviewer,
      people: z.array(z.string()).meta({ description: "The users behind it, who cannot make the second: their ids." }),
      at: time,
    })
    .nullable()
    .meta({ description: "The first of two decisions, if the team requires two reviewers." }),
  review_held: z
    .object({ ...decided, person: z.string().meta({ description: "Who decided: a user's id." }), due_at: time })
    .nullable()
    .meta({ description: "A decision that takes effect at `due_at` unless the person undoes it." }),
  assignee: z
    .string()
    .nullable()
    .meta({ description: "While it waits for a review: the id of the user who decides it." }),
  attempts: whole.meta({ description: "How many attempts were made." }),
  attempts_allowed: whole,
  wallet: z.boolean().meta({ description: "Whether the reference comes from the person's wallet." }),
  document: documentSchema.nullable().meta({
    description: "The document that the reference came as; null where it is none, or the wallet has not answered.",
  }),
  compare_limit: whole.nullable().meta({ description: "How often it may be compared later; null if it may not." }),
  compare_within: whole.nullable().meta({ description: "For how many minutes after the capture." }),
  comparisons: whole.meta({ description: "How many comparisons were made." }),
  oidc: oidcSchema,
  result: sessionResultSchema
    .nullable()
    .meta({ description: "Present when it is captured, verified, failed or waiting for a review." }),
  receipt: receiptSchema.meta({
    description: "The signed receipt of the verdict. Null without `receipt`, and before the verdict.",
  }),
  evidence: z.enum(["sealed", "over_limit"]).nullable().meta({
    description:
      "Whether photos of it are stored, encrypted to your public key. `over_limit`: not all of them. Null: your team has no key, or nothing is stored any more.",
  }),
  links: whole.meta({ description: "How many links it had. Only the last one opens it." }),
  repeat_needs: z.enum(repeatNeedsOf).nullable().meta({
    description:
      "What another session for the same person needs from you again: the photo (`reference`) or the document. Null: nothing.",
  }),
  consent: z.object({ version: z.string().meta({ description: "Of the text that was shown." }), at: time }).nullable(),
  created_at: time,
  opened_at: time.nullable(),
  declined_at: time
    .nullable()
    .meta({ description: 'When the person first chose "Not now". They may come back until the session ends.' }),
  captured_at: time.nullable().meta({
    description:
      "When the person finished, for a session that is compared later. It expires `compare_within` minutes after this time.",
  }),
  ended_at: time.nullable(),
  expires_at: time,
};

export const sessionSchema = z.object(sessionFields).meta({ id: "Session" });
export type Session = z.output<typeof sessionSchema>;
export type ReviewDecision = z.output<typeof decided.decision>;

const linkFields = {
  ...sessionFields,
  url: z.string().meta({
    description: "The link for the person. Shown in this response only; anyone who has it can take the session.",
  }),
};

export const sessionLinkSchema = z.object(linkFields).meta({ id: "SessionLink" });
export type SessionLink = z.output<typeof sessionLinkSchema>;

export const madeSessionSchema = z
  .object({
    ...linkFields,
    references: z
      .array(z.object({ used: z.boolean(), faces: whole, quality: qualitySchema.nullable() }))
      .meta({ description: "Whether each reference was used, in their order." }),
  })
  .meta({ id: "MadeSession" });

export const compareSessionBodySchema = verifyBodySchema
  .pick({ reference: true, threshold: true, allow_several_faces: true })
  .extend({
    ...documentBody,
    ...templateBody,
    simulate: z.enum(["match", "no_match", "no_face"]).optional().meta({
      description: "With a test key only: the outcome. Default: a match. No photo is analyzed.",
    }),
  });

export const comparedSessionSchema = verifySchema
  .omit({ selfie: true, light: true, challenge_details: true, receipt: true })
  .extend({
    challenge: verifySchema.shape.challenge.meta({ description: "Null if the session needed none." }),
    passive_liveness: passiveLivenessSchema
      .nullable()
      .meta({ description: "Of the selfie; null if it was not requested." }),
    comparisons_left: whole,
    session: sessionSchema.meta({ description: "The session after the comparison." }),
  })
  .meta({ id: "SessionComparison" });

export const sessionsQuerySchema = listQuerySchema(["created_at", "ended_at", "attempts"], {
  status: z.enum(sessionStatuses).optional(),
  external_id: z.string().max(128).optional(),
  text: searched.meta({ description: "What the `external_id` begins with, or a session's whole id." }),
  key_id: searched.meta({ description: "Only sessions that this key created." }),
  created_after: z.iso.datetime({ offset: true }).optional().meta({ description: "A time in ISO 8601." }),
  ...between,
});

export const sessionsSchema = z
  .object({
    sessions: z.array(sessionSchema).meta({ description: "The newest first, unless sorted." }),
    kept_days: whole.meta({ description: "How many days sessions are stored after their end." }),
    next_cursor: nextCursor,
  })
  .meta({ id: "Sessions" });
export type Sessions = z.output<typeof sessionsSchema>;
