import {
  type Code,
  f32x4,
  i32,
  i8x16,
  lanes,
  set,
  v128,
  type Variable,
  vectors,
} from "@selfsame/face/pixels/loops/assembler";

/**
 * Reduced inverse discrete cosine transforms: from the `n` by `n` lowest frequencies of a block they compute `n` by `n` pixels (ITU-T T.81, A.3.3). In
 * memory the vertical frequencies of one horizontal frequency are adjacent, as floats, already multiplied by `weightOf`. Pixels are floats around 0.
 */
export type BlockSize = 1 | 2 | 4;

/** Factor of a coefficient for each direction; only the cosine remains to be computed. */
export const weightOf = (frequency: number): number => (frequency === 0 ? Math.SQRT1_2 / 2 : 1 / 2);

/** Floats from one horizontal frequency to the next. */
export const pitch = 4;

export const inverseLocals = vectors("r0", "r1", "r2", "r3", "t0", "t1", "t2", "t3");
type Vectors = Readonly<Record<keyof typeof inverseLocals, Variable>>;

export interface Places {
  /** Address of the coefficients. */
  readonly coefficients: number;
  /** Address of the pixels, and bytes from a row to the next. `at` is changed. */
  readonly at: Variable;
  readonly stride: Variable;
}

export function inverse(size: BlockSize, its: Vectors, places: Places): Code[] {
  if (size === 1) return [i32.store(places.at, i32.load(places.coefficients))];
  if (size === 2) return two(its, places);
  return four(its, places);
}

const cosine = (numerator: number, denominator: number): Code =>
  f32x4.const(Math.cos((numerator * Math.PI) / denominator));
const times = (values: Variable, factor: Code) => f32x4.mul(values, factor);

/** Selects four of eight floats: 0 to 3 from the left vector, 4 to 7 from the right one. */
const chosen = (left: Variable, right: Variable, floats: readonly number[]): Code =>
  i8x16.shuffle(left, right, lanes(4, floats));

const nextRow = ({ at, stride }: Places): Code => set(at, i32.add(at, stride));

function two({ r0, r1, t0, t1 }: Vectors, places: Places): Code[] {
  const direction = [set(t0, times(r1, cosine(1, 4))), set(r1, f32x4.sub(r0, t0)), set(r0, f32x4.add(r0, t0))];
  return [
    set(r0, v128.load(places.coefficients)),
    set(r1, v128.load(places.coefficients + 16)),
    ...direction,
    set(t1, chosen(r0, r1, [0, 4, 1, 5])),
    set(r0, t1),
    set(r1, chosen(t1, t1, [2, 3, 2, 3])),
    ...direction,
    v128.store64(places.at, r0),
    nextRow(places),
    v128.store64(places.at, r1),
  ];
}

/** Four frequencies to four points, in place. */
function fourPoints(
  [a, b, c, d]: readonly [Variable, Variable, Variable, Variable],
  { t0, t1, t2, t3 }: Vectors,
): Code[] {
  return [
    set(t2, times(c, cosine(1, 4))),
    set(t0, f32x4.add(a, t2)),
    set(t1, f32x4.sub(a, t2)),
    set(t2, f32x4.add(times(b, cosine(1, 8)), times(d, cosine(3, 8)))),
    set(t3, f32x4.sub(times(b, cosine(3, 8)), times(d, cosine(1, 8)))),
    set(a, f32x4.add(t0, t2)),
    set(b, f32x4.add(t1, t3)),
    set(c, f32x4.sub(t1, t3)),
    set(d, f32x4.sub(t0, t2)),
  ];
}

/** Transposes rows and columns. */
function transposed(
  [a, b, c, d]: readonly [Variable, Variable, Variable, Variable],
  { t0, t1, t2, t3 }: Vectors,
): Code[] {
  return [
    set(t0, chosen(a, b, [0, 4, 1, 5])),
    set(t1, chosen(c, d, [0, 4, 1, 5])),
    set(t2, chosen(a, b, [2, 6, 3, 7])),
    set(t3, chosen(c, d, [2, 6, 3, 7])),
    set(a, chosen(t0, t1, [0, 1, 4, 5])),
    set(b, chosen(t0, t1, [2, 3, 6, 7])),
    set(c, chosen(t2, t3, [0, 1, 4, 5])),
    set(d, chosen(t2, t3, [2, 3, 6, 7])),
  ];
}

function four(its: Vectors, places: Places): Code[] {
  const rows = [its.r0, its.r1, its.r2, its.r3] as const;
  return [
    ...rows.map((row, i) => set(row, v128.load(places.coefficients + 16 * i))),
    ...fourPoints(rows, its),
    ...transposed(rows, its),
    ...fourPoints(rows, its),
    ...rows.flatMap((row, i) => [...(i > 0 ? [nextRow(places)] : []), v128.store(places.at, row)]),
  ];
}
