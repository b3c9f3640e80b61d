import { z } from "zod";
import { challengeModes } from "../../../liveness/challenge/challenge-mode.ts";
import { statusDemands } from "../../../documents/status/status-demand.ts";
import { lightUses } from "../../../liveness/challenge/light/light-use.ts";
import { role } from "./account.ts";
import { timeMs } from "./basics.ts";

/** Which live challenges the keys accept that have no mode of their own. */
export const challengeMode = z.object({ mode: z.enum(challengeModes) });
export type ChallengeModeSetting = z.output<typeof challengeMode>;

/** Whether every selfie of the team's keys and sessions has to pass the passive liveness check. */
export const passiveLiveness = z.object({ required: z.boolean() });
export type PassiveLiveness = z.output<typeof passiveLiveness>;

/** From which similarity two faces match in version 3, where the request does not say. Null: the next that is set, at last the model's own. */
export const teamThresholds = z.object({
  team: z.number().nullable(),
  /** Of verification sessions, before their key's. */
  sessions: z.number().nullable(),
});
export type TeamThresholds = z.output<typeof teamThresholds>;

/** Colors that the screen shows after the steps of live challenges. */
export const screenColors = z.object({
  /** Null: the installation's. */
  use: z.enum(lightUses).nullable(),
  /** "off" holds for every team. */
  installation: z.enum(lightUses),
});
export type ScreenColors = z.output<typeof screenColors>;

/** Whether wallets' documents are looked up in the status lists of their issuers. */
export const documentStatus = z.object({
  /** Null: the installation's. */
  demand: z.enum(statusDemands).nullable(),
  installation: z.enum(statusDemands),
});
export type DocumentStatus = z.output<typeof documentStatus>;

const days = z.int().nullable();

/** How long what is the team's is stored. */
export const retention = z.object({
  /** Days. Null: the installation's. */
  own: z.object({ sessionsDays: days, batchResultsDays: days, requestLogDays: days }),
  /** The most that a team can have. `requestLogDays` 0: no request is logged. */
  installation: z.object({ sessionsDays: z.int(), batchResultsDays: z.int(), requestLogDays: z.int() }),
});
export type RetentionSetting = z.output<typeof retention>;

/** To whom photos of the team's sessions are sealed. Null: nothing is. */
export const evidenceSettings = z.object({
  evidence: z
    .object({
      public_key: z.object({ kty: z.literal("OKP"), crv: z.literal("X25519"), x: z.string() }),
      /** Of the key (RFC 7638). */
      thumbprint: z.string(),
      days: z.int(),
      /** Null where it was set before that was stored. */
      set_at_ms: timeMs.nullable(),
    })
    .nullable(),
});

export type EvidenceSetting = z.output<typeof evidenceSettings>;

export const member = z.object({
  /** The person's. */
  id: z.string(),
  email: z.string().nullable(),
  /** Whether a user has proven that the address is theirs. */
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
  /** Whether the invited person has a sign-in already, and signs in to accept. */
  hasSignIn: z.boolean(),
  /** That sign-in's address is not proven, and the link proves it: who cannot sign in takes the address over. */
  mayTakeOver: z.boolean(),
});
export type OpenInvitation = z.output<typeof openInvitation>;
