import { z } from "zod";
import { signedInBy } from "./account.ts";
import { count, timeMs } from "./basics.ts";

export const auditEntry = z.object({
  id: count,
  atMs: timeMs,
  accountId: z.string().nullable(),
  /** Null if the account was deleted. */
  accountName: z.string().nullable(),
  /** Whether the actor is an operator of the service outside the team. */
  byOperator: z.boolean(),
  /** To a team of its members only. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  actor: z.string().nullable(),
  target: z.string().nullable(),
  /** The name of the object in `target`; null if it has none or was deleted. */
  targetName: z.string().nullable(),
  address: z.string().nullable(),
  signedInBy,
});
export type AuditEntry = z.output<typeof auditEntry>;
