import { z } from "zod";

/** Settings of a session for an OpenID Connect client. */
export const oidcBody = {
  oidc_client: z.string().min(1).max(64).optional().meta({
    description:
      "The OpenID Connect client that sends the person: the session waits for its authorization request with the same `login_hint`. Needs a reference.",
  }),
  login_hint: z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u)
    .optional()
    .meta({
      description: "With `oidc_client`: what the client names the person by in its authorization request. Not stored.",
    }),
};

export const oidcSchema = z
  .object({
    client: z.string(),
    sub: z.string().meta({ description: "The `sub` of the ID token: the same at each session of this person." }),
  })
  .nullable()
  .meta({ description: "The OpenID Connect client that sends the person, and what it knows the person by." });
