import type { Key } from "@selfsame/server/api/v3/schemas/keys";

/** Those that the person looks for. The playground's own keys live for an hour; ended ones say nothing to anybody. */
export function keysShown(keys: readonly Key[], show: "active" | "all"): readonly Key[] {
  return keys.filter((key) => key.status === "active" || (show === "all" && !isPlaygroundKey(key)));
}

function isPlaygroundKey({ name, expires_at }: Key): boolean {
  return name === "Playground" && expires_at !== null;
}

/** How many active keys were created with a key, or with one that was. */
export function activeHeirs(keys: readonly Key[], id: string): number {
  const made = keys.filter(({ created_with }) => created_with === id);
  return made.reduce((sum, key) => sum + Number(key.status === "active") + activeHeirs(keys, key.id), 0);
}
