/** Someone's phone, their computer, and some tabs that they forgot. */
const ofSessionMax = 10;
/** Each looks at its session every second. */
const ofNodeMax = 2000;

/** How many follow sessions on this node. */
export interface OpenStreams {
  /** @returns what gives the place back; or what has no place left */
  take(sessionId: string): (() => void) | "session" | "node";
}

export function createOpenStreams(): OpenStreams {
  const open = new Map<string, number>();
  let all = 0;
  const add = (sessionId: string, one: 1 | -1) => {
    const count = (open.get(sessionId) ?? 0) + one;
    all += one;
    if (count > 0) open.set(sessionId, count);
    else open.delete(sessionId);
  };
  return {
    take: (sessionId) => {
      if ((open.get(sessionId) ?? 0) >= ofSessionMax) return "session";
      if (all >= ofNodeMax) return "node";
      add(sessionId, 1);
      return () => add(sessionId, -1);
    },
  };
}
