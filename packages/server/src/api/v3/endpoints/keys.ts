import type { z } from "zod";
import { type GivenBounds, type KeyBounds, unbounded } from "../../../keys/bounds.ts";
import { changeKey, revokeKey, rotateKey } from "../../../keys/changes.ts";
import { type GivenProblem, readGiven } from "../../../keys/given.ts";
import { type ApiKey, createKey, findKey, listKeysPage } from "../../../keys/keys.ts";
import { beyondOwn, mayMake, type OwnKey } from "../../../keys/within-own.ts";
import { nextCursor, placeOf } from "../../../store/pagination.ts";
import type { Answer, Context, EndpointDeps, JsonEndpoint, PlainEndpoint, Rejection } from "../endpoint.ts";
import { once } from "../once.ts";
import { type Asked, keyData, paramOf, settingsOf } from "./key-data.ts";
import {
  changeKeySchema,
  keySchema,
  keysQuerySchema,
  keysSchema,
  madeKeySchema,
  newKeySchema,
  rotateKeySchema,
} from "../schemas/keys.ts";

const tag = "Keys and usage";
const noKey: Rejection = { code: "key_not_found" };
const secretShown: Rejection = { code: "secret_already_shown", param: "Idempotency-Key" };

const example = {
  id: "key_8vN3xQ5rTb1Lw7Zc",
  name: "Tenant 1207",
  kind: "private",
  display: "ss_sk_...x7Qa",
  status: "active",
  scopes: ["verify", "sessions"],
  address_ranges: ["192.0.2.0/24"],
  allowed_origins: [],
  limits: { requests_per_minute: 60, requests_per_month: 5000, concurrent_requests: null },
  require_challenge: false,
  require_passive_liveness: false,
  require_signed_document: false,
  allow_several_faces: true,
  threshold: null,
  successor_id: null,
  created_at: "2026-11-22T09:30:00.000Z",
  expires_at: null,
  revoked_at: null,
  last_used_on: null,
} as const;
const madeExample = { ...example, secret: "ss_sk_5fKq8Zr1Vb7Nw2Xc5Yd9Tsq4Zb1Jd8f3w0mTnC5rX9" };

const actorOf = ({ caller, address }: Context) => ({ actor: caller.keyId, address });
const beyond = (field: keyof typeof paramOf): Rejection => ({ code: "beyond_own_key", param: paramOf[field] });
const invalid = ({ field, ...problem }: GivenProblem): Rejection => ({
  code: "invalid_parameter",
  param: paramOf[field],
  ...("detail" in problem && { detail: problem.detail }),
});
const isPast = (ms: number | null | undefined, nowMs: number): boolean => typeof ms === "number" && ms <= nowMs;

/** The key that asks. */
async function ownKey({ keys }: EndpointDeps, { caller }: Context): Promise<ApiKey> {
  const own = await findKey(keys, caller.accountId, caller.keyId);
  if (!own) throw new Error("a key that is known is not in the store");
  return own;
}

/** A public key is bounded by its origins: what it may do is in no other key's bounds. */
const isBeyond = (key: OwnKey & Pick<ApiKey, "kind">, own: OwnKey) =>
  key.kind === "public" ? undefined : beyondOwn(key, own);

export const createKeyEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/keys",
  name: "v3.create_key",
  key: "private",
  tag,
  status: 201,
  makes: true,
  summary: "Create a key",
  description: `Creates an API key of the same account, for a tenant or a service of yours. The response has its \`secret\`, once: a repeated request with
the same Idempotency-Key returns \`secret_already_shown\`. The key may do no more than the key that creates it. Omitted fields are taken from that key, without \`keys:write\`.

A key with all scopes does not have \`keys:write\`: name it explicitly (dashboard, or \`selfsame keys create Provisioning --scope keys:write verify\`).`,
  json: newKeySchema,
  jsonBytesMax: 16 * 1024,
  data: madeKeySchema,
  codes: ["invalid_parameter", "unsupported_content_type", "beyond_own_key", "too_many_keys", "secret_already_shown"],
  example: { summary: "A key", data: madeExample },
  run: async (deps, json, context) => {
    const { keys } = deps;
    const { caller } = context;
    const { kind = caller.test ? "test" : "private", ...asked } = json as z.infer<typeof newKeySchema>;
    if (!mayMake(caller, kind)) return { code: "beyond_own_key", param: "kind" };
    const own = await ownKey(deps, context);
    const settings = settingsOf(asked);
    if (isPast(settings.expiresAtMs, keys.now())) return { code: "invalid_parameter", param: "expires_at" };
    const given = readGiven(kind, { ...settings, allowedOrigins: settings.allowedOrigins ?? [] });
    if ("problem" in given) return invalid(given);
    const bounds = kind === "public" ? unbounded : inheritedOf(own, given);
    if (bounds.scopes?.length === 0) return { code: "invalid_parameter", param: "scopes" };
    const demands = {
      requireChallenge: settings.requireChallenge ?? own.requireChallenge,
      requirePassiveLiveness: settings.requirePassiveLiveness ?? own.requirePassiveLiveness,
      requireSignedDocument: settings.requireSignedDocument ?? own.requireSignedDocument,
      allowSeveralFaces: settings.allowSeveralFaces ?? own.allowSeveralFaces,
      threshold: kind === "public" ? null : settings.threshold === undefined ? own.threshold : settings.threshold,
    };
    const field = isBeyond({ kind, ...demands, ...bounds }, own);
    if (field) return beyond(field);
    const key = { ...settings, ...given, ...demands, ...bounds, name: asked.name, kind };
    return once(keys.store, context, {
      asked: ["v3.create_key", JSON.stringify(json)],
      make: async (storeAnswer) => {
        const made = await createKey(keys, actorOf(context), caller.accountId, key, (db, { id }) =>
          storeAnswer(db, { id }),
        );
        if (!made) return { code: "too_many_keys" };
        return { outcome: "created", status: 201, data: { ...keyData(made.key), secret: made.secret } };
      },
      again: () => secretShown,
    });
  },
};

/** What a new key has where nothing is said. */
function inheritedOf(own: KeyBounds, given: GivenBounds): KeyBounds {
  return {
    scopes: given.scopes ?? own.scopes?.filter((scope) => scope !== "keys:write") ?? null,
    addressRanges: given.addressRanges ?? own.addressRanges,
    limits: given.limits ?? own.limits,
  };
}

export const listKeysEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/keys",
  name: "v3.list_keys",
  key: "private",
  tag,
  summary: "List keys",
  description: "Keys of the account, including ended ones, without their secrets. A test key lists test keys only.",
  query: keysQuerySchema,
  data: keysSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One key", data: { keys: [example], next_cursor: null } },
  run: async ({ keys }, query, { caller }) => {
    const { limit, cursor } = query as z.infer<typeof keysQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
    const page = await listKeysPage(keys, caller.accountId, { limit, after, testOnly: caller.test });
    return { outcome: "listed", data: { keys: page.rows.map(keyData), next_cursor: nextCursor(page) } };
  },
};

type RunOnKey = (deps: EndpointDeps, asked: unknown, context: Context, key: ApiKey, own: ApiKey) => Promise<Answer>;

/** @param how whether the key has to lie within the one that asks: who could rotate a key that may do more would hold it */
function onKey(how: "any" | "within", run: RunOnKey) {
  return async (deps: EndpointDeps, asked: unknown, context: Context): Promise<Answer> => {
    const { caller, params } = context;
    const key = await findKey(deps.keys, caller.accountId, params["id"] ?? "");
    if (!key || (caller.test && key.kind !== "test")) return noKey;
    const own = await ownKey(deps, context);
    const field = how === "within" ? isBeyond(key, own) : undefined;
    return field ? beyond(field) : run(deps, asked, context, key, own);
  };
}

export const getKey: PlainEndpoint = {
  method: "GET",
  path: "/keys/:id",
  name: "v3.get_key",
  key: "private",
  tag,
  summary: "Read a key",
  description: "Settings, state and the day of last use, without the secret.",
  data: keySchema,
  codes: ["key_not_found"],
  example: { summary: "A key", data: example },
  run: onKey("any", async (_deps, _query, _context, key) => ({ outcome: "found", data: keyData(key) })),
};

export const changeKeyEndpoint: JsonEndpoint = {
  method: "PATCH",
  path: "/keys/:id",
  name: "v3.change_key",
  key: "private",
  tag,
  summary: "Change a key",
  description:
    "Changes the fields that the body names. The key may do no more than the key that changes it, neither before nor after the change.",
  json: changeKeySchema,
  jsonBytesMax: 16 * 1024,
  data: keySchema,
  codes: ["invalid_parameter", "unsupported_content_type", "beyond_own_key", "key_not_found", "key_not_active"],
  example: { summary: "Changed", data: { ...example, name: "Tenant 1207, archive" } },
  run: onKey("within", async ({ keys }, json, context, before, own) => {
    const settings = settingsOf(json as Asked);
    if (isPast(settings.expiresAtMs, keys.now())) return { code: "invalid_parameter", param: "expires_at" };
    const given = readGiven(before.kind, settings);
    if ("problem" in given) return invalid(given);
    const change = { ...settings, ...given };
    const after = {
      ...before,
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    };
    const field = isBeyond(after, own);
    if (field) return beyond(field);
    const changed = await changeKey(keys, actorOf(context), context.caller.accountId, before.id, change);
    if (changed.outcome === "not_found") return noKey;
    return changed.outcome === "changed"
      ? { outcome: "changed", data: keyData(changed.key) }
      : { code: "key_not_active" };
  }),
};

export const revokeKeyEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/keys/:id",
  name: "v3.revoke_key",
  key: "private",
  tag,
  summary: "Revoke a key",
  description:
    "Revokes the key permanently, on every node within seconds. It stays in the list. Repeating the request changes nothing. A key may revoke itself.",
  data: keySchema,
  codes: ["beyond_own_key", "key_not_found"],
  example: {
    summary: "Revoked",
    data: { ...example, status: "revoked", revoked_at: "2026-11-22T10:00:00.000Z" },
  },
  run: onKey("within", async ({ keys }, _query, context, { id }) => {
    const key = await revokeKey(keys, actorOf(context), context.caller.accountId, id);
    return key ? { outcome: "revoked", data: keyData(key) } : noKey;
  }),
};

export const rotateKeyEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/keys/:id/rotate",
  name: "v3.rotate_key",
  key: "private",
  tag,
  status: 201,
  makes: true,
  summary: "Rotate a key",
  description:
    "Creates a successor with the same name, kind, settings and lifetime. The old key works until the overlap ends. The response has the successor's `secret`, once. A key may rotate itself.",
  json: rotateKeySchema,
  data: madeKeySchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "beyond_own_key",
    "key_not_found",
    "key_not_active",
    "secret_already_shown",
  ],
  example: { summary: "The successor", data: madeExample },
  run: onKey("within", async ({ keys }, json, context, { id }) => {
    const { overlap_s } = json as z.infer<typeof rotateKeySchema>;
    return once(keys.store, context, {
      asked: ["v3.rotate_key", id, JSON.stringify(json)],
      make: async (storeAnswer) => {
        const { accountId } = context.caller;
        const rotated = await rotateKey(keys, actorOf(context), accountId, id, overlap_s, (db, made) =>
          storeAnswer(db, { id: made.id }),
        );
        if (rotated.outcome !== "rotated") return rotated.outcome === "not_found" ? noKey : { code: "key_not_active" };
        return { outcome: "rotated", status: 201, data: { ...keyData(rotated.key), secret: rotated.secret } };
      },
      again: () => secretShown,
    });
  }),
};
