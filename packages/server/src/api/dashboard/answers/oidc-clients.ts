import { z } from "zod";

const time = z.string();

const oidcClient = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the client only takes test sessions. */
  test: z.boolean(),
  authentication: z.enum(["secret", "private_key_jwt"]),
  redirect_uris: z.array(z.string()),
  /** Whether authorization requests must be pushed by the back channel. */
  par_required: z.boolean(),
  /** Of the client's public keys; null without keys. */
  key_ids: z.array(z.string().nullable()),
  /** When the secret before the last rotation stops working. */
  old_secret_until: time.nullable(),
  created_at: time,
});

export type OidcClient = z.output<typeof oidcClient>;

export const oidcClients = z.object({
  /** Null if the service is not an OpenID Connect provider. */
  issuer: z.string().nullable(),
  clients: z.array(oidcClient),
});
export type OidcClients = z.output<typeof oidcClients>;

export const oneOidcClient = z.object({ client: oidcClient });

/** `secret`: shown once; null for a client that signs with a key. */
export const madeOidcClient = z.object({ client: oidcClient, secret: z.string().nullable() });
export type MadeOidcClient = z.output<typeof madeOidcClient>;
