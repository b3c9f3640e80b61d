/** Storage for this tab, so that a reload continues at the same step. If the browser forbids storage, only that is lost. */
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

/** Identifies this tab to the service, which distinguishes the person's devices by it: 22 random letters and digits. */
export function deviceId(keep: TabStorage): string {
  const kept = keep.get("device");
  if (kept) return kept;
  // Only byte values below 248 are used, so that every letter is equally likely.
  let id = "";
  while (id.length < 22) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 248) id += letters[byte % 62] ?? "";
  }
  keep.set("device", id);
  return id;
}
