/**
 * Metrics of verification and of presentation attack detection, in the terms of ISO/IEC 19795-1 and 30107-3. Higher scores mean genuine or bona fide.
 * A score passes a threshold if it is equal or above.
 */

/** The score of a comparison or a check, and whether it should pass. */
export interface Scored {
  readonly score: number;
  readonly genuine: boolean;
  /** The fold of a cross-validated set, where it has folds. */
  readonly fold?: string;
}

export interface AtRate {
  readonly rate: number;
  /** The lowest threshold that at most `rate` of the impostors pass. */
  readonly threshold: number;
  /** The share of genuine scores that pass it: TAR, or 1 - FNMR. */
  readonly accepted: number;
}

export const genuineScores = (rows: readonly Scored[]): number[] =>
  rows.filter((row) => row.genuine).map((row) => row.score);
export const impostorScores = (rows: readonly Scored[]): number[] =>
  rows.filter((row) => !row.genuine).map((row) => row.score);

/** The share of scores that pass. */
export function passing(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => score >= threshold).length / scores.length;
}

/** True accept rate at a false accept rate. */
export function acceptedAt(genuine: readonly number[], impostor: readonly number[], rate: number): AtRate {
  const threshold = thresholdAt(impostor, rate);
  return { rate, threshold, accepted: passing(genuine, threshold) };
}

/** The lowest threshold that at most `rate` of the scores pass: just above the next lower score. */
export function thresholdAt(scores: readonly number[], rate: number): number {
  const falling = scores.toSorted((a, b) => b - a);
  const first = falling[Math.floor(rate * falling.length)];
  return first === undefined ? -Infinity : justAbove(first);
}

/** A double just above a finite number, so that a score equal to it does not pass. */
function justAbove(value: number): number {
  return value + Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);
}

/** The threshold with the highest accuracy, and that accuracy. */
export function bestThreshold(rows: readonly Scored[]): { readonly threshold: number; readonly accuracy: number } {
  let right = rows.filter((row) => row.genuine).length;
  let best = { threshold: -Infinity, right };
  const rising = rows.toSorted((a, b) => a.score - b.score);
  for (const [i, row] of rising.entries()) {
    right += row.genuine ? -1 : 1;
    // Equal scores fall on the same side of any threshold.
    if (rising[i + 1]?.score !== row.score && right > best.right) best = { threshold: justAbove(row.score), right };
  }
  return { threshold: best.threshold, accuracy: best.right / rows.length };
}

export function accuracyAt(rows: readonly Scored[], threshold: number): number {
  return rows.filter((row) => row.score >= threshold === row.genuine).length / rows.length;
}

export interface FoldAccuracy {
  readonly fold: string;
  readonly accuracy: number;
}

/** The accuracy of each fold at the best threshold of the other folds (the protocol of LFW). Empty without folds. */
export function accuracyByFold(rows: readonly Scored[]): FoldAccuracy[] {
  const folds = [...new Set(rows.flatMap((row) => row.fold ?? []))].toSorted();
  if (folds.length < 2) return [];
  return folds.map((fold) => {
    const { threshold } = bestThreshold(rows.filter((row) => row.fold !== fold));
    const own = rows.filter((row) => row.fold === fold);
    return { fold, accuracy: accuracyAt(own, threshold) };
  });
}

/** The probability that a genuine score is above an impostor score: the area under the ROC curve. Ties count half. */
export function areaUnderCurve(genuine: readonly number[], impostor: readonly number[]): number {
  const all = [
    ...genuine.map((score) => ({ score, genuine: true })),
    ...impostor.map((score) => ({ score, genuine: false })),
  ];
  all.sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (all[end]?.score === all[i]?.score) end++;
    const rank = (i + end + 1) / 2;
    for (let j = i; j < end; j++) if (all[j]?.genuine) rankSum += rank;
    i = end;
  }
  return (rankSum - (genuine.length * (genuine.length + 1)) / 2) / (genuine.length * impostor.length);
}

export interface CurvePoint {
  readonly threshold: number;
  readonly falseAccept: number;
  readonly falseReject: number;
}

const rising = (a: number, b: number) => a - b;

/** Both error rates at every threshold where one changes, from the most lenient to the strictest. */
export function curve(genuine: readonly number[], impostor: readonly number[]): CurvePoint[] {
  const [g, i] = [genuine.toSorted(rising), impostor.toSorted(rising)];
  const points: CurvePoint[] = [];
  let refused = 0;
  let kept = 0;
  for (const threshold of [...new Set([...g, ...i])].toSorted(rising)) {
    while ((g[refused] ?? Infinity) < threshold) refused++;
    while ((i[kept] ?? Infinity) < threshold) kept++;
    points.push({ threshold, falseAccept: 1 - kept / i.length, falseReject: refused / g.length });
  }
  points.push({ threshold: Infinity, falseAccept: 0, falseReject: 1 });
  return points;
}
