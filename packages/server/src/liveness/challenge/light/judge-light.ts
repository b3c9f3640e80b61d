import type { Light, Reflection } from "@selfsame/face/assess/reflection";
import { dark } from "./draw-light.ts";

/** `spared`: the person chose to go without. */
export const lightResults = ["passed", "attack", "not_measurable", "spared"] as const;
export type LightResult = (typeof lightResults)[number];

interface Picture {
  /** Capture time by the page's clock, from when the color was shown. */
  readonly afterMs: number;
  /** Undefined if there was no face, or no background. */
  readonly reflection: Reflection | undefined;
}

/** The pictures of one color. */
export interface MeasuredLight {
  readonly pictures: readonly Picture[];
  /** Of the face in the middle picture. */
  readonly embedding: Float32Array | undefined;
}

/** One color, and what was measured while it was shown. */
export interface SeenLight extends MeasuredLight {
  readonly color: string;
  /** By the service's clock, when it replaced the color before. */
  readonly shownAtMs: number;
}

/** Excludes the dark phase, in which a face may be too dark to be recognized. */
export const facesIn = (lights: readonly SeenLight[]): Float32Array[] =>
  lights.flatMap(({ color, embedding }) => (embedding && color !== dark.color ? [embedding] : []));

export interface LightJudgment {
  readonly result: LightResult;
  /** Correlation of shown and reflected colors at the best lag, -1 to 1; null if nothing was measured. */
  readonly correlation: number | null;
}

/** With the faces of the small pictures, which are compared with the selfie when it arrives. */
export interface SeenColors extends LightJudgment {
  readonly faces: readonly Float32Array[];
}

/** Delay from the screen over face and camera to the page. */
const lagMaxMs = 600;
const lagStepMs = 20;
/** Averages the shown color over this time: screens change and cameras expose slowly. */
const blurMs = 60;
const blurSteps = 4;
/** In linear light: nearly black has no color. */
const floor = 0.003;
/** From docs/research/screen-colors.md. `change`: relative change of the skin's color. */
const passedFrom = { correlation: 0.85, change: 0.02 } as const;
/** The skin shows other colors, more strongly than a moving head and poor light explain. Between both limits there is too much other light. */
const attackFrom = { correlation: 0.6, change: 0.04 } as const;
const picturesMin = 8;

/**
 * Whether the skin reflects the colors of the screen. Changes that the background shares are removed from the skin: exposure, white balance, and the
 * light on a photo that includes its own background. Only differences between the channels count, so shadows drop out.
 */
export function judgeLight(lights: readonly SeenLight[]): LightJudgment {
  const seen = lights.flatMap(({ shownAtMs, pictures }) =>
    pictures.flatMap(({ afterMs, reflection }) => (reflection ? { atMs: shownAtMs + afterMs, ...reflection } : [])),
  );
  if (seen.length < picturesMin) return { result: "not_measurable", correlation: null };
  const background = centered(seen.map((picture) => toneOf(picture.background)));
  const reflected = without(centered(seen.map(({ skin }) => toneOf(skin))), background);
  let correlation = -1;
  for (let lagMs = 0; lagMs <= lagMaxMs; lagMs += lagStepMs) {
    const shown = centered(seen.map(({ atMs }) => shownAt(lights, atMs - lagMs)));
    correlation = Math.max(correlation, correlationOf(shown, reflected));
  }
  const change = Math.sqrt(product(reflected, reflected) / reflected.length);
  if (change >= passedFrom.change && correlation >= passedFrom.correlation) return { result: "passed", correlation };
  const isOther = change >= attackFrom.change && correlation < attackFrom.correlation;
  return { result: isOther ? "attack" : "not_measurable", correlation };
}

type Color = readonly [red: number, green: number, blue: number];

/** Logarithm of a color without the common part of the three channels. */
const toneOf = (light: Light): Color => apartOf(light.map((value) => Math.log(value + floor)) as unknown as Color);

/** Removes the background's part from the skin, at most once: a background of few pixels, or behind a moving head, is mostly noise. */
function without(skin: readonly Color[], background: readonly Color[]): Color[] {
  const own = product(background, background);
  const share = own === 0 ? 0 : Math.min(1, Math.max(0, product(skin, background) / own));
  return skin.map(
    (color, k) => color.map((value, i) => value - share * (background[k] as Color)[i as 0]) as unknown as Color,
  );
}

function apartOf([red, green, blue]: Color): Color {
  const mean = (red + green + blue) / 3;
  return [red - mean, green - mean, blue - mean];
}

/** Mean color of the screen up to this moment; dark before the first color. Correlation has no scale, so counting how often a channel was on is enough. */
function shownAt(lights: readonly SeenLight[], atMs: number): Color {
  const colors = Array.from({ length: blurSteps }, (_, step) => {
    const momentMs = atMs - (step * blurMs) / (blurSteps - 1);
    return lights.findLast(({ shownAtMs }) => shownAtMs <= momentMs)?.color ?? dark.color;
  });
  const timesOn = (at: number) => colors.filter((color) => color[at] === "f").length;
  return apartOf([timesOn(1), timesOn(3), timesOn(5)]);
}

/** Each channel minus its mean over time. */
function centered(colors: readonly Color[]): Color[] {
  const means = [0, 1, 2].map((i) => colors.reduce((sum, color) => sum + (color[i] as number), 0) / colors.length);
  return colors.map((color) => color.map((value, i) => value - (means[i] as number)) as unknown as Color);
}

function correlationOf(one: readonly Color[], other: readonly Color[]): number {
  const norm = Math.sqrt(product(one, one) * product(other, other));
  return norm === 0 ? 0 : product(one, other) / norm;
}

const product = (one: readonly Color[], other: readonly Color[]): number =>
  one.reduce((sum, color, k) => sum + color.reduce((dot, value, i) => dot + value * (other[k] as Color)[i as 0], 0), 0);
