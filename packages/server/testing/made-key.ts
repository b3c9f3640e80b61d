import assert from "node:assert/strict";
import { createKey, type KeyActor, type KeyDeps, type MadeKey, type NewKey } from "../src/accounts/keys/keys.ts";

/** For tests: creates a key, and fails if a rule rejects it. */
export async function madeKey(deps: KeyDeps, by: KeyActor, accountId: string, key: NewKey): Promise<MadeKey> {
  const made = await createKey(deps, by, accountId, key);
  assert.ok(made.outcome === "created");
  return made;
}
