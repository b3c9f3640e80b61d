/** What went wrong on this node, by kind. */
export interface Problem {
  /** The log's words, which are ours: nothing that a caller sent is in them. */
  readonly kind: string;
  readonly level: "warn" | "error";
  /** Since the node was started. */
  readonly count: number;
  readonly lastAtMs: number;
}

export interface Problems {
  /** @param detail what is logged with it; of a job, its name belongs to the kind */
  note(level: Problem["level"], text: string, detail: unknown): void;
  /** The latest first. */
  list(): readonly Problem[];
}

/** More kinds than the service has words for, so that nothing is lost and nothing grows. */
const kindsMax = 50;

export function createProblems(now: () => number = Date.now): Problems {
  /** In the order of their last time. */
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
