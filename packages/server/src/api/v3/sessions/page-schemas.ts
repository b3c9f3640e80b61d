import { z } from "zod";
import { pageConsentSchema } from "./page-consent-schema.ts";
import { challengeUses } from "../../../features/sessions/attempts/passive-first.ts";
import { fixable } from "../../../features/sessions/attempts/judge-attempt.ts";
import {
  completeChallengeBodySchema,
  challengeStepBodySchema,
  startedChallengeSchema,
  startChallengeBodySchema,
  stepwiseChallengeSchema,
} from "../schemas/challenges.ts";
import { walletStateSchema } from "./wallet-schemas.ts";
import { time } from "../schemas/common.ts";

const whole = z.int().min(0);

export const pageStateSchema = z
  .object({
    id: z.string(),
    status: z.enum(["open", "started", "ended"]),
    test: z.boolean(),
    purpose: z.object({
      name: z.string(),
      logo_url: z.string().nullable(),
      accent: z.string().nullable(),
      privacy_url: z.string().nullable(),
      controller: z.string().nullable(),
      contact: z.string().nullable(),
    }),
    locale: z.string().nullable(),
    challenge: z.enum(challengeUses).meta({
      description:
        "What to do next. `if_unsure`: send a selfie alone to `/session/complete`; its answer may be `challenge_needed`.",
    }),
    attempts_left: whole,
    expires_at: time,
    return_url: z.string().nullable(),
    evidence_days: whole.nullable().meta({
      description:
        "For how many days the photos are stored, encrypted to the account's public key. Null: they are not stored. A page of your own has to say so before the person consents.",
    }),
    compare_within: whole.nullable().meta({
      description: "For a session that is compared later: how many minutes the capture is stored for it.",
    }),
    consent: pageConsentSchema,
    notice_url: z.string().meta({ description: "Of the public page that states what becomes of the data: a path." }),
    here: z.boolean().nullable().meta({ description: "Whether this device holds the session; null when none does." }),
    wallet: walletStateSchema,
    end: z.enum(["done", "not_confirmed", "in_review", "expired", "cancelled", "withdrawn"]).nullable(),
  })
  .meta({ id: "SessionPageState" });

export const startSessionSchema = z.strictObject({
  consent_version: z
    .string()
    .regex(/^[\w.-]{1,32}$/)
    .meta({ description: "Of the text that the person agreed to." }),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional()
    .meta({ description: "In which language the text was shown (ISO 639-1), for the record of the consent." }),
  avoid: startChallengeBodySchema.shape.avoid,
  mode: startChallengeBodySchema.shape.mode.meta({
    description: "Sessions are always stepwise; accepted from pages of earlier versions.",
  }),
  light: startChallengeBodySchema.shape.light,
  burst: startChallengeBodySchema.shape.burst.meta({
    description:
      "Steps of sessions need a burst. Only a team that accepts challenges whose steps are shown at once accepts steps without; `true` asks for bursts there, too.",
  }),
  draw: z.boolean().default(true).meta({
    description:
      "`false` records the consent and gives the session to this device without drawing a challenge: the clock of a stepwise challenge starts with its response.",
  }),
});

export const startedSessionSchema = z
  .object({ challenge: z.union([startedChallengeSchema, stepwiseChallengeSchema]).nullable(), attempts_left: whole })
  .meta({ id: "StartedSession" });

export const sessionStepBodySchema = challengeStepBodySchema.extend({
  challenge_id: z.string().meta({ description: "The id of the challenge that the last start drew." }),
});

export const completeSessionBodySchema = completeChallengeBodySchema.partial().extend({
  challenge_id: z.string().optional().meta({ description: "The id of the challenge that the last start drew." }),
  simulate: z.string().optional().meta({ description: "In a test session: the outcome of the attempt." }),
});

export const completedSessionSchema = z
  .object({
    outcome: z.enum(["done", "try_again", "not_confirmed", "in_review", "challenge_needed"]).meta({
      description: "`challenge_needed`: nothing was counted. Start a challenge; its selfie may be the same.",
    }),
    because: z.enum(fixable).nullable().meta({ description: "What the person can improve." }),
    attempts_left: whole,
  })
  .meta({ id: "CompletedSession" });
