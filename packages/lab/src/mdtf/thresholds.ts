/**
 * Thresholds by the facility's names for error rates. The facility decides by "greater than", the service by "at least", so each threshold is shifted
 * by half a unit of the fourth decimal, the last that scores have.
 */
const half = 0.00005;

/** One impostor pair in `count` reaches the similarity 0.3 + 0.1 log10(count). */
export const matchThresholds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ "1:500": 500, "1:1e3": 1e3, "1:1e4": 1e4, "1:1e5": 1e5, "1:1e6": 1e6 }).map(([name, count]) => {
    const similarity = Math.ceil((0.3 + 0.1 * Math.log10(count)) * 10_000 - 0.01) / 10_000;
    return [name, (similarity - half).toFixed(5)];
  }),
);

/** The score is the share of genuine selfies that look less like an attack: 1 in 10 of them is above 0.9. */
export const attackThresholds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ "1:ten": 10, "1:1e2": 1e2, "1:1e3": 1e3, "1:1e4": 1e4 }).map(([name, count]) => [
    name,
    (1 - 1 / count + half).toFixed(5),
  ]),
);

/** The BPCER that the facility requires for the outcome: 1 %. */
export const attackOver = Number(attackThresholds["1:1e2"]);
