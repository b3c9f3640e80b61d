/** Names as messages list them: `` `one`, `other` `` */
export const quoted = (names: readonly unknown[]): string => names.map((name) => `\`${String(name)}\``).join(", ");

/** What follows a name that was not found. @param near as `nearestName` finds it */
export const didYouMean = (near: string | undefined): string =>
  near === undefined ? "" : ` Did you mean \`${near}\`?`;
