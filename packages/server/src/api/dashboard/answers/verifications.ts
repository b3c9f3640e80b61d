import { z } from "zod";
import { count, timeMs } from "./basics.ts";

/** Whether an e-mail is sent when sessions wait for a review, and whether the service sends e-mail at all. */
export const reviewMail = z.object({ on: z.boolean(), sendsMail: z.boolean() });
export type ReviewMail = z.output<typeof reviewMail>;

/** How many sessions wait for a review, at most 100, and how many of these are assigned to the requesting user. */
export const waitingReviews = z.object({ waiting: count, mine: count, oldestMs: timeMs.nullable() });
export type WaitingReviews = z.output<typeof waitingReviews>;

/** By the day on which they were made, UTC; each but the last is also counted in the one before. */
export const verificationFunnel = z.object({
  days: z.array(
    z.object({
      startMs: timeMs,
      made: count,
      opened: count,
      consented: count,
      captured: count,
      verified: count,
      /** Of the made ones. */
      ended: count,
    }),
  ),
});
export type VerificationFunnel = z.output<typeof verificationFunnel>;
