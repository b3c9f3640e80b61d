import type { KeyEnd } from "../../../accounts/access/access.ts";
import type { Scope } from "../../../accounts/access/scopes.ts";
import type { Problem } from "../envelope.ts";
import { quoted } from "./in-words.ts";

const endings = {
  revoked: {
    message: "This API key was revoked.",
    hint: "Use another key, or create one (dashboard, API keys). A key that was rotated has a successor, whose secret was shown at the rotation.",
  },
  expired: {
    message: "This API key has expired.",
    hint: "Create another key (dashboard, API keys), and set a later date or none. An expired key cannot be extended.",
  },
  closed: {
    message: "The team of this API key is closed.",
    hint: "Ask the operator of this service.",
  },
} as const;

/** Why a key is invalid. The reason is given only to callers who hold the whole key. @param why undefined for an unknown key */
export function invalidKey(why: KeyEnd | undefined): Problem {
  const code = "invalid_api_key";
  return why === undefined ? { code } : { code, ...endings[why] };
}

/** Only test keys may choose an outcome. */
export const simulatedLive: Problem = {
  code: "invalid_parameter",
  param: "simulate",
  message: "`simulate` is for test keys, and the key is a live one.",
  hint: "Leave `simulate` out, or use a key that starts with `ss_tk_`: `selfsame keys create Local --kind test`, or the dashboard.",
};

/** @param has null: all scopes except those that must be granted by name */
export function scopeMissing(needed: Scope, has: readonly Scope[] | null): Problem {
  const own = has === null ? "all scopes but those that have to be named" : quoted(has);
  return {
    code: "scope_missing",
    message: `This endpoint needs the scope \`${needed}\`. The key has ${own}.`,
    hint: `Give the key the scope \`${needed}\` (dashboard, API keys; version 3: \`PATCH /keys/{id}\`), or use another key.`,
  };
}
