import type { Key } from "@selfsame/server/api/dashboard/answers/keys";

interface Filter {
  readonly text: string;
  readonly show: "active" | "all";
}

/** Those that the person looks for. The playground's own keys live for an hour; ended ones say nothing to anybody. */
export function keysShown(keys: readonly Key[], { text, show }: Filter): readonly Key[] {
  const wanted = text.trim().toLowerCase();
  return keys.filter((key) => {
    if (key.status !== "active" && (show === "active" || isPlaygroundKey(key))) return false;
    return wanted === "" || key.name.toLowerCase().includes(wanted) || key.display.toLowerCase().includes(wanted);
  });
}

function isPlaygroundKey({ name, expiresAtMs }: Key): boolean {
  return name === "Playground" && expiresAtMs !== null;
}
