/** What a tab leaves for the one that the wallet opens in this browser: only there does the wallet's answer count. */
import type { Credentials } from "../service/ask.ts";

const name = "selfsame-wallet-return";
/** As long as a request is valid. */
const lifeMs = 10 * 60_000;

/** @returns false in a browser that stores nothing: then the wallet has no way back */
export function leaveForReturn(credentials: Credentials): boolean {
  try {
    localStorage.setItem(name, JSON.stringify({ ...credentials, untilMs: Date.now() + lifeMs }));
    return true;
  } catch {
    return false;
  }
}

/** Once. @returns undefined in another browser than the one that asked */
export function takeForReturn(): Credentials | undefined {
  try {
    const text = localStorage.getItem(name);
    forgetReturn();
    const { secret, device, untilMs } = JSON.parse(text ?? "{}") as Partial<Credentials & { untilMs: number }>;
    return secret && device && Date.now() < (untilMs ?? 0) ? { secret, device } : undefined;
  } catch {
    return undefined;
  }
}

/** The wallet has answered, or is not asked any more. */
export function forgetReturn(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // A browser that stores nothing.
  }
}
