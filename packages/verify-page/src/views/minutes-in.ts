/** A number of days in the language, such as "7 days". */
export const daysIn = (language: string, days: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);

/** A number of minutes in the language, such as "15 minutes". */
export const minutesIn = (language: string, minutes: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);
