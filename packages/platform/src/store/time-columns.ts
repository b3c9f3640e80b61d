/** Usage columns that count requests by duration, one for each bound: the R10 series of ISO 3, ten to a factor of ten. Changing the list needs a migration. */
export const boundsMs = [
  10, 12, 16, 20, 25, 32, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000,
  2500, 3150, 4000, 5000, 6300, 8000, 10_000,
] as const;

export type BoundMs = (typeof boundsMs)[number];
/** `took_100`: over 80 and up to 100 milliseconds. */
export type TimeColumn = `took_${BoundMs}` | "took_longer";

export const columnOf = (boundMs: BoundMs): TimeColumn => `took_${boundMs}`;

export const timeColumns: readonly TimeColumn[] = [...boundsMs.map(columnOf), "took_longer"];
