/** Logits as probabilities. */
export function softmax(logits: ArrayLike<number>): number[] {
  const values = Array.from(logits);
  const highest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
