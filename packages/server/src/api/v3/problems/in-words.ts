/** Lists names as in messages: `` `one`, `other` `` */
export const quoted = (names: readonly unknown[]): string => names.map((name) => `\`${String(name)}\``).join(", ");

/** A suggestion to follow a name that was not found. @param near result of `nearestName` */
export const didYouMean = (near: string | undefined): string =>
  near === undefined ? "" : ` Did you mean \`${near}\`?`;
