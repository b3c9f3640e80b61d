/** A number of people in a thousand, with two significant digits: 0.1, 1.8, 62. */
export function of1000(people: number): string {
  if (people === 0) return "0";
  if (people < 0.001) return "under 0.001";
  return Number(people.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 4 });
}
