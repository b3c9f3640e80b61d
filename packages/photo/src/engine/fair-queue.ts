/** Urgency of a photo: somebody waits for `interactive` ones; `batch` gets what they leave. */
export type Priority = "interactive" | "batch";

export interface Queued {
  readonly accountId: string;
  readonly priority: Priority;
}

interface Share<T> {
  readonly waiting: T[];
  /** The account's virtual time: worker time spent on it, adjusted as if it had never been idle. */
  spentMs: number;
  /** Mean duration of its latest photos, exponentially weighted. */
  meanMs: number;
  running: number;
}

/** Weight of the newest photo in its account's mean: the last ten or so decide. */
const newest = 0.1;
/** How far the running median moves with each photo. A few expensive photos do not shift it. */
const medianStep = 1.05;
const firstGuessMs = 50;

/**
 * Tasks waiting for a worker. Within a priority, the next photo belongs to the account that has had the least worker time. Fairness is by time, not by
 * number, so one account's expensive photos cost the others nothing (start-time fair queueing: Goyal, Vin and Cheng, 1996). An idle account resumes
 * where the others are; it saves up nothing.
 */
export class FairQueue<T extends Queued> {
  readonly #lanes = { interactive: new Map<string, Share<T>>(), batch: new Map<string, Share<T>>() };
  /** Virtual time of the account served last. */
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

  /** The next photo; call `finished` for it. */
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
    // The charge at the start was an estimate.
    share.spentMs += tookMs - share.meanMs;
    share.meanMs += newest * (tookMs - share.meanMs);
    this.#typicalMs *= tookMs > this.#typicalMs ? medianStep : 1 / medianStep;
  }

  /** Expected time until this account's next turn, given its share of the workers. */
  turnMs(accountId: string, workers: number): number {
    const share = this.#lanes.interactive.get(accountId);
    return ((share?.meanMs ?? this.#typicalMs) * this.#sharers(share)) / Math.max(1, workers);
  }

  /** Expected wait of one more interactive photo of this account. @param promised photos of it that are still arriving, and come first */
  expectedWaitMs(accountId: string, workers: number, promised = 0): number {
    const share = this.#lanes.interactive.get(accountId);
    const ahead = ((share?.waiting.length ?? 0) + promised + 1) * this.#sharers(share) - 1;
    return (ahead * (share?.meanMs ?? this.#typicalMs)) / Math.max(1, workers);
  }

  /** Number of waiting accounts, including this one. */
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
        // Idle without debt: its record is no longer needed.
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
