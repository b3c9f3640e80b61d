import { z } from "zod";
import { qualityIssues } from "@selfsame/face/face";
import { between, listQuerySchema, nextCursor, searched, time } from "./common.ts";
import { challengeDetailsSchema } from "./performances.ts";
import { lightResults } from "../../../liveness/challenge/light/judge-light.ts";

const milliseconds = z.number().min(0);

export const loggedRequestSchema = z
  .object({
    id: z.string().meta({ description: "Its own: several requests may have one `request_id`." }),
    request_id: z.string(),
    key_id: z.string().nullable().meta({
      description: "Null for the hosted page of a session that was created in the dashboard.",
    }),
    key_name: z.string().nullable().meta({ description: "Null once the key is deleted." }),
    route: z.string().meta({ description: "Method and path as the reference has them." }),
    status: z.int().nullable().meta({ description: "Null if the client disconnected before the response." }),
    outcome: z.string().meta({
      description: "`match`, `no_match`, `analyzed` ...; `error` if there is a code.",
    }),
    code: z.string().nullable().meta({ description: "The error's code. For version 2: its name in the log." }),
    quality_issues: z.record(z.string(), z.array(z.enum(qualityIssues))).meta({
      description: "By photo, what to improve. Photos without an issue are omitted.",
    }),
    light: z.enum(lightResults).nullable().meta({
      description:
        "Of a completed challenge, its verify or a session's attempt: the result of the screen colors. Null if there were none.",
    }),
    challenge_details: challengeDetailsSchema,
    stages_ms: z.record(z.string(), milliseconds).meta({
      description:
        "Milliseconds by stage, of all photos together. Photos run in parallel, so the sum can exceed `duration_ms`.",
    }),
    duration_ms: milliseconds,
    node: z.string().meta({ description: "The node that responded." }),
    answered_at: time,
  })
  .meta({ id: "LoggedRequest" });
export type LoggedRequest = z.output<typeof loggedRequestSchema>;

export const requestsQuerySchema = listQuerySchema(["answered_at", "duration_ms"], {
  id_prefix: searched.meta({ description: "What the `request_id` begins with." }),
  key_id: searched.meta({ description: "Only requests of this key." }),
  outcome: searched.meta({
    description: "Only this outcome: `match`, `no_match`, `error` ...; or the code of an error.",
  }),
  route: searched.meta({ description: "Only this method and path, such as `POST /api/v3/verify`." }),
  ...between,
});

export const loggedRequestsSchema = z
  .object({
    requests: z.array(loggedRequestSchema),
    kept_days: z.int().min(0).meta({ description: "How many days requests are stored. 0: they are not logged." }),
    next_cursor: nextCursor,
  })
  .meta({ id: "LoggedRequests" });
export type LoggedRequests = z.output<typeof loggedRequestsSchema>;
