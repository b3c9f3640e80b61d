export function average(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
}

/** Standard deviation of the whole population. */
export function deviation(values: ArrayLike<number>): number {
  const middle = average(values);
  let square = 0;
  for (let i = 0; i < values.length; i++) square += ((values[i] as number) - middle) ** 2;
  return Math.sqrt(square / values.length);
}
