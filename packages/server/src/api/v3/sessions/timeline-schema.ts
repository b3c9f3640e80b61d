import { z } from "zod";
import { reviewDecisions, reviewerKinds } from "../../../features/sessions/session.ts";
import { timelineKinds } from "../../../features/sessions/reports/timeline.ts";
import { time } from "../schemas/common.ts";

const whole = z.int().min(0);

const deliverySchema = z.object({
  endpoint_id: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: whole,
});

const timelineEntrySchema = z
  .object({
    kind: z.enum(timelineKinds),
    at: time,
    device: z.string().nullable().meta({ description: "Coarse: `phone`." }),
    browser: z.string().nullable(),
    number: whole.nullable().meta({ description: "Of the attempt, the comparison or the link, from 1." }),
    passed: z.boolean().nullable().meta({ description: "For an attempt or a comparison." }),
    challenge: z.enum(["passed", "failed"]).nullable(),
    hint: z.string().nullable().meta({ description: "What the person could improve: `light`, `distance` ..." }),
    issues: z.array(z.string()).meta({ description: "Quality issues of the selfie." }),
    steps: z.array(z.object({ step: z.string(), seen: z.boolean().nullable() })).meta({
      description: "Of the live challenge, in order, and whether the frame shows the step. Null: not measured.",
    }),
    check: z.string().nullable().meta({ description: "The check of the live challenge that failed." }),
    photo: z
      .union([z.literal("selfie"), whole])
      .nullable()
      .meta({ description: "Its photo: the selfie, or the number of a step." }),
    session_id: z.string().nullable().meta({ description: "For `repeated`: the other session." }),
    request_id: z.string().nullable().meta({ description: "The request that made the attempt." }),
    why: z.enum(["model_changed", "key_changed", "replaced"]).nullable().meta({
      description: "Why the service ended the session.",
    }),
    decision: z.enum(reviewDecisions).nullable(),
    reason: z.string().nullable(),
    by: z.enum(reviewerKinds).nullable().meta({ description: "Who acted for the team: a user, or a key." }),
    person: z.string().nullable().meta({ description: "The user who acted: an id." }),
    to: z.string().nullable().meta({ description: "For `assigned`: the reviewer's id. Null: nobody." }),
    text: z.string().nullable().meta({ description: "Of a note." }),
    reasons: z.array(z.string()).meta({ description: "Why the attempt or the session failed." }),
    deliveries: z.array(deliverySchema).meta({ description: "Where the event was sent." }),
  })
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const timelineSchema = z
  .object({
    id: z.string().meta({ description: "The session's." }),
    entries: z.array(timelineEntrySchema).meta({ description: "In order of time." }),
  })
  .meta({ id: "SessionTimeline" });
export type SessionTimeline = z.output<typeof timelineSchema>;
