import { z } from "zod";
import { count, timeMs } from "./basics.ts";

/** What a member of a team may do: each what those before it may, and more. */
export const role = z.enum(["viewer", "reviewer", "developer", "admin", "owner"]);
export type Role = z.output<typeof role>;

/** A team: what owns keys, usage and a plan. */
export const account = z.object({
  id: z.string(),
  /** Empty before its setup. */
  name: z.string(),
  plan: z.string(),
  createdAtMs: timeMs,
  closed: z.boolean(),
});
export type Account = z.output<typeof account>;

/** How the user authenticated; null if it was not recorded or no user was signed in. */
export const signedInBy = z
  .enum(["password", "password+totp", "password+recovery", "passkey", "oidc", "link", "cli"])
  .nullable();

/** A user of the dashboard. */
const user = z.object({
  id: z.string(),
  /** Null before the setup. */
  email: z.string().nullable(),
  /** Runs the service: sees every account, plans, models and health. */
  operator: z.boolean(),
});

const team = z.object({ id: z.string(), name: z.string(), role });
export type Team = z.output<typeof team>;

export const me = z.object({
  user,
  /** The current team, and the user's role in it. */
  account,
  role,
  /** Every team of theirs that is open. */
  teams: z.array(team),
  sessionId: z.string(),
  /** The team asks for a second factor and they have none: all that they can do there is set one up. */
  factorNeeded: z.boolean(),
  signedInBy,
});
export type Me = z.output<typeof me>;

export const state = z.object({
  /** False while the first account waits for its setup link. */
  claimed: z.boolean(),
  me: me.nullable(),
  /** Where passkeys can be made and used; null where the service's address allows none. */
  passkeyOrigin: z.string().nullable(),
  /** Whether links are also sent by mail. */
  sendsMail: z.boolean(),
});
export type State = z.output<typeof state>;

/** As operators see it. */
export const accountRow = account.extend({
  /** E-mails. */
  owners: z.array(z.string()),
  memberCount: count,
  /** Requests of this month, whatever came of them. */
  monthCount: count,
  /** Of them, those that count for the plan's month. */
  monthUsed: count,
  /** Null: the plan has no limit a month. */
  monthQuota: count.nullable(),
});
export type AccountRow = z.output<typeof accountRow>;

/** A user as operators see them. */
export const person = user.extend({
  createdAtMs: timeMs,
  /** False until they have chosen one by their link. */
  hasPassword: z.boolean(),
  /** Whether a user has proven that the address is theirs. */
  emailProven: z.boolean(),
  teams: z.array(team),
});
export type Person = z.output<typeof person>;
