import { pathTo } from "@selfsame/verify-page/here/service-path";
import { effect, signal } from "@preact/signals";

/** Whether the last request reached the server. Views show what they have meanwhile. */
export const online = signal(true);

/** Counts up when the server is back: what waits for it asks anew. */
export const reconnections = signal(0);

const retryEveryMs = 2000;

export function sawServer(reached: boolean): void {
  if (reached && !online.value) reconnections.value += 1;
  online.value = reached;
}

async function look(): Promise<void> {
  try {
    await fetch(pathTo("/health/live"), { cache: "no-store" });
    sawServer(true);
  } catch {
    // Still away.
  }
}

/** Looks for the server while it is away. */
export function watchConnection(): void {
  window.addEventListener("offline", () => sawServer(false));
  window.addEventListener("online", () => void look());
  effect(() => {
    if (online.value) return;
    const timer = setInterval(() => void look(), retryEveryMs);
    return () => clearInterval(timer);
  });
}
