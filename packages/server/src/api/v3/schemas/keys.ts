import { z } from "zod";
import { scopes } from "../../../access/scopes.ts";
import { rangesMax } from "../../../keys/address-ranges.ts";
import { overlapSecondsMax } from "../../../keys/changes.ts";
import { keyKinds } from "../../../keys/format.ts";
import { pageQuerySchema } from "./webhooks.ts";

const rate = z.number().min(0).max(1);
const time = z.string().meta({ format: "date-time" });
const ownLimit = z.int().positive().max(1_000_000_000).nullable();

const limitsSchema = z
  .strictObject({ requests_per_minute: ownLimit, requests_per_month: ownLimit, concurrent_requests: ownLimit })
  .meta({ id: "KeyLimits", description: "Beside those of the plan; null: no limit of its own." });

/** What a key may be changed in. */
const settings = {
  name: z.string().trim().min(1).max(64).meta({ description: "What you call it." }),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional().meta({
    description:
      "What it may call. When a key is made: those of the key that makes it, without `keys:write`, unless given. Not of public keys.",
  }),
  address_ranges: z.array(z.string().max(100)).max(rangesMax).optional().meta({
    description: "Where it may be used from, such as `192.0.2.0/24`. Empty: from anywhere. Not of public keys.",
  }),
  allowed_origins: z.array(z.string().max(300)).max(20).optional().meta({
    description: "Of a public key, which needs one at least: the origins of the pages that use it.",
  }),
  limits: limitsSchema.optional(),
  require_challenge: z.boolean().optional(),
  require_passive_liveness: z.boolean().optional(),
  allow_several_faces: z.boolean().optional(),
  threshold: rate.nullable().optional().meta({
    description:
      "The similarity from which two faces match, where the request does not say. Null: the team's, or else the model's own. Not of public keys.",
  }),
  expires_at: z.iso.datetime().nullable().optional().meta({ description: "When it ends by itself; null: never." }),
};

export const newKeySchema = z.strictObject({
  ...settings,
  kind: z.enum(keyKinds).optional().meta({
    description: "`private` unless given; with a test key `test`, and nothing else.",
  }),
});
export const changeKeySchema = z.strictObject(settings).partial();

export const rotateKeySchema = z.strictObject({
  overlap_s: z
    .int()
    .min(0)
    .max(overlapSecondsMax)
    .default(24 * 3600)
    .meta({ description: "How long the old key lives on beside the new one: seconds, 7 days at most." }),
});

const keyFields = {
  id: z.string(),
  name: z.string(),
  kind: z.enum(keyKinds),
  display: z.string().meta({ description: "Prefix and last four characters, to recognize it by." }),
  status: z.enum(["active", "expired", "revoked"]),
  scopes: z
    .array(z.enum(scopes))
    .nullable()
    .meta({ description: "Null: all but `keys:write`, those of later versions included." }),
  address_ranges: z.array(z.string()).meta({ description: "Empty: from anywhere." }),
  allowed_origins: z.array(z.string()),
  limits: limitsSchema,
  require_challenge: z.boolean(),
  require_passive_liveness: z.boolean(),
  allow_several_faces: z.boolean(),
  threshold: rate.nullable().meta({ description: "Null: the team's, or else the model's own." }),
  successor_id: z.string().nullable().meta({ description: "The key that rotation made." }),
  created_at: time,
  expires_at: time.nullable(),
  revoked_at: time.nullable(),
  last_used_on: z.string().nullable().meta({ format: "date", description: "A day, UTC." }),
};

export const keySchema = z.object(keyFields).meta({ id: "Key" });
export const madeKeySchema = z
  .object({ ...keyFields, secret: z.string().meta({ description: "The key itself. Shown in this answer only." }) })
  .meta({ id: "MadeKey" });
export const keysSchema = z
  .object({ keys: z.array(keySchema).meta({ description: "The newest first." }), next_cursor: z.string().nullable() })
  .meta({ id: "Keys" });
export const keysQuerySchema = pageQuerySchema;
