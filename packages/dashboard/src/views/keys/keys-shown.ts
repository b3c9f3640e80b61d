import type { Key } from "@selfsame/server/api/v3/schemas/keys";

/** The keys to list. Ended playground keys, which live for an hour, are left out because they interest nobody. */
export function keysShown(keys: readonly Key[], show: "active" | "all"): readonly Key[] {
  return keys.filter((key) => key.status === "active" || (show === "all" && !isPlaygroundKey(key)));
}

function isPlaygroundKey({ name, expires_at }: Key): boolean {
  return name === "Playground" && expires_at !== null;
}

/** Number of active keys created with a key, directly or through other keys. */
export function activeHeirs(keys: readonly Key[], id: string): number {
  const made = keys.filter(({ created_with }) => created_with === id);
  return made.reduce((sum, key) => sum + Number(key.status === "active") + activeHeirs(keys, key.id), 0);
}
