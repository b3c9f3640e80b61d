/** Warnings and errors of this node, by kind. */
export interface Problem {
  /** The log message, which is ours and contains nothing that a caller sent. */
  readonly kind: string;
  readonly level: "warn" | "error";
  /** Since the node was started. */
  readonly count: number;
  readonly lastAtMs: number;
}

export interface Problems {
  /** @param detail logged with the message; for a job, its name becomes part of the kind */
  note(level: Problem["level"], text: string, detail: unknown): void;
  /** The latest first. */
  list(): readonly Problem[];
}

/** More kinds than the service has messages: nothing is lost, and memory is bounded. */
const kindsMax = 50;

export function createProblems(now: () => number = Date.now): Problems {
  /** Ordered by last occurrence. */
  const problems = new Map<string, Problem>();
  return {
    note: (level, text, detail) => {
      const kind = text + jobOf(detail);
      const count = (problems.get(kind)?.count ?? 0) + 1;
      problems.delete(kind);
      problems.set(kind, { kind, level, count, lastAtMs: now() });
      const [oldest] = problems.keys();
      if (problems.size > kindsMax && oldest !== undefined) problems.delete(oldest);
    },
    list: () => [...problems.values()].toReversed(),
  };
}

function jobOf(detail: unknown): string {
  const job = typeof detail === "object" && detail !== null && "job" in detail ? detail.job : undefined;
  return typeof job === "string" ? `: ${job}` : "";
}
