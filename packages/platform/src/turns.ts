/** The waiting line is full. */
export class NoTurn extends Error {
  override readonly name = "NoTurn";
}

/** Limits concurrent work of each kind; the rest waits in order of arrival. */
export interface Turns {
  /** @throws NoTurn */
  take<T>(of: string, work: () => Promise<T>): Promise<T>;
}

/** @param atOnce of each kind @param waitingMax of each kind */
export function createTurns(atOnce: number, waitingMax = Infinity): Turns {
  const waiting = new Map<string, { taken: number; readonly queue: (() => void)[] }>();
  return {
    take: async (of, work) => {
      const state = waiting.get(of) ?? { taken: 0, queue: [] };
      if (state.taken >= atOnce && state.queue.length >= waitingMax) throw new NoTurn();
      waiting.set(of, state);
      if (state.taken >= atOnce) await new Promise<void>((resolve) => state.queue.push(resolve));
      else state.taken++;
      try {
        return await work();
      } finally {
        // The place passes to the next one, or becomes free.
        const next = state.queue.shift();
        if (next) next();
        else if (--state.taken === 0) waiting.delete(of);
      }
    },
  };
}

/** @returns `no_turn` if the waiting line is full */
export async function inTurn<T>(turns: Turns, of: string, work: () => Promise<T>): Promise<T | "no_turn"> {
  try {
    return await turns.take(of, work);
  } catch (error) {
    if (error instanceof NoTurn) return "no_turn";
    throw error;
  }
}
