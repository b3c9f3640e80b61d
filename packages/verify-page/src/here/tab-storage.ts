/** Kept for this tab, so that a reload goes on where it was. Browsers that forbid it lose no more than that. */
export interface TabStorage {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

export function tabStorage(): TabStorage {
  const memory = new Map<string, string>();
  try {
    const { sessionStorage } = window;
    sessionStorage.setItem("selfsame-try", "");
    return {
      get: (name) => sessionStorage.getItem(`selfsame-${name}`),
      set: (name, value) => sessionStorage.setItem(`selfsame-${name}`, value),
    };
  } catch {
    return { get: (name) => memory.get(name) ?? null, set: (name, value) => void memory.set(name, value) };
  }
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** What the service tells this tab from the person's other devices by: 22 random letters and digits. */
export function deviceId(keep: TabStorage): string {
  const kept = keep.get("device");
  if (kept) return kept;
  // Of a byte the first 248 values: so each letter is as likely.
  let id = "";
  while (id.length < 22) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 248) id += letters[byte % 62] ?? "";
  }
  keep.set("device", id);
  return id;
}
