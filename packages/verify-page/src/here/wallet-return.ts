/** Credentials that a tab stores for the tab that the wallet opens. The wallet's response only counts in the same browser. */
import type { Credentials } from "../service/ask.ts";

const name = "selfsame-wallet-return";
/** The validity of a wallet request. */
const lifeMs = 10 * 60_000;

/** @returns false if the browser stores nothing: the wallet then cannot return to this browser */
export function leaveForReturn(credentials: Credentials): boolean {
  try {
    localStorage.setItem(name, JSON.stringify({ ...credentials, untilMs: Date.now() + lifeMs }));
    return true;
  } catch {
    return false;
  }
}

/** Reads and deletes the credentials. @returns undefined in another browser than the one that sent the request */
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

/** Deletes the credentials after the wallet responded or the request was abandoned. */
export function forgetReturn(): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // A browser that stores nothing.
  }
}
