import { createTally } from "@selfsame/platform/tally";

/** Thrown if there is no room and none became free in time. */
export class BudgetExhausted extends Error {
  override readonly name = "BudgetExhausted";
}

/** One request's part of a budget. */
export interface Holding {
  /** Counts bytes that have arrived, whether or not there is room. */
  add(bytes: number): void;
  /** Whether the account is within its share. */
  readonly isWithinShare: boolean;
  /**
   * Waits until the account's share has room for this many more bytes, and takes it.
   * @throws BudgetExhausted if that took too long, or the client disconnected
   */
  reserve(bytes: number): Promise<void>;
  /** Returns everything. */
  release(): void;
}

interface Wanted {
  readonly accountId: string;
  readonly bytes: number;
  take(): void;
}

interface Waiting extends Wanted {
  admit(): void;
}

/**
 * Limits the memory of incoming photos, all requests together. Counts what has arrived, not what was announced, so a slow sender holds next to nothing.
 * An account may use at most as much as is still free: one busy account gets half of the budget, two get a third each, and there is always room for one
 * more (dynamic thresholds: Choudhury and Hahne, 1998). Reading stops for requests without room, and TCP holds them back.
 */
export class MemoryBudget {
  readonly #bytesMax: number;
  readonly #waitMs: number;
  readonly #queue: Waiting[] = [];
  readonly #taken = createTally();

  constructor(bytesMax: number, waitMs: number) {
    this.#bytesMax = bytesMax;
    this.#waitMs = waitMs;
  }

  get takenBytes(): number {
    return this.#taken.total;
  }

  hold(accountId: string, signal: AbortSignal): Holding {
    let held = 0;
    const fits = () => this.#fits(accountId, 0);
    const add = (bytes: number) => {
      held += bytes;
      this.#taken.add(accountId, bytes);
    };
    return {
      add,
      get isWithinShare() {
        return fits();
      },
      reserve: (bytes) => this.#wait({ accountId, bytes, take: () => add(bytes) }, signal),
      release: () => {
        this.#taken.add(accountId, -held);
        held = 0;
        this.#admit();
      },
    };
  }

  #fits(accountId: string, bytes: number): boolean {
    return this.#taken.of(accountId) + bytes <= this.#bytesMax - this.#taken.total - bytes;
  }

  #wait(wanted: Wanted, signal: AbortSignal): Promise<void> {
    if (!signal.aborted && this.#fits(wanted.accountId, wanted.bytes)) {
      wanted.take();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        const place = this.#queue.indexOf(waiting);
        if (place !== -1) this.#queue.splice(place, 1);
      };
      const giveUp = () => {
        leave();
        reject(new BudgetExhausted("no room for the body"));
      };
      const admit = () => {
        leave();
        wanted.take();
        resolve();
      };
      const waiting: Waiting = { ...wanted, admit };
      const timer = setTimeout(giveUp, this.#waitMs);
      signal.addEventListener("abort", giveUp);
      this.#queue.push(waiting);
      if (signal.aborted) giveUp();
    });
  }

  /** In order of arrival, but no request waits behind another account's large photo. */
  #admit(): void {
    for (const waiting of this.#queue.slice()) if (this.#fits(waiting.accountId, waiting.bytes)) waiting.admit();
  }
}

/** Shared by every API, so that the limits hold for all requests together. */
export interface Budgets {
  readonly uploads: MemoryBudget;
  readonly downloads: MemoryBudget;
}
