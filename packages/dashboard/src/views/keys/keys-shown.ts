import type { Key } from "@selfsame/server/api/dashboard/answers/keys";

/** Those that the person looks for. The playground's own keys live for an hour; ended ones say nothing to anybody. */
export function keysShown(keys: readonly Key[], show: "active" | "all"): readonly Key[] {
  return keys.filter((key) => key.status === "active" || (show === "all" && !isPlaygroundKey(key)));
}

function isPlaygroundKey({ name, expiresAtMs }: Key): boolean {
  return name === "Playground" && expiresAtMs !== null;
}
