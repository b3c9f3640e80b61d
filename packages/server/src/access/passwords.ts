import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

export const passwordLengthMin = 12;
export const passwordLengthMax = 256;

/** OWASP Password Storage Cheat Sheet, scrypt: N = 2^17, r = 8, p = 1. It takes 128 MB while it runs. */
const owaspCost: ScryptCost = { logN: 17, blockSize: 8, parallel: 1 };

/** So that many sign-ins at once queue up and do not take all memory. */
const runningMax = 2;

export interface ScryptCost {
  readonly logN: number;
  readonly blockSize: number;
  readonly parallel: number;
}

export interface Passwords {
  /** @returns a PHC string that states its cost and salt */
  hash(password: string): Promise<string>;
  /**
   * Does the same work whether or not there is anything to compare with, so that time does not tell which accounts exist.
   *
   * @param stored undefined or null when there is no such account, or it has no password yet
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>;
}

type Derive = (password: string, salt: Buffer, keyLength: number, options: object) => Promise<Buffer>;

/** @param derive counted by tests */
export function createPasswords(
  cost: ScryptCost = owaspCost,
  derive: Derive = promisify<string, Buffer, number, object, Buffer>(scrypt),
): Passwords {
  const oneOfFew = createQueue(runningMax);
  const keyOf = (password: string, salt: Buffer, { logN, blockSize, parallel }: ScryptCost) => {
    // Twice the 128 * N * r that scrypt says it needs (RFC 7914): the default of 32 MB would refuse.
    const options = { N: 2 ** logN, r: blockSize, p: parallel, maxmem: 256 * 2 ** logN * blockSize };
    // The same password typed on another system may come in another Unicode form (NIST SP 800-63B).
    return oneOfFew(() => derive(password.normalize("NFKC"), salt, 32, options));
  };

  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      return format(cost, salt, await keyOf(password, salt, cost));
    },
    verify: async (password, stored) => {
      const parsed = parse(stored ?? "");
      if (!parsed) {
        await keyOf(password, randomBytes(16), cost);
        return false;
      }
      return timingSafeEqual(await keyOf(password, parsed.salt, parsed.cost), parsed.key);
    },
  };
}

/** Base64 without padding, as PHC strings have it. */
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

/** Runs at most so many at a time; the others wait their turn. */
function createQueue(runningMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= runningMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
