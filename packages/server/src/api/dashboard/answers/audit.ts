import { z } from "zod";
import { signedInBy } from "./account.ts";
import { count, timeMs } from "./basics.ts";

export const auditEntry = z.object({
  id: count,
  atMs: timeMs,
  accountId: z.string().nullable(),
  /** Null where that account is gone. */
  accountName: z.string().nullable(),
  /** An operator of the service, who is not in the team. */
  byOperator: z.boolean(),
  /** To a team of its members only. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  actor: z.string().nullable(),
  target: z.string().nullable(),
  /** What the id in `target` is called; null where it has no name, or is gone. */
  targetName: z.string().nullable(),
  address: z.string().nullable(),
  signedInBy,
});
export type AuditEntry = z.output<typeof auditEntry>;
