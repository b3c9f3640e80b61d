/** A color and the text color on it, readable on the page's light or dark background. */
export interface Accent {
  readonly accent: string;
  readonly on: string;
}

/** Background of the card, light and dark: see styles/tokens.css. */
const grounds = { light: "#ffffff", dark: "#17171c" } as const;
const inks = { light: "#ffffff", dark: "#0d0d10" } as const;
export type Scheme = keyof typeof grounds;

/** Minimum contrast of WCAG 2.2, 1.4.3, for text on a button and for a link on the card. */
const leastContrast = 4.5;

type Rgb = readonly [number, number, number];

/**
 * The account's color, made just dark enough (light scheme) or light enough (dark scheme) to be readable.
 * @param hex #rrggbb
 */
export function accentFor(hex: string, scheme: Scheme): Accent {
  const ground = rgbOf(grounds[scheme]);
  const towards = scheme === "light" ? 0 : 255;
  const wanted = rgbOf(hex);
  for (let part = 0; part <= 1; part += 0.02) {
    const mixed = wanted.map((value) => Math.round(value + (towards - value) * part)) as unknown as Rgb;
    if (contrast(mixed, ground) >= leastContrast && contrast(mixed, rgbOf(inks[scheme])) >= leastContrast) {
      return { accent: hexOf(mixed), on: inks[scheme] };
    }
  }
  return { accent: hexOf([towards, towards, towards]), on: inks[scheme] };
}

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
