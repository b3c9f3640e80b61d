/** Such as "7 days", as the language writes it. */
export const daysIn = (language: string, days: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);

/** Such as "15 minutes", as the language writes it. */
export const minutesIn = (language: string, minutes: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);
