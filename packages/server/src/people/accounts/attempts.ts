import { hashSecret } from "../../ids/ids.ts";
import type { Counters } from "../../limits/counters.ts";
import { normalizeEmail } from "./users.ts";
import { networkOf } from "../../limits/network.ts";

export interface TooMany {
  readonly outcome: "too_many_attempts";
  readonly retryAfterSeconds: number;
}

/** Waits before a guess is checked. Rejects when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Failures in a quarter of an hour, after which the next attempt is refused. A network may hold an office of people who forgot. */
export const failuresMax = { device: 10, networkOnAccount: 10, network: 50, code: 5 } as const;
/** Failures on an account, wherever they come from, after which an attempt from an unknown device waits. */
export const failuresAtOnce = 10;
const windowSeconds = 15 * 60;
const delayMs = { least: 500, most: 8_000 } as const;
/** Guesses on one account that wait at a time; the next is refused, to be made again when these are through. */
const waitingMax = 16;

export interface Attempt {
  /** Counts the attempt before the password is checked, so that concurrent attempts count as well. */
  begin(signal: AbortSignal): Promise<TooMany | undefined>;
  /** The password was right: it, and what this network or device failed before it, is forgotten. */
  forgive(): Promise<void>;
}

/**
 * Guesses are limited by network and not by account, or ten wrong guesses from anywhere would lock the owner out. After ten guesses spread over
 * many networks, further ones are slowed down. A device that has signed in to the account before is counted apart and never slowed down (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function createAttempts(counters: Counters, pause: Pause) {
  const waiting = new Map<string, number>();

  const over = async (name: string, most: number): Promise<TooMany | undefined> => {
    const { value, resetMs } = await counters.add(name, 1, windowSeconds);
    if (value <= most) return undefined;
    return { outcome: "too_many_attempts", retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) };
  };

  /** Holds the guess back, the longer the more there were. */
  const slowDown = async (account: string, signal: AbortSignal): Promise<TooMany | undefined> => {
    const { value } = await counters.add(account, 1, windowSeconds);
    if (value <= failuresAtOnce) return undefined;
    const before = waiting.get(account) ?? 0;
    if (before >= waitingMax) {
      return { outcome: "too_many_attempts", retryAfterSeconds: Math.ceil(delayMs.most / 1000) };
    }
    waiting.set(account, before + 1);
    try {
      const ms = Math.min(delayMs.most, delayMs.least * 2 ** (value - failuresAtOnce - 1));
      // It ends early when the client has gone; the queue for passwords will not have it then.
      await pause(ms, signal).catch(() => undefined);
      return undefined;
    } finally {
      const left = (waiting.get(account) ?? 1) - 1;
      if (left > 0) waiting.set(account, left);
      else waiting.delete(account);
    }
  };

  /**
   * E-mails are hashed: the counters may be in Redis.
   *
   * @param deviceId of a device that has signed in to this very account before
   */
  const signIn = (email: string, address: string, deviceId: string | undefined): Attempt => {
    if (deviceId !== undefined) return simple(`device:${deviceId}`);
    const account = `account:${hashSecret(normalizeEmail(email))}`;
    const network = `network:${networkOf(address)}`;
    const both = `${account}:${network}`;
    return {
      begin: async (signal) =>
        (await over(network, failuresMax.network)) ??
        (await over(both, failuresMax.networkOnAccount)) ??
        (await slowDown(account, signal)),
      forgive: async () => {
        await counters.clear(both);
        await counters.add(account, -1, windowSeconds);
        await counters.add(network, -1, windowSeconds);
      },
    };
  };

  const simple = (name: string, most: number = failuresMax.device): Attempt => ({
    begin: () => over(name, most),
    forgive: () => counters.clear(name),
  });

  /** Of who is signed in and says the password again. */
  const confirm = (sessionId: string): Attempt => simple(`session:${sessionId}`);

  /** Of who has shown the password and types a code. @param deviceId as above */
  const code = (userId: string, deviceId: string | undefined): Attempt =>
    deviceId === undefined ? simple(`code:${userId}`, failuresMax.code) : simple(`code-device:${deviceId}`);

  return { signIn, confirm, code };
}

export type Attempts = ReturnType<typeof createAttempts>;
