/** The closest name by edit distance, if close enough to be a typo. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const near = names
    .map((other) => ({ other, distance: editDistance(name, other) }))
    .toSorted((one, two) => one.distance - two.distance)[0];
  return near !== undefined && near.distance <= Math.max(2, name.length / 5) ? near.other : undefined;
}

/** Levenshtein distance: insertions, deletions and changes. */
function editDistance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < two.length; j++) {
      const changed = (row[j] ?? 0) + (one[i] === two[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
