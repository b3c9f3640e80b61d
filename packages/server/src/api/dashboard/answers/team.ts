import { z } from "zod";
import { role } from "./account.ts";
import { timeMs } from "./basics.ts";

export const member = z.object({
  /** The person's. */
  id: z.string(),
  email: z.string().nullable(),
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
});
export type OpenInvitation = z.output<typeof openInvitation>;
