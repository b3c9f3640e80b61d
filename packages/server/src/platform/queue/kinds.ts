export interface JobKind {
  /** How long a node may work on one job before another takes it for dead. */
  readonly leaseSeconds: number;
  /** After so many, the job becomes a dead letter. */
  readonly attemptsMax: number;
}

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Every kind of job of the service. What a job is worth is in the tables it names; here is only how long and how often. */
export const jobKinds = {
  // An attempt takes 15 seconds at most. Its own retries are the delivery's, these are for nodes that die.
  webhook_delivery: { leaseSeconds: 45, attemptsMax: 40 },
  // A group is given up at half of its lease, and goes on where it was.
  batch_group: { leaseSeconds: 120, attemptsMax: 20 },
  // A test session comes to the end that was chosen for it.
  session_simulation: { leaseSeconds: 30, attemptsMax: 20 },
  // An attempt takes 30 seconds at most. All of them take three quarters of an hour, and a link is good for an hour.
  mail: { leaseSeconds: 60, attemptsMax: 18 },
} as const satisfies JobKinds;

/** Where a job goes that had all its attempts: a queue of its own, whose jobs are tried until they are done. */
export const deadLetterName = (name: string): string => `${name}.dead`;

const deadLetters: JobKind = { leaseSeconds: 60, attemptsMax: 1_000_000 };

/** The kinds, and the dead letters of each. */
export function withDeadLetters(kinds: JobKinds): JobKinds {
  const dead = Object.keys(kinds).map((name) => [deadLetterName(name), deadLetters] as const);
  return { ...Object.fromEntries(dead), ...kinds };
}

/** @throws where there is none: it was misspelt */
export function kindNamed(kinds: JobKinds, name: string): JobKind {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) throw new RangeError(`there is no kind of job called ${name}`);
  return kind;
}
