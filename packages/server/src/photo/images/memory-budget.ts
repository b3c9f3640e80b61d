import { createTally } from "../../platform/tally.ts";

/** Thrown when there is no room and none came free in time. */
export class BudgetExhausted extends Error {
  override readonly name = "BudgetExhausted";
}

/** What one request holds of a budget. */
export interface Holding {
  /** Counts what is in memory now, whether or not there is room: it has arrived. */
  add(bytes: number): void;
  /** Whether the account holds no more than its share. */
  readonly isWithinShare: boolean;
  /**
   * Waits until there is room in the account's share for this many bytes more, and takes it.
   * @throws BudgetExhausted when the wait was too long, or the client went away meanwhile
   */
  reserve(bytes: number): Promise<void>;
  /** Gives everything back. */
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
 * Bounds the memory that photos on their way take, all requests together. It counts what has arrived and not what was announced, so
 * a slow sender holds next to nothing. An account may use at most as much as is still free: one busy account gets half of the budget, two
 * get a third each, and there is always room for one more (dynamic thresholds: Choudhury and Hahne, 1998). Who has no room is
 * read no further and TCP holds it back.
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

  /** In the order of arrival, but no request waits behind another account's large photo. */
  #admit(): void {
    for (const waiting of this.#queue.slice()) if (this.#fits(waiting.accountId, waiting.bytes)) waiting.admit();
  }
}

/** Shared by every API, so that the bound holds for all requests together. */
export interface Budgets {
  readonly uploads: MemoryBudget;
  readonly downloads: MemoryBudget;
}
