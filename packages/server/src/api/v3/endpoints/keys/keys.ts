import type { z } from "zod";
import { bySwitchWire, switchesIn, usualSwitches } from "../../../../accounts/access/key-switches.ts";
import { changeKey, revokeKey, rotateKey } from "../../../../accounts/keys/changes.ts";
import { type GivenProblem, readGiven } from "../../../../accounts/keys/given.ts";
import {
  type ApiKey,
  createKey,
  findKey,
  type KeyActor,
  listKeysPage,
  type MadeKey,
  type NewKey,
  type OutOfBounds,
} from "../../../../accounts/keys/keys.ts";
import { nextCursor, placeOf } from "@selfsame/platform/store/queries/pagination";
import type { Context, EndpointDeps, JsonEndpoint, PlainEndpoint, Rejection } from "../../endpoint.ts";
import { once } from "../../once.ts";
import { beyondKey } from "./beyond-key.ts";
import { type Asked, keyAnswers, paramOf, settingsOf } from "./key-data.ts";
import {
  changeKeySchema,
  keySchema,
  keysQuerySchema,
  keysSchema,
  madeKeySchema,
  newKeySchema,
  revokeKeyQuerySchema,
  rotateKeySchema,
} from "../../schemas/keys.ts";

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
  ...bySwitchWire((name) => usualSwitches[name]),
  challenge_mode: "stepwise",
  threshold: null,
  successor_id: null,
  created_with: "key_5Yt2mB9sWq4Xc1Lz",
  created_by: null,
  creator_left: false,
  created_at: "2026-11-22T09:30:00.000Z",
  expires_at: null,
  revoked_at: null,
  last_used_on: null,
  used_this_month: 0,
} as const;
const madeExample = { ...example, secret: "ss_sk_5fKq8Zr1Vb7Nw2Xc5Yd9Tsq4Zb1Jd8f3w0mTnC5rX9" };

/** A calling key may grant only what is within its own bounds; a user of the dashboard has none. */
const actorOf = ({ caller, by }: Context): KeyActor => (by.actor === caller.keyId ? { ...by, key: caller.keyId } : by);

async function keyAnswer(deps: EndpointDeps, accountId: string, key: ApiKey) {
  const [answer] = await keyAnswers(deps, accountId, [key]);
  return answer as NonNullable<typeof answer>;
}
const madeAnswer = async (deps: EndpointDeps, accountId: string, { key, secret }: MadeKey) => ({
  ...(await keyAnswer(deps, accountId, key)),
  secret,
});
const invalid = (problem: GivenProblem): Rejection => ({
  code: "invalid_parameter",
  param: paramOf[problem.field],
  message: complaintOf(problem),
});
function complaintOf(problem: GivenProblem): string {
  const param = `\`${paramOf[problem.field]}\``;
  switch (problem.problem) {
    case "not_of_public_keys":
      return `A public key cannot have ${param}.`;
    case "invalid_address_range":
      return `${param}: ${problem.detail}.`;
    case "invalid_origin":
      return `An origin is a scheme and a host, such as \`https://example.com\`. A public key needs one in ${param}; other keys have none.`;
  }
}
const past: Rejection = {
  code: "invalid_parameter",
  param: "expires_at",
  message: "`expires_at` lies in the past.",
  hint: "Send a later time, or null for a key that does not expire.",
};
const isPast = (ms: number | null | undefined, nowMs: number): boolean => typeof ms === "number" && ms <= nowMs;

const rejectionOf = (refused: OutOfBounds): Rejection =>
  refused.outcome === "key_ended" ? { code: "invalid_api_key" } : beyondKey(refused);

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
the same Idempotency-Key returns \`secret_already_shown\`. The key may do no more than the key that creates it, and works no longer. Omitted fields are taken from that key, without \`keys:write\`. Requests with it
also count against the own limits of the key that creates it.

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
    const settings = settingsOf(asked);
    if (isPast(settings.expiresAtMs, keys.now())) return past;
    const given = readGiven(kind, { ...settings, allowedOrigins: settings.allowedOrigins ?? [] });
    if ("problem" in given) return invalid(given);
    return once(keys.store, context, {
      asked: ["v3.create_key", JSON.stringify(json)],
      make: async (storeAnswer) => {
        const key = { ...settings, ...given, name: asked.name, kind };
        const wanted = (own: ApiKey | undefined) => (own ? inherited(key, own) : key);
        const made = await createKey(keys, actorOf(context), caller.accountId, wanted, (db, { id }) =>
          storeAnswer(db, { id }),
        );
        if (made.outcome === "too_many") return { code: "too_many_keys" };
        if (made.outcome !== "created") return rejectionOf(made);
        return { outcome: "created", status: 201, data: await madeAnswer(deps, caller.accountId, made) };
      },
      again: () => secretShown,
    });
  },
};

/** Defaults of a new key: those of the creating key, without the right to create keys. A public key is bounded by its origins. */
function inherited(asked: NewKey, own: ApiKey): NewKey {
  const given = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  ) as unknown as NewKey;
  const { expiresAtMs, challengeMode } = own;
  const demands = { expiresAtMs, ...switchesIn(own), challengeMode };
  if (asked.kind === "public") return { ...demands, ...given };
  const scopes = own.scopes?.filter((scope) => scope !== "keys:write") ?? null;
  const { addressRanges, limits, threshold } = own;
  return { ...demands, scopes, addressRanges, limits, threshold, ...given };
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
  run: async (deps, query, { caller }) => {
    const { limit, cursor, status } = query as z.infer<typeof keysQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
    const page = await listKeysPage(deps.keys, caller.accountId, { limit, after, status, testOnly: caller.test });
    const keys = await keyAnswers(deps, caller.accountId, page.rows);
    return { outcome: "listed", data: { keys, next_cursor: nextCursor(page) } };
  },
};

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
  run: async (deps, _query, { caller, params }) => {
    const key = await findKey(deps.keys, caller.accountId, params["id"] ?? "");
    if (!key || (caller.test && key.kind !== "test")) return noKey;
    return { outcome: "found", data: await keyAnswer(deps, caller.accountId, key) };
  },
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
  run: async (deps, json, context) => {
    const { keys } = deps;
    const { caller, params } = context;
    const settings = settingsOf(json as Asked);
    if (isPast(settings.expiresAtMs, keys.now())) return past;
    const before = await findKey(keys, caller.accountId, params["id"] ?? "");
    if (!before || (caller.test && before.kind !== "test")) return noKey;
    // The kind of a key never changes.
    const given = readGiven(before.kind, settings);
    if ("problem" in given) return invalid(given);
    const change = { ...settings, ...given };
    const changed = await changeKey(keys, actorOf(context), caller.accountId, before.id, change);
    switch (changed.outcome) {
      case "changed":
        return { outcome: "changed", data: await keyAnswer(deps, caller.accountId, changed.key) };
      case "not_found":
        return noKey;
      case "not_active":
        return { code: "key_not_active" };
      case "beyond":
      case "key_ended":
        return rejectionOf(changed);
    }
  },
};

export const revokeKeyEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/keys/:id",
  name: "v3.revoke_key",
  key: "private",
  tag,
  summary: "Revoke a key",
  description:
    "Revokes the key permanently, on every node within seconds. It stays in the list. Repeating the request changes nothing. A key may revoke itself. Keys that were created with it keep working unless `created_with` is `true`.",
  query: revokeKeyQuerySchema,
  data: keySchema,
  codes: ["invalid_parameter", "beyond_own_key", "key_not_found"],
  example: {
    summary: "Revoked",
    data: { ...example, status: "revoked", revoked_at: "2026-11-22T10:00:00.000Z" },
  },
  run: async (deps, query, context) => {
    const { caller, params } = context;
    const withMade = (query as z.infer<typeof revokeKeyQuerySchema>).created_with === "true";
    const revoked = await revokeKey(deps.keys, actorOf(context), caller.accountId, params["id"] ?? "", { withMade });
    if (revoked.outcome === "not_found") return noKey;
    if (revoked.outcome !== "revoked") return rejectionOf(revoked);
    return { outcome: "revoked", data: await keyAnswer(deps, caller.accountId, revoked.key) };
  },
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
    "Creates a successor with the same name, kind, settings and lifetime, which counts against the same limits and expires no later than the key that rotates it. The old key works until the overlap ends; keys that it creates meanwhile expire with it. The response has the successor's `secret`, once. A key may rotate itself.",
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
  run: (deps, json, context) => {
    const { keys } = deps;
    const { overlap_s } = json as z.infer<typeof rotateKeySchema>;
    const { accountId } = context.caller;
    const id = context.params["id"] ?? "";
    return once(keys.store, context, {
      asked: ["v3.rotate_key", id, JSON.stringify(json)],
      make: async (storeAnswer) => {
        const rotated = await rotateKey(keys, actorOf(context), accountId, id, overlap_s, (db, made) =>
          storeAnswer(db, { id: made.id }),
        );
        switch (rotated.outcome) {
          case "rotated":
            return { outcome: "rotated", status: 201, data: await madeAnswer(deps, accountId, rotated) };
          case "not_found":
            return noKey;
          case "not_active":
            return { code: "key_not_active" };
          case "beyond":
          case "key_ended":
            return rejectionOf(rotated);
        }
      },
      again: () => secretShown,
    });
  },
};
