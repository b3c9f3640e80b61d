import { z } from "zod";
import { signedInBy } from "./account.ts";
import { count, timeMs } from "./basics.ts";

export const auditEntry = z.object({
  id: count,
  atMs: timeMs,
  accountId: z.string().nullable(),
  /** To a team of its members only. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  actor: z.string().nullable(),
  target: z.string().nullable(),
  address: z.string().nullable(),
  signedInBy,
});
export type AuditEntry = z.output<typeof auditEntry>;
