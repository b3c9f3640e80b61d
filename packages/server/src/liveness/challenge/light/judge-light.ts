import type { Light, Reflection } from "@selfsame/face/assess/reflection";
import { dark } from "./draw-light.ts";

/** `spared`: the person chose to go without. */
export const lightResults = ["passed", "attack", "not_measurable", "spared"] as const;
export type LightResult = (typeof lightResults)[number];

interface Picture {
  /** From when the color was shown, by the page's clock. */
  readonly afterMs: number;
  /** undefined where there was no face, or no background. */
  readonly reflection: Reflection | undefined;
}

/** The pictures of one color. */
export interface MeasuredLight {
  readonly pictures: readonly Picture[];
  /** Of the face in the middle picture. */
  readonly embedding: Float32Array | undefined;
}

/** One color, and what was seen while it was shown. */
export interface SeenLight extends MeasuredLight {
  readonly color: string;
  /** By the service's clock. The next color is shown in its place. */
  readonly shownAtMs: number;
}

/** In the dark before the colors a face may be too dark to be recognized. */
export const facesIn = (lights: readonly SeenLight[]): Float32Array[] =>
  lights.flatMap(({ color, embedding }) => (embedding && color !== dark.color ? [embedding] : []));

export interface LightJudgment {
  readonly result: LightResult;
  /** Between what was shown and what was reflected, -1 to 1, at the lag where it is highest; null where nothing was measured. */
  readonly correlation: number | null;
}

/** With the faces of the small pictures, which are compared with those of the performance once its selfie is there. */
export interface SeenColors extends LightJudgment {
  readonly faces: readonly Float32Array[];
}

/** From screen over face and camera to the page. */
const lagMaxMs = 600;
const lagStepMs = 20;
/** A screen takes a while to change, and a camera to expose: what was shown over so long counts. */
const blurMs = 60;
const blurSteps = 4;
/** In linear light: what is nearly black has no color. */
const floor = 0.003;
/** As docs/research/screen-colors.md measured them. `change`: how much the color of the skin changes, as a share. */
const passedFrom = { correlation: 0.85, change: 0.02 } as const;
/** Other colors than those shown, and more of them than a moving head and a poor light bring. Between the two there is too much other light. */
const attackFrom = { correlation: 0.6, change: 0.04 } as const;
const picturesMin = 8;

/**
 * Whether the skin reflects what the screen showed. What the background does as well is taken off the skin: exposure and white balance of the camera, and
 * the light on a photo that shows its own background. Of the three channels only what sets them apart counts, so a shadow falls out, too.
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

/** The logarithm of a color, without what the three channels share. */
const toneOf = (light: Light): Color => apartOf(light.map((value) => Math.log(value + floor)) as unknown as Color);

/** As much of the background as explains the skin, at most all of it: one of few pixels, or behind a head that moves, is mostly noise. */
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

/** What the screen showed up to this moment. Before the first color it was dark. A correlation has no scale, so how often a channel was on is enough. */
function shownAt(lights: readonly SeenLight[], atMs: number): Color {
  const colors = Array.from({ length: blurSteps }, (_, step) => {
    const momentMs = atMs - (step * blurMs) / (blurSteps - 1);
    return lights.findLast(({ shownAtMs }) => shownAtMs <= momentMs)?.color ?? dark.color;
  });
  const timesOn = (at: number) => colors.filter((color) => color[at] === "f").length;
  return apartOf([timesOn(1), timesOn(3), timesOn(5)]);
}

/** Each channel less its mean over time. */
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
