export interface JobKind {
  /** How long a node may work on a job before another one takes over. */
  readonly leaseSeconds: number;
  /** After this many attempts, the job becomes a dead letter. */
  readonly attemptsMax: number;
}

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Every kind of job. A job's content is in the tables that it refers to; this holds only time limits and attempts. */
export const jobKinds = {
  // An attempt takes at most 15 seconds. Deliveries have retries of their own; these attempts are for nodes that die.
  webhook_delivery: { leaseSeconds: 45, attemptsMax: 40 },
  // A group stops after half of its lease, and continues where it was.
  batch_group: { leaseSeconds: 120, attemptsMax: 20 },
  // Brings a test session to its chosen outcome.
  session_simulation: { leaseSeconds: 30, attemptsMax: 20 },
  // An attempt takes at most 30 seconds. All of them take three quarters of an hour, and a link is valid for an hour.
  mail: { leaseSeconds: 60, attemptsMax: 18 },
} as const satisfies JobKinds;

/** Queue of jobs that used up their attempts; there they are retried until done. */
export const deadLetterName = (name: string): string => `${name}.dead`;

const deadLetters: JobKind = { leaseSeconds: 60, attemptsMax: 1_000_000 };

/** The kinds, with a dead-letter queue for each. */
export function withDeadLetters(kinds: JobKinds): JobKinds {
  const dead = Object.keys(kinds).map((name) => [deadLetterName(name), deadLetters] as const);
  return { ...Object.fromEntries(dead), ...kinds };
}

/** @throws if there is none by this name */
export function kindNamed(kinds: JobKinds, name: string): JobKind {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new RangeError(`there is no kind of job called ${name}`);
  return kind;
}
