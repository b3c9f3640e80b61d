import { z } from "zod";
import { count, timeMs } from "./basics.ts";

/** Roles of team members, ascending: each includes the rights of those before. */
export const role = z.enum(["viewer", "reviewer", "developer", "admin", "owner"]);
export type Role = z.output<typeof role>;

/** A team: it owns keys, usage and a plan. */
export const account = z.object({
  id: z.string(),
  /** Empty before the setup. */
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
  /** Whether the user is an operator, who sees every account, plans, models and health. */
  operator: z.boolean(),
});

const team = z.object({ id: z.string(), name: z.string(), role });
export type Team = z.output<typeof team>;

export const me = z.object({
  user,
  /** The current team, and the user's role in it. */
  account,
  role,
  /** All open teams of the user. */
  teams: z.array(team),
  sessionId: z.string(),
  /** The team requires a second factor and the user has none: they can only set one up. */
  factorNeeded: z.boolean(),
  signedInBy,
});
export type Me = z.output<typeof me>;

export const state = z.object({
  /** False while the first account has not used its setup link. */
  claimed: z.boolean(),
  me: me.nullable(),
  /** Where passkeys can be created and used; null if the service's address does not allow them. */
  passkeyOrigin: z.string().nullable(),
  /** Whether links are also sent by e-mail. */
  sendsMail: z.boolean(),
});
export type State = z.output<typeof state>;

/** An account as operators see it. */
export const accountRow = account.extend({
  /** E-mails. */
  owners: z.array(z.string()),
  memberCount: count,
  /** Requests of this month, whatever the outcome. */
  monthCount: count,
  /** The part of these requests that counts toward the plan's monthly limit. */
  monthUsed: count,
  /** Null: the plan has no monthly limit. */
  monthQuota: count.nullable(),
});
export type AccountRow = z.output<typeof accountRow>;

/** A user as operators see them. */
export const person = user.extend({
  createdAtMs: timeMs,
  /** False until the user has set a password by their link. */
  hasPassword: z.boolean(),
  /** Whether the user has proven that the address is theirs. */
  emailProven: z.boolean(),
  teams: z.array(team),
});
export type Person = z.output<typeof person>;
