import { hashSecret } from "@selfsame/platform/ids/ids";
import type { Counters } from "../../limits/counters.ts";
import { normalizeEmail } from "./users.ts";
import { networkOf, wideNetworkOf } from "../../limits/network.ts";

export interface TooMany {
  readonly outcome: "too_many_attempts";
  readonly retryAfterSeconds: number;
}

/** Waits before a guess is checked. Rejects when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Failures in 15 minutes after which further attempts are rejected. `network` is higher, since an office of forgetful users may share one. */
export const failuresMax = { device: 10, networkOnAccount: 10, network: 50, code: 5 } as const;
/** Failures on an account, from all networks together, after which an attempt from an unknown device is delayed. */
export const failuresAtOnce = 10;
const windowSeconds = 15 * 60;
const delayMs = { least: 500, most: 8_000 } as const;
/** Delayed guesses on one account at a time: in all, and from one network (a provider's customer or site). */
const waitingMax = { account: 16, network: 2 } as const;

/** A delayed guess. */
interface Waiting {
  readonly network: string;
  /** Failures of its network on this account, this guess included. */
  readonly failures: number;
  readonly leave: () => void;
}

export interface Attempt {
  /** Counts the attempt before the password is checked, so that concurrent attempts count as well. */
  begin(signal: AbortSignal): Promise<TooMany | undefined>;
  /** Called when the password was right: removes this attempt and the earlier failures of its network or device from the counters. */
  forgive(): Promise<void>;
}

/**
 * Limits guesses by network and not by account: otherwise ten wrong guesses from anywhere would lock the owner out. After ten guesses on an account
 * from any networks, further ones are delayed. When too many are delayed, a guess from a network with fewer failures displaces one from the network
 * with the most. So an owner with a new device in another network still gets in. A device that has signed in to the account before has its own
 * counter and is never delayed (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function createAttempts(counters: Counters, pause: Pause) {
  const waiting = new Map<string, readonly Waiting[]>();

  const over = async (name: string, most: number): Promise<TooMany | undefined> => {
    const { value, resetMs } = await counters.add(name, 1, windowSeconds);
    if (value <= most) return undefined;
    return { outcome: "too_many_attempts", retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) };
  };

  /** Delays the guess; the delay doubles with each further guess on the account. */
  const slowDown = async (account: string, network: string, signal: AbortSignal): Promise<TooMany | undefined> => {
    const { value } = await counters.add(account, 1, windowSeconds);
    if (value <= failuresAtOnce) return undefined;
    const failed = await counters.add(`${account}:from:${network}`, 1, windowSeconds);
    const ms = Math.min(delayMs.most, delayMs.least * 2 ** (value - failuresAtOnce - 1));
    const full = { outcome: "too_many_attempts", retryAfterSeconds: Math.ceil(delayMs.most / 1000) } as const;
    const place = takePlace(account, { network, failures: failed.value });
    if (!place) return full;
    try {
      // The pause ends early when the client disconnects; the password queue then rejects the guess.
      await pause(ms, AbortSignal.any([signal, place.taken])).catch(() => undefined);
      return place.taken.aborted ? full : undefined;
    } finally {
      const left = (waiting.get(account) ?? []).filter((one) => one !== place.waiting);
      if (left.length > 0) waiting.set(account, left);
      else waiting.delete(account);
    }
  };

  /** @returns undefined when no place is free; `taken` aborts when a guess from a network with fewer failures takes the place */
  const takePlace = (account: string, { network, failures }: Omit<Waiting, "leave">) => {
    const before = waiting.get(account) ?? [];
    if (before.filter((one) => one.network === network).length >= waitingMax.network) return undefined;
    const [worst] = before.toSorted((a, b) => b.failures - a.failures);
    const isFull = before.length >= waitingMax.account;
    if (isFull && worst !== undefined && worst.failures <= failures) return undefined;
    if (isFull) worst?.leave();
    const place = new AbortController();
    const own: Waiting = { network, failures, leave: () => place.abort() };
    waiting.set(account, [...before.filter((one) => !isFull || one !== worst), own]);
    return { waiting: own, taken: place.signal };
  };

  /**
   * The e-mail is hashed, since the counters may be stored in Redis.
   *
   * @param deviceId of a device that has signed in to this account before
   */
  const signIn = (email: string, address: string, deviceId: string | undefined): Attempt => {
    if (deviceId !== undefined) return simple(`device:${deviceId}`);
    const account = `account:${hashSecret(normalizeEmail(email))}`;
    const network = `network:${networkOf(address)}`;
    const both = `${account}:${network}`;
    const wide = wideNetworkOf(address);
    return {
      begin: async (signal) =>
        (await over(network, failuresMax.network)) ??
        (await over(both, failuresMax.networkOnAccount)) ??
        (await slowDown(account, wide, signal)),
      forgive: async () => {
        await counters.clear(both);
        await counters.clear(`${account}:from:${wide}`);
        await counters.add(account, -1, windowSeconds);
        await counters.add(network, -1, windowSeconds);
      },
    };
  };

  const simple = (name: string, most: number = failuresMax.device): Attempt => ({
    begin: () => over(name, most),
    forgive: () => counters.clear(name),
  });

  /** For a signed-in user who enters the password again. */
  const confirm = (sessionId: string): Attempt => simple(`session:${sessionId}`);

  /** For a user who has shown the password and enters a code. @param deviceId as above */
  const code = (userId: string, deviceId: string | undefined): Attempt =>
    deviceId === undefined ? simple(`code:${userId}`, failuresMax.code) : simple(`code-device:${deviceId}`);

  return { signIn, confirm, code };
}

export type Attempts = ReturnType<typeof createAttempts>;
