import { z } from "zod";

/** The consent as returned to the hosted page. */
export const pageConsentSchema = z.object({
  version: z.string().nullable(),
  given: z.boolean(),
  can_withdraw: z.boolean().meta({
    description: "Whether the consent can be taken back: it was given, and there is no verdict yet.",
  }),
  own: z
    .object({ version: z.string(), texts: z.record(z.string(), z.string()) })
    .nullable()
    .meta({
      description:
        "Before the consent: the account's own texts by language, and their version, which `POST /session/start` takes. Null: the account has none. In a language that is not there, the page shows the service's words.",
    }),
});
