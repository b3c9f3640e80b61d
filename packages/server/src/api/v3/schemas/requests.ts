import { z } from "zod";
import { qualityIssues } from "./faces.ts";

const milliseconds = z.number().min(0);

export const loggedRequestSchema = z
  .object({
    request_id: z.string(),
    key_id: z.string().nullable().meta({
      description: "Null for the hosted page of a session that was made in the dashboard.",
    }),
    route: z.string().meta({ description: "Method and path as the reference has them." }),
    status: z.int().nullable().meta({ description: "Null where the client had gone before the answer." }),
    outcome: z.string().meta({
      description: "In domain words: `match`, `no_match`, `analyzed` ...; `error` where there is a code.",
    }),
    code: z.string().nullable().meta({ description: "The error's. Of version 2: its name in the log." }),
    quality_issues: z.record(z.string(), z.array(z.enum(qualityIssues))).meta({
      description: "By photo, what a better one would have to mend. Photos without an issue are left out.",
    }),
    stages_ms: z.record(z.string(), milliseconds).meta({
      description:
        "Milliseconds by stage. Of several photos together, which are looked at side by side: the sum may be more than `duration_ms`.",
    }),
    duration_ms: milliseconds,
    node: z.string().meta({ description: "Which node answered." }),
    answered_at: z.string().meta({ format: "date-time" }),
  })
  .meta({ id: "LoggedRequest" });
