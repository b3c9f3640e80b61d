/** How urgent a photo is: somebody waits for `interactive` ones; `batch` gets what those leave. */
export type Priority = "interactive" | "batch";

export interface Queued {
  readonly accountId: string;
  readonly priority: Priority;
}

interface Share<T> {
  readonly waiting: T[];
  /** The account's virtual time: what the workers spent on it, or would have, had it never been idle. */
  spentMs: number;
  /** Of its latest photos, the newest counting most. */
  meanMs: number;
  running: number;
}

/** A photo's weight in the mean of its account: the last ten or so decide. */
const newest = 0.1;
/** How far what is typical moves with each photo: a running median, which a few expensive photos do not shift. */
const medianStep = 1.05;
const firstGuessMs = 50;

/**
 * Who waits for a worker. Within a priority the next photo is one of the account that has had the least of the workers' time: fair by
 * time and not by number, so that one account's expensive photos cost the others nothing (start-time fair queueing: Goyal, Vin and
 * Cheng, 1996). An account that was idle begins where the others are; idleness is not saved up.
 */
export class FairQueue<T extends Queued> {
  readonly #lanes = { interactive: new Map<string, Share<T>>(), batch: new Map<string, Share<T>>() };
  /** The virtual time of the account that was served last. */
  readonly #virtualMs = { interactive: 0, batch: 0 };
  #typicalMs = firstGuessMs;

  get length(): number {
    const lanes = [...this.#lanes.interactive.values(), ...this.#lanes.batch.values()];
    return lanes.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  add(task: T, place: "first" | "last" = "last"): void {
    const share = this.#shareOf(task);
    if (place === "first") share.waiting.unshift(task);
    else share.waiting.push(task);
  }

  /** The photo whose turn it is; `finished` is to be called for it. */
  take(): T | undefined {
    return this.#takeFrom("interactive") ?? this.#takeFrom("batch");
  }

  /** @returns whether it was waiting */
  remove(task: T): boolean {
    const { waiting } = this.#shareOf(task);
    const place = waiting.indexOf(task);
    if (place !== -1) waiting.splice(place, 1);
    return place !== -1;
  }

  finished(task: T, tookMs: number): void {
    const share = this.#shareOf(task);
    share.running--;
    // What was charged when it began was a guess.
    share.spentMs += tookMs - share.meanMs;
    share.meanMs += newest * (tookMs - share.meanMs);
    this.#typicalMs *= tookMs > this.#typicalMs ? medianStep : 1 / medianStep;
  }

  /** What a turn of this account takes, its share of the workers considered. */
  turnMs(accountId: string, workers: number): number {
    const share = this.#lanes.interactive.get(accountId);
    return ((share?.meanMs ?? this.#typicalMs) * this.#sharers(share)) / Math.max(1, workers);
  }

  /** How long one more interactive photo of this account would wait. @param promised photos of it that are on their way, and come before */
  expectedWaitMs(accountId: string, workers: number, promised = 0): number {
    const share = this.#lanes.interactive.get(accountId);
    const ahead = ((share?.waiting.length ?? 0) + promised + 1) * this.#sharers(share) - 1;
    return (ahead * (share?.meanMs ?? this.#typicalMs)) / Math.max(1, workers);
  }

  /** Accounts that wait, this one included. */
  #sharers(own: Share<T> | undefined): number {
    const others = [...this.#lanes.interactive.values()].filter((share) => share !== own && share.waiting.length > 0);
    return others.length + 1;
  }

  #shareOf({ accountId, priority }: T): Share<T> {
    const lane = this.#lanes[priority];
    const known = lane.get(accountId);
    if (known) {
      if (known.waiting.length === 0 && known.running === 0) {
        known.spentMs = Math.max(known.spentMs, this.#virtualMs[priority]);
      }
      return known;
    }
    const share: Share<T> = { waiting: [], running: 0, spentMs: this.#virtualMs[priority], meanMs: this.#typicalMs };
    lane.set(accountId, share);
    return share;
  }

  #takeFrom(priority: Priority): T | undefined {
    const lane = this.#lanes[priority];
    let next: Share<T> | undefined;
    for (const [accountId, share] of lane) {
      if (share.waiting.length > 0) {
        if (next === undefined || share.spentMs < next.spentMs) next = share;
      } else if (share.running === 0 && share.spentMs <= this.#virtualMs[priority]) {
        // Idle and owing nothing: what is known of it is no longer needed.
        lane.delete(accountId);
      }
    }
    if (next === undefined) return undefined;
    this.#virtualMs[priority] = next.spentMs;
    next.spentMs += next.meanMs;
    next.running++;
    return next.waiting.shift();
  }
}
