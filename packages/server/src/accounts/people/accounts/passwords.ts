import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

export const passwordLengthMin = 12;
export const passwordLengthMax = 256;

/** OWASP Password Storage Cheat Sheet, scrypt: N = 2^17, r = 8, p = 1. It takes 128 MB while it runs. */
const owaspCost: ScryptCost = { logN: 17, blockSize: 8, parallel: 1 };

/** Derivations at a time, so that many concurrent sign-ins do not use up the memory. */
const runningMax = 2;
/** Length of the queue, which takes about four seconds at most. Further requests are rejected with a retry time. */
const waitingMax = 24;

/** The queue is full, or the client disconnected. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

export interface ScryptCost {
  readonly logN: number;
  readonly blockSize: number;
  readonly parallel: number;
}

export interface Passwords {
  /**
   * @param signal when it aborts, the password leaves the queue
   * @returns a PHC string that states its cost and salt
   * @throws PasswordsBusy
   */
  hash(password: string, signal?: AbortSignal): Promise<string>;
  /**
   * Does the same work with and without a stored hash, so that timing does not reveal which accounts exist.
   *
   * @param stored undefined or null when there is no such account, or it has no password yet
   * @throws PasswordsBusy
   */
  verify(password: string, stored: string | null | undefined, signal?: AbortSignal): Promise<boolean>;
}

type Derive = (password: string, salt: Buffer, keyLength: number, options: object) => Promise<Buffer>;

/** @param derive replaced by tests */
export function createPasswords(
  cost: ScryptCost = owaspCost,
  derive: Derive = promisify<string, Buffer, number, object, Buffer>(scrypt),
): Passwords {
  const oneOfFew = createQueue(runningMax, waitingMax);
  const keyOf = (
    password: string,
    salt: Buffer,
    { logN, blockSize, parallel }: ScryptCost,
    signal: AbortSignal | undefined,
  ) => {
    // Twice the 128 * N * r bytes that scrypt needs (RFC 7914): the default limit of 32 MB is too low.
    const options = { N: 2 ** logN, r: blockSize, p: parallel, maxmem: 256 * 2 ** logN * blockSize };
    // Another system may type the same password in another Unicode form (NIST SP 800-63B).
    return oneOfFew(() => derive(password.normalize("NFKC"), salt, 32, options), signal);
  };

  return {
    hash: async (password, signal) => {
      const salt = randomBytes(16);
      return format(cost, salt, await keyOf(password, salt, cost, signal));
    },
    verify: async (password, stored, signal) => {
      const parsed = parse(stored ?? "");
      if (!parsed) {
        await keyOf(password, randomBytes(16), cost, signal);
        return false;
      }
      return timingSafeEqual(await keyOf(password, parsed.salt, parsed.cost, signal), parsed.key);
    },
  };
}

/** Base64 without padding, as in PHC strings. */
function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

function format(cost: ScryptCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${cost.logN},r=${cost.blockSize},p=${cost.parallel}$${encode(salt)}$${encode(key)}`;
}

function parse(stored: string) {
  const [, logN, blockSize, parallel, salt = "", key = ""] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  if (key === "") return undefined;
  return {
    cost: { logN: Number(logN), blockSize: Number(blockSize), parallel: Number(parallel) },
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

type Queue = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs at most `runningMax` tasks at a time. Up to `waitingMax` further tasks wait, and leave the queue when their signal aborts. */
function createQueue(runningMax: number, waitingMax: number): Queue {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = async (signal: AbortSignal | undefined) => {
    if (signal?.aborted) throw new PasswordsBusy("the client has gone");
    if (running < runningMax) {
      running++;
      return;
    }
    if (waiting.size >= waitingMax) throw new PasswordsBusy("too many wait");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(new PasswordsBusy("the client has gone"));
    };
    waiting.add(resolve);
    signal?.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal?.removeEventListener("abort", leave));
  };
  return async (work, signal) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}
