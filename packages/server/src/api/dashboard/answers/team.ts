import { z } from "zod";
import { challengeModes } from "../../../liveness/challenge/challenge-mode.ts";
import { statusDemands } from "../../../documents/status/status-demand.ts";
import { lightUses } from "../../../liveness/challenge/light/light-use.ts";
import { role } from "./account.ts";
import { timeMs } from "./basics.ts";

/** The live challenges that keys without a mode of their own accept. */
export const challengeMode = z.object({ mode: z.enum(challengeModes) });
export type ChallengeModeSetting = z.output<typeof challengeMode>;

/** Whether every selfie of the team's keys and sessions must pass passive liveness. */
export const passiveLiveness = z.object({ required: z.boolean() });
export type PassiveLiveness = z.output<typeof passiveLiveness>;

/** The similarity from which two faces match in version 3 if the request sets none. Null: the next default applies, at last the model's. */
export const teamThresholds = z.object({
  team: z.number().nullable(),
  /** For verification sessions; takes precedence over the key's. */
  sessions: z.number().nullable(),
});
export type TeamThresholds = z.output<typeof teamThresholds>;

/** Screen colors shown after the steps of live challenges. */
export const screenColors = z.object({
  /** Null: the installation's setting. */
  use: z.enum(lightUses).nullable(),
  /** "off" applies to every team. */
  installation: z.enum(lightUses),
});
export type ScreenColors = z.output<typeof screenColors>;

/** Whether wallet documents are checked against their issuers' status lists. */
export const documentStatus = z.object({
  /** Null: the installation's setting. */
  demand: z.enum(statusDemands).nullable(),
  installation: z.enum(statusDemands),
});
export type DocumentStatus = z.output<typeof documentStatus>;

const days = z.int().nullable();

/** How long the team's data is stored. */
export const retention = z.object({
  /** Days. Null: the installation's. */
  own: z.object({ sessionsDays: days, batchResultsDays: days, requestLogDays: days }),
  /** The maximum a team can set. `requestLogDays` 0: no request is logged. */
  installation: z.object({ sessionsDays: z.int(), batchResultsDays: z.int(), requestLogDays: z.int() }),
});
export type RetentionSetting = z.output<typeof retention>;

/** The key to which photos of the team's sessions are sealed. Null: no photos are stored. */
export const evidenceSettings = z.object({
  evidence: z
    .object({
      public_key: z.object({ kty: z.literal("OKP"), crv: z.literal("X25519"), x: z.string() }),
      /** Thumbprint of the key (RFC 7638). */
      thumbprint: z.string(),
      days: z.int(),
      /** Null if the key was set before this was recorded. */
      set_at_ms: timeMs.nullable(),
    })
    .nullable(),
});

export type EvidenceSetting = z.output<typeof evidenceSettings>;

export const member = z.object({
  /** The person's. */
  id: z.string(),
  email: z.string().nullable(),
  /** Whether the user has proven that the address is theirs. */
  emailProven: z.boolean(),
  role,
  createdAtMs: timeMs,
});
export type Member = z.output<typeof member>;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  createdAtMs: timeMs,
  expiresAtMs: timeMs,
});
export type Invitation = z.output<typeof invitation>;

/** To who holds its link. */
export const openInvitation = z.object({
  accountName: z.string(),
  email: z.string(),
  role,
  expiresAtMs: timeMs,
  /** Whether the invited person has an account already, and signs in to accept. */
  hasSignIn: z.boolean(),
  /** That sign-in's address is not proven, and the link proves it: who cannot sign in takes the address over. */
  mayTakeOver: z.boolean(),
});
export type OpenInvitation = z.output<typeof openInvitation>;
