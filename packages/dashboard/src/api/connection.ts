import { pathTo } from "@selfsame/verify-page/here/service-path";
import { effect, signal } from "@preact/signals";

/** Whether the last request reached the server. If not, views keep showing the data they have. */
export const online = signal(true);

/** Incremented when the server can be reached again, so that resources are requested again. */
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
    // Still unreachable.
  }
}

/** Polls the server while it cannot be reached. */
export function watchConnection(): void {
  window.addEventListener("offline", () => sawServer(false));
  window.addEventListener("online", () => void look());
  effect(() => {
    if (online.value) return;
    const timer = setInterval(() => void look(), retryEveryMs);
    return () => clearInterval(timer);
  });
}
