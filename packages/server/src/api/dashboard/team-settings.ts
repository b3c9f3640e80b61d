import type { Kysely } from "kysely";
import { z } from "zod";
import { accountNameLengthMax } from "../../accounts/people/accounts/accounts.ts";
import { hasFactor } from "../../accounts/people/factors/has-factor.ts";
import { factorRequired } from "../../accounts/people/teams/required-factor.ts";
import { passiveLivenessRequired } from "../../accounts/people/teams/required-passive-liveness.ts";
import { reviewSettings } from "../../accounts/people/teams/review-settings.ts";
import type { Asking } from "../../accounts/people/teams/changes.ts";
import type { Role } from "../../accounts/people/teams/roles.ts";
import { teamName } from "../../accounts/people/teams/team-name.ts";
import { teamThresholds } from "../../accounts/people/teams/thresholds.ts";
import { statusDemand } from "../../documents/status/status-demand.ts";
import { ownRetention, tooLong } from "../../features/retention/own-retention.ts";
import type { Retention } from "../../features/retention/periods.ts";
import { readPublicKey } from "../../features/sessions/evidence/public-key.ts";
import { evidenceDays, sealedEvidence } from "../../features/sessions/evidence/settings.ts";
import { challengeMode, challengeModes } from "../../liveness/challenge/challenge-mode.ts";
import { lightUse } from "../../liveness/challenge/light/light-use.ts";
import { changeSetting, type Setting } from "@selfsame/platform/settings/setting";
import type { Schema } from "@selfsame/platform/store/schema";
import { timeMs } from "./answers/basics.ts";
import { DashboardError } from "./errors.ts";
import { parseValue } from "./parse.ts";

interface Deps {
  readonly retention: Retention;
  readonly now: () => number;
}

/** A row of the table below. */
interface Row<Value extends z.ZodType, Change extends z.ZodType> {
  readonly setting: Setting<z.output<Value>, z.output<Change>>;
  /** The lowest role that may change it. */
  readonly needs: Role;
  /** Whether the user must have confirmed their identity a short while ago. */
  readonly confirmed?: true;
  readonly value: Value;
  /** What a change may be, if not each value. */
  readonly change: Change;
  /** What depends on the user or the installation. @throws DashboardError */
  readonly check?: (change: z.output<Change>, db: Kysely<Schema>, me: Asking, deps: Deps) => Promise<void> | void;
}

/** Hides a row's types behind functions, so that the rows are one table. */
function row<Value extends z.ZodType, Change extends z.ZodType>(given: Row<Value, Change>) {
  const { setting, needs, confirmed = false, value, change, check } = given;
  return {
    needs,
    confirmed,
    value,
    valueIn: setting.valueIn,
    /** @returns makes the change, in a transaction. @throws DashboardError naming the field at fault */
    read: (name: string, sent: unknown) => {
      const wanted = parseValue(change, sent, name);
      return async (db: Kysely<Schema>, me: Asking, deps: Deps): Promise<void> => {
        await check?.(wanted, db, me, deps);
        await changeSetting(db, me.by, me.accountId, setting, wanted, deps.now());
      };
    },
  };
}

/** Of a setting that may be changed to each of its values. */
const plain = <Value extends z.ZodType>(value: Value, given: Omit<Row<Value, Value>, "value" | "change">) =>
  row({ ...given, value, change: value });

const similarity = z.number().min(0).max(1).nullable();
const days = z.int().min(1).nullable();
const publicKeyProblems = {
  private: "private_key",
  not_x25519: "invalid_public_key",
  weak: "invalid_public_key",
} as const;
const publicKey = z.object({ kty: z.literal("OKP"), crv: z.literal("X25519"), x: z.string() });

/** The only table of a team's settings. */
export const teamSettings = {
  name: row({
    setting: teamName,
    needs: "admin",
    value: z.string(),
    change: z.string().trim().min(1).max(accountNameLengthMax),
  }),
  secondFactorRequired: plain(z.boolean(), {
    setting: factorRequired,
    needs: "owner",
    confirmed: true,
    check: async (required, db, { userId }) => {
      // The owner would be locked out first.
      if (required && !(await hasFactor(db, userId))) throw new DashboardError("factor_first");
    },
  }),
  passiveLivenessRequired: plain(z.boolean(), { setting: passiveLivenessRequired, needs: "admin" }),
  challengeMode: plain(z.enum(challengeModes), { setting: challengeMode, needs: "admin" }),
  screenColors: plain(lightUse.value, { setting: lightUse, needs: "admin" }),
  documentStatus: plain(statusDemand.value, { setting: statusDemand, needs: "admin" }),
  thresholds: plain(z.strictObject({ team: similarity, sessions: similarity }), {
    setting: teamThresholds,
    needs: "admin",
  }),
  retention: plain(z.strictObject({ sessionsDays: days, batchResultsDays: days, requestLogDays: days }), {
    setting: ownRetention,
    needs: "admin",
    check: (own, _db, _me, { retention }) => {
      const field = tooLong(own, retention);
      if (field !== undefined) throw new DashboardError("invalid_request", { field });
    },
  }),
  review: plain(z.strictObject({ reviewFailed: z.boolean(), byTwo: z.boolean() }), {
    setting: reviewSettings,
    needs: "owner",
  }),
  /** The private key opens photos of people. */
  evidence: row({
    setting: sealedEvidence,
    needs: "owner",
    confirmed: true,
    value: z.object({ publicKey, thumbprint: z.string(), days: z.int(), setAtMs: timeMs.nullable() }).nullable(),
    change: z
      .strictObject({
        // As JWKs come, with other members: only those of the key itself are stored.
        publicKey: z.record(z.string().max(40), z.unknown()).transform((jwk) => {
          const key = readPublicKey(jwk);
          if (typeof key === "string") throw new DashboardError(publicKeyProblems[key], { field: "publicKey" });
          return key;
        }),
        days: z.int().min(1).max(evidenceDays.max).default(evidenceDays.usual),
      })
      .nullable(),
  }),
} as const;

export type TeamSettingName = keyof typeof teamSettings;

/** The settings as they are sent, without those of the installation. */
export const teamSettingsShape = Object.fromEntries(
  Object.entries(teamSettings).map(([name, { value }]) => [name, value]),
) as { readonly [Name in TeamSettingName]: (typeof teamSettings)[Name]["value"] };
