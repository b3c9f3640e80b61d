import { z } from "zod";
import { role } from "./account.ts";
import { timeMs } from "./basics.ts";

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
