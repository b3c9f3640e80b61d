/** Such as "15 minutes", as the language writes it. */
export const minutesIn = (language: string, minutes: number): string =>
  new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" }).format(minutes);
