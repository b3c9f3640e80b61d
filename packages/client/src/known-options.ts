/** The names of a type's options, of which none can be forgotten: the compiler asks for each. */
export type Known<Options> = Readonly<Record<keyof Required<Options>, true>>;

/**
 * An option that is not known would be left out without a word, and a forgotten challenge accepted.
 *
 * @param given of whom it does not matter whether the options are its own or inherited
 * @throws TypeError that names the option, never its value, and the one that was probably meant
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

/** `challengeToken` and `challenge_token` are one name spelled twice. */
const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** The name that the fewest letters are from, if these are few; of equally near ones the one that is spelled alike. */
function nearestOf(name: string, names: readonly string[]): string | undefined {
  let near: string | undefined;
  let least = Math.min(Math.max(2, name.length / 4), name.length - 1) + 1;
  for (const other of names) {
    // The spelling is worth less than one letter.
    const distance = editDistance(plain(name), plain(other)) + editDistance(name, other) / 1000;
    if (distance >= least) continue;
    near = other;
    least = distance;
  }
  return near;
}

/** Levenshtein's: letters to put in, to take out or to change. */
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
