import { z } from "zod";
import { scopes } from "../../../accounts/access/scopes.ts";
import { bySwitchWire, keySwitches } from "../../../accounts/access/key-switches.ts";
import { rangesMax } from "../../../accounts/keys/address-ranges.ts";
import { overlapSecondsMax, overlapSecondsUsual } from "@selfsame/platform/secrets/overlap";
import { challengeModes } from "../../../liveness/challenge/challenge-mode.ts";
import { keyKinds } from "../../../accounts/keys/format.ts";
import { nextCursor, pageQuerySchema, time } from "./common.ts";

const rate = z.number().min(0).max(1);
const ownLimit = z.int().positive().max(1_000_000_000).nullable();

const limitsSchema = z
  .strictObject({ requests_per_minute: ownLimit, requests_per_month: ownLimit, concurrent_requests: ownLimit })
  .meta({ id: "KeyLimits", description: "In addition to the plan's; null: no limit of its own." });

/** The fields of a key that can be changed. */
const settings = {
  name: z.string().trim().min(1).max(64).meta({ description: "Your name for it." }),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).nullable().optional().meta({
    description:
      "What it may call. Null: all but `keys:write`, those of later versions included. Default: the scopes of the key that creates it, without `keys:write`. Not for public keys.",
  }),
  address_ranges: z.array(z.string().max(100)).max(rangesMax).optional().meta({
    description: "Where it may be used from, such as `192.0.2.0/24`. Empty: from anywhere. Not for public keys.",
  }),
  allowed_origins: z.array(z.string().max(300)).max(20).optional().meta({
    description: "For a public key, which needs at least one: the origins of the pages that use it.",
  }),
  limits: limitsSchema.optional(),
  ...bySwitchWire((name) => z.boolean().optional().meta({ description: keySwitches[name].description })),
  challenge_mode: z.enum(challengeModes).nullable().optional().meta({
    description:
      "Which live challenges it starts and accepts: `stepwise` rejects those that show all steps at once, `any` accepts them, for pages with an older camera. Null: as the team has it. Default: that of the key that creates it, otherwise `stepwise`.",
  }),
  threshold: rate.nullable().optional().meta({
    description:
      "The similarity from which two faces match, if the request does not set one. Null: the team's, otherwise the model's. Not for public keys.",
  }),
  expires_at: z.iso.datetime().nullable().optional().meta({
    description: "When it expires; null: never. Default: when the key that creates it expires.",
  }),
};

export const newKeySchema = z.strictObject({
  ...settings,
  kind: z.enum(keyKinds).optional().meta({
    description: "Default: `private`. With a test key only `test`.",
  }),
});
export const changeKeySchema = z.strictObject(settings).partial();

export const rotateKeySchema = z.strictObject({
  overlap_s: z
    .int()
    .min(0)
    .max(overlapSecondsMax)
    .default(overlapSecondsUsual)
    .meta({ description: "How long the old key works beside the new one: seconds, 7 days at most." }),
});

const keyStatuses = ["active", "expired", "revoked"] as const;
const keyFields = {
  id: z.string(),
  name: z.string(),
  kind: z.enum(keyKinds),
  display: z.string().meta({ description: "Prefix and last four characters, to recognize it by." }),
  status: z.enum(keyStatuses),
  scopes: z
    .array(z.enum(scopes))
    .nullable()
    .meta({ description: "Null: all but `keys:write`, those of later versions included." }),
  address_ranges: z.array(z.string()).meta({ description: "Empty: from anywhere." }),
  allowed_origins: z.array(z.string()),
  limits: limitsSchema,
  ...bySwitchWire(() => z.boolean()),
  challenge_mode: z.enum(challengeModes).nullable().meta({ description: "Null: as the team has it." }),
  threshold: rate.nullable().meta({ description: "Null: the team's, otherwise the model's." }),
  successor_id: z.string().nullable().meta({ description: "The key that a rotation created." }),
  created_with: z
    .string()
    .nullable()
    .meta({ description: "The key that created it. Null: created in the dashboard or on the command line." }),
  created_by: z
    .string()
    .nullable()
    .meta({ description: "The id of the user who created it. Null: another key or the command line did." }),
  creator_left: z.boolean().meta({
    description: "Whether nobody who created or rotated it belongs to the team any more.",
  }),
  created_at: time,
  expires_at: time.nullable(),
  revoked_at: time.nullable(),
  last_used_on: z.string().nullable().meta({ format: "date", description: "A day, UTC." }),
  used_this_month: z.int().min(0).nullable().meta({
    description: "How many of its own `requests_per_month` are used. Null: it has no such limit, or has ended.",
  }),
};

export const keySchema = z.object(keyFields).meta({ id: "Key" });
export type Scope = (typeof scopes)[number];
export type Key = z.output<typeof keySchema>;
export const madeKeySchema = z
  .object({ ...keyFields, secret: z.string().meta({ description: "The key itself. Shown in this response only." }) })
  .meta({ id: "MadeKey" });
export type MadeKey = z.output<typeof madeKeySchema>;
export const keysSchema = z
  .object({ keys: z.array(keySchema).meta({ description: "The newest first." }), next_cursor: nextCursor })
  .meta({ id: "Keys" });
export type Keys = z.output<typeof keysSchema>;
export const keysQuerySchema = pageQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(1000).default(20).meta({ description: "How many: 1 to 1,000." }),
  status: z.enum(keyStatuses).optional().meta({ description: "Only keys of this status." }),
});
export const revokeKeyQuerySchema = z.strictObject({
  created_with: z.enum(["true", "false"]).default("false").meta({
    description: "`true` also revokes the keys that were created with it, and those that they created.",
  }),
});
