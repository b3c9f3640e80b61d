import { z } from "zod";
import { clientsMax, isPublicKey, isRedirectUri } from "../../../features/oidc/clients.ts";
import { time } from "./common.ts";

const redirectUrisMax = 10;
const keysMax = 10;
/** Ten RSA keys of 4,096 bits have some 8 KB. */
const jwksBytesMax = 16 * 1024;

const settings = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}+$/u)
    .meta({ description: "Your name for it, 1 to 100 characters." }),
  // Of one host: a person has the same `sub` at all of them (OpenID Connect Core 1.0, 8.1).
  redirect_uris: z
    .array(z.string().min(1).max(2048).refine(isRedirectUri))
    .min(1)
    .max(redirectUrisMax)
    .refine((uris) => new Set(uris.map((uri) => URL.parse(uri)?.host)).size <= 1)
    .meta({
      description: `Where codes are sent: 1 to ${redirectUrisMax} addresses of one host, with https, or http on localhost; without a password and a \`#\`. They are compared exactly.`,
    }),
  par_required: z.boolean().meta({ description: "Whether authorization requests have to be pushed (RFC 9126)." }),
  jwks: z
    .object({ keys: z.array(z.record(z.string(), z.unknown()).refine(isPublicKey)).min(1).max(keysMax) })
    .refine((set) => Buffer.byteLength(JSON.stringify(set)) <= jwksBytesMax)
    .meta({
      description: `The client's public keys, with which it signs instead of using a secret (\`private_key_jwt\`): 1 to ${keysMax} of RSA with 2,048 to 8,192 bits and an exponent of at most 32 bits, P-256 or Ed25519. 16 KB at most.`,
    }),
};

export const newOidcClientSchema = z.strictObject({
  ...settings,
  par_required: settings.par_required.default(false),
  jwks: settings.jwks.optional(),
});

export const oidcClientChangesSchema = z.strictObject(settings).partial();

export const oidcClientSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    test: z.boolean().meta({ description: "Takes sessions of test keys, and no others." }),
    authentication: z.enum(["secret", "private_key_jwt"]),
    redirect_uris: z.array(z.string()),
    par_required: z.boolean(),
    key_ids: z
      .array(z.string().nullable())
      .meta({ description: "`kid` of each of its public keys. Empty for a client with a secret." }),
    old_secret_until: time
      .nullable()
      .meta({ description: "When the secret before the last rotation stops working. Null: it was not rotated." }),
    created_at: time,
  })
  .meta({ id: "OidcClient" });
export type OidcClient = z.output<typeof oidcClientSchema>;

export const oidcClientSecretSchema = oidcClientSchema
  .extend({ secret: z.string().nullable().meta({ description: "Shown once. Null: the client signs with a key." }) })
  .meta({ id: "OidcClientWithSecret" });
export type MadeOidcClient = z.output<typeof oidcClientSecretSchema>;

export const oidcClientsSchema = z.object({
  issuer: z.string().nullable().meta({ description: "Null: this service is no OpenID Connect provider." }),
  oidc_clients: z.array(oidcClientSchema).meta({ description: `The newest first, ${clientsMax} at most.` }),
});
export type OidcClients = z.output<typeof oidcClientsSchema>;
