/**
 * The lowest of up to three measurements of a cost. A garbage collection of memory from other tests in this process takes a tenth of a second and may
 * occur in any measurement; a cost that is really too high is so in each.
 */
export async function leastOf(cost: () => Promise<number>, isFine: (cost: number) => boolean): Promise<number> {
  let least = await cost();
  for (let times = 1; times < 3 && !isFine(least); times++) least = Math.min(least, await cost());
  return least;
}
