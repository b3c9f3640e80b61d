import { type Arbitrary, array, constantFrom, integer, nat, noBias, oneof, record, sample, tuple } from "fast-check";

interface Mutation {
  readonly kind: "flip" | "cut" | "repeat" | "insert" | "truncate" | "splice";
  /** Position, as a share of the length. */
  readonly at: number;
  readonly length: number;
  readonly byte: number;
  /** Index of the other body to splice in. */
  readonly other: number;
}

const mutation: Arbitrary<Mutation> = record({
  kind: constantFrom("flip", "cut", "repeat", "insert", "truncate", "splice"),
  // Without bias: by default fast-check prefers the ends of a range, and a body without its first bytes is no longer a photo.
  at: noBias(integer({ min: 0, max: 9_999 })).map((value) => value / 10_000),
  length: oneof(nat(8), nat(512)),
  byte: nat(255),
  other: nat(),
});

/** Bodies made from valid ones by one to four random changes, the same for the same seed. */
export function mutated(originals: readonly Buffer[], count: number, seed: number): Buffer[] {
  const arbitrary = tuple(constantFrom(...originals), array(mutation, { minLength: 1, maxLength: 4 })).map(
    ([original, mutations]) => mutations.reduce((body, change) => mutate(body, change, originals), original),
  );
  return sample(arbitrary, { numRuns: count, seed });
}

function mutate(body: Buffer, { kind, at, length, byte, other }: Mutation, others: readonly Buffer[]): Buffer {
  const start = Math.floor(at * body.length);
  const head = body.subarray(0, start);
  const piece = body.subarray(start, start + length);
  const tail = body.subarray(start + length);
  switch (kind) {
    case "flip":
      return Buffer.concat([head, Buffer.from(piece.map((value) => value ^ byte)), tail]);
    case "cut":
      return Buffer.concat([head, tail]);
    case "repeat":
      return Buffer.concat([head, piece, piece, tail]);
    case "insert":
      return Buffer.concat([head, Buffer.alloc(length, byte), piece, tail]);
    case "truncate":
      return Buffer.from(head);
    case "splice": {
      const donor = others[other % others.length] ?? body;
      return Buffer.concat([head, donor.subarray(Math.floor(at * donor.length))]);
    }
  }
}
