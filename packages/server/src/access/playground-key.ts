import type { Actor } from "./audit.ts";
import { revokeKey } from "./key-changes.ts";
import { createKey, listKeys } from "./keys.ts";
import type { KeyDeps, MadeKey } from "./keys.ts";

const name = "Playground";
const lifeMs = 3600_000;

/**
 * A private key for trying things out from the dashboard, with a short life; the one made before ends. The dashboard calls the same API
 * as everybody, so what is tried there is limited and counted like everything else.
 */
export async function makePlaygroundKey(deps: KeyDeps, by: Actor, accountId: string): Promise<MadeKey | undefined> {
  for (const key of await listKeys(deps, accountId)) {
    if (key.name === name && key.status === "active" && key.expiresAtMs !== null) {
      await revokeKey(deps, by, accountId, key.id);
    }
  }
  return createKey(deps, by, accountId, { name, kind: "private", expiresAtMs: deps.now() + lifeMs });
}
