const countFormat = new Intl.NumberFormat("en");
const shortFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const percentFormat = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

export const count = (value: number): string => countFormat.format(value);
export const shortCount = (value: number): string => shortFormat.format(value);
/** A percentage. Values above zero that would round to zero are shown as "<0.1%". */
export const percent = (share: number): string => (share > 0 && share < 0.0005 ? "<0.1%" : percentFormat.format(share));

/** `1 key`, `2 keys` */
export const many = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/** Duration of a request; a dash if unknown. */
export function milliseconds(valueMs: number | null): string {
  if (valueMs === null) return "–";
  return valueMs < 1000 ? `${Math.round(valueMs)} ms` : `${(valueMs / 1000).toFixed(valueMs < 10_000 ? 1 : 0)} s`;
}

/** `rate_limited` -> `rate limited` */
export const plain = (word: string): string => word.replaceAll("_", " ");

/** `rate_limited` -> `Rate limited` */
export function title(word: string): string {
  const words = plain(word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Options of a choice between these words, with their titles. */
export const titled = <Word extends string>(words: readonly Word[]) =>
  words.map((value) => ({ value, text: title(value) }));

/** `v3.verify` -> `v3 verify` */
export const endpointName = (endpoint: string): string => endpoint.replace(".", " ");

/** How often impostor pairs are this similar: 0.0000417 -> "1 in 24,000". */
export function oneIn(falseMatchRate: number): string {
  const strangers = Number((1 / falseMatchRate).toPrecision(2));
  if (strangers >= 1_000_000_000) return "fewer than 1 in a billion";
  return strangers <= 1 ? "nearly all" : `1 in ${count(strangers)}`;
}
