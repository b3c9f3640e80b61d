/**
 * A number as forms and queries hold it, in the way in which people write one: not `0x1`, `1e5` or `Infinity`, and nothing around it.
 * @returns NaN for anything else
 */
export const numberOf = (text: string): number => (/^\d*\.?\d+(?:e-\d+)?$/i.test(text) ? Number(text) : Number.NaN);
