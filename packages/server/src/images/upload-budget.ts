/** Thrown when there is no room and none came free in time. */
export class BudgetExhausted extends Error {
  override readonly name = "BudgetExhausted";
}

interface Waiting {
  readonly bytes: number;
  admit(): void;
}

/**
 * Bounds the memory that bodies take, all requests together. A request reserves the most that its body can take before the first
 * byte is read, and keeps it until it is answered; when there is no room it waits its turn, unread, and TCP holds the client back.
 * Whoever has room never waits for more of it, so nobody waits for ever.
 */
export class UploadBudget {
  readonly #bytesMax: number;
  readonly #waitMs: number;
  readonly #queue: Waiting[] = [];
  #taken = 0;

  constructor(bytesMax: number, waitMs: number) {
    this.#bytesMax = bytesMax;
    this.#waitMs = waitMs;
  }

  /**
   * @returns gives the room back; called once
   * @throws BudgetExhausted when the wait was too long, or the client went away meanwhile
   */
  reserve(bytes: number, signal: AbortSignal): Promise<() => void> {
    if (bytes > this.#bytesMax) throw new RangeError("more than the whole budget");
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        admit: () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", giveUp);
          this.#taken += bytes;
          resolve(() => this.#release(bytes));
        },
      };
      const giveUp = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(new BudgetExhausted("no room for the body"));
        this.#admitNext();
      };
      const timer = setTimeout(giveUp, this.#waitMs);
      signal.addEventListener("abort", giveUp);
      this.#queue.push(waiting);
      if (signal.aborted) giveUp();
      else this.#admitNext();
    });
  }

  get takenBytes(): number {
    return this.#taken;
  }

  #release(bytes: number): void {
    this.#taken -= bytes;
    this.#admitNext();
  }

  #admitNext(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (this.#taken + next.bytes > this.#bytesMax) return;
      this.#queue.shift();
      next.admit();
    }
  }
}
