/** All option names of a type. The compiler reports a missing one. */
export type Known<Options> = Readonly<Record<keyof Required<Options>, true>>;

/**
 * Throws on an unknown option. If it were ignored, a misspelled challenge option would go unnoticed and the selfie be accepted without a challenge.
 *
 * @param given the options, own or inherited properties
 * @throws TypeError that names the option and the one that was probably meant, never the value
 */
export function checkOptions(given: object, known: Readonly<Record<string, true>>): void {
  if (typeof given !== "object" || given === null) throw new TypeError("Options have to be an object");
  for (const name in given) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const near = nearestOf(name, names);
    throw new TypeError(
      `Unknown option '${name}'. ${near === undefined ? `There are: ${names.join(", ")}` : `Did you mean '${near}'?`}`,
    );
  }
}

/** Normalizes a name, so that `challengeToken` and `challenge_token` are equal. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** The name with the smallest edit distance, if that is small; among equals, the one in the same spelling (camelCase or snake_case). */
function nearestOf(name: string, names: readonly string[]): string | undefined {
  let near: string | undefined;
  let least = Math.min(Math.max(2, name.length / 4), name.length - 1) + 1;
  for (const other of names) {
    // A difference in spelling counts less than one letter.
    const distance = editDistance(plain(name), plain(other)) + editDistance(name, other) / 1000;
    if (distance >= least) continue;
    near = other;
    least = distance;
  }
  return near;
}

/** Levenshtein distance: the number of insertions, deletions and substitutions. */
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
