import type { Box } from "@selfsame/face/plane/geometry";
import sharp from "sharp";
import type { ShownLight } from "../../src/liveness/challenge/light/draw-light.ts";

/** Renders how a camera sees a person whose screen shows colors: a diffuse model, for tests and bench/screen-colors.ts. */

export type Color = readonly [red: number, green: number, blue: number];

/** The size of the small pictures that the camera sends, pixels. */
export const pictureWidth = 128;
export const pictureHeight = 96;
const pixels = pictureWidth * pictureHeight;

/** A picture in linear light, and the share of the screen's light that reaches each pixel. */
export interface Scene {
  readonly light: Float32Array;
  readonly near: Float32Array;
}

/** @param behind the share of the screen's light that reaches the background: a ninth for a wall at three times the distance */
export async function sceneOf(photo: Buffer, face: Box, behind: number): Promise<Scene> {
  const resized = sharp(photo).resize(pictureWidth, pictureHeight, { fit: "fill" });
  const data = await resized.removeAlpha().raw().toBuffer();
  const near = new Float32Array(pixels);
  for (let i = 0; i < pixels; i++) {
    const right = ((i % pictureWidth) - face.x - face.width / 2) / face.width;
    const down = (Math.floor(i / pictureWidth) - face.y - face.height / 2) / face.height;
    const head = Math.hypot(right / 0.7, down / 0.8) <= 1;
    const body = down > 0.5 && Math.abs(right) < 0.5 + down;
    near[i] = head || body ? 1 : behind;
  }
  return { light: Float32Array.from(data, toLinear), near };
}

export interface Camera {
  /** The screen's white light on the face, relative to the ambient light. */
  readonly ratio: number;
  /** Color of the ambient light. */
  readonly ambient: Color;
  /** Delay from the screen to the picture, milliseconds. */
  readonly lagMs: number;
  /** The share of a color that leaks into the other two channels. */
  readonly crosstalk: number;
  /** The share of a change that exposure and white balance compensate, and their time constant. */
  readonly exposure: Follow;
  readonly balance: Follow;
  /** Noise of a pixel of the small picture, as a share of white. */
  readonly noise: number;
  /** Movement of the head, pixels a second. */
  readonly sway: number;
}

interface Follow {
  readonly share: number;
  readonly tauMs: number;
}

export const indoors: Camera = {
  ratio: 0.5,
  ambient: [1.1, 1, 0.85],
  lagMs: 120,
  crosstalk: 0.05,
  exposure: { share: 0.5, tauMs: 400 },
  balance: { share: 0.5, tauMs: 1500 },
  noise: 0.004,
  sway: 1,
};

/**
 * @param shownAt color that the screen shows at a moment, 0 to 1 a channel
 * @returns a function that takes the picture of a moment, in sRGB; moments must ascend
 */
export function film(scene: Scene, camera: Camera, shownAt: (atMs: number) => Color, random: () => number) {
  const { ratio, ambient, crosstalk, lagMs, noise, sway } = camera;
  let exposure = 1;
  const balance = [1, 1, 1];
  let lastMs: number | undefined;
  const place = { x: 0, y: 0 };

  /** The screen's light at the sensor, white balanced for the ambient light. */
  const reaching = (atMs: number): Color => {
    // The mean of two moments 30 ms apart, since a sensor exposes for a while.
    const [one, other] = [shownAt(atMs - lagMs), shownAt(atMs - lagMs - 30)];
    const color = one.map((value, i) => (value + (other[i] as number)) / 2);
    const mean = color.reduce((sum, value) => sum + value, 0) / 3;
    return color.map(
      (value, i) => (ratio * (value + 3 * crosstalk * (mean - value))) / (ambient[i] as number),
    ) as unknown as Color;
  };

  const settle = (added: Color, passedMs: number) => {
    const means = [0, 1, 2].map((i) => meanLit(scene, i, added[i] as number) / meanLit(scene, i, 0));
    const overall = means.reduce((sum, value) => sum + value, 0) / 3;
    const towards = (value: number, goal: number, { tauMs }: Follow) =>
      value + (goal - value) * (1 - Math.exp(-passedMs / tauMs));
    exposure = towards(exposure, overall ** -camera.exposure.share, camera.exposure);
    for (let i = 0; i < 3; i++) {
      const goal = ((means[i] as number) / overall) ** -camera.balance.share;
      balance[i] = towards(balance[i] as number, goal, camera.balance);
    }
  };

  return (atMs: number): Buffer => {
    // Exposure and white balance settle on every frame of the camera, not only on those that are sent.
    for (let momentMs = lastMs ?? atMs - 1000; momentMs < atMs; momentMs += 33) settle(reaching(momentMs), 33);
    place.x += (random() - 0.5) * sway * Math.sqrt((atMs - (lastMs ?? atMs)) / 250);
    place.y += (random() - 0.5) * sway * Math.sqrt((atMs - (lastMs ?? atMs)) / 250);
    lastMs = atMs;
    const added = reaching(atMs);
    const flicker = 1 + (random() - 0.5) * 0.02;
    const out = Buffer.alloc(pixels * 3);
    const [dx, dy] = [Math.round(place.x), Math.round(place.y)];
    for (let y = 0; y < pictureHeight; y++) {
      for (let x = 0; x < pictureWidth; x++) {
        const from = clamped(y + dy, pictureHeight) * pictureWidth + clamped(x + dx, pictureWidth);
        for (let i = 0; i < 3; i++) {
          const lit = (scene.light[from * 3 + i] as number) * (1 + (scene.near[from] as number) * (added[i] as number));
          const seen = lit * flicker * exposure * (balance[i] as number);
          const grain = (random() + random() + random() - 1.5) * 2 * noise * Math.sqrt(0.1 + seen);
          out[(y * pictureWidth + x) * 3 + i] = toLevel(seen + grain);
        }
      }
    }
    return out;
  };
}

/** Stacks the pictures vertically, as the camera sends them. */
export const stripOf = (pictures: readonly Buffer[], quality = 85): Promise<Buffer> =>
  sharp(Buffer.concat(pictures), {
    raw: { width: pictureWidth, height: pictureHeight * pictures.length, channels: 3 },
  })
    .jpeg({ quality })
    .toBuffer();

export interface Shown {
  readonly light: ShownLight;
  readonly shownAtMs: number;
  /** When the pictures are taken, milliseconds after `shownAtMs`. */
  readonly takenMs: readonly number[];
}

/** When a page shows each color of a sequence, with this time for each response. */
export function schedule(draw: readonly ShownLight[], answerMs: () => number): Shown[] {
  let shownAtMs = 0;
  return draw.map((light, i) => {
    const shown = { light, shownAtMs, takenMs: momentsIn(light.ms, i === 0) };
    shownAtMs += light.ms + answerMs();
    return shown;
  });
}

/** The moments at which camera/challenge/colors.ts takes pictures; of the dark only the last three. */
export function momentsIn(ms: number, isDark: boolean): number[] {
  const moments: number[] = [];
  for (let at = isDark ? ms - 200 : 50; at < ms; at += 95) moments.push(at);
  return moments;
}

export const shownBy =
  (shown: readonly Shown[]) =>
  (atMs: number): Color =>
    colorOf(shown.findLast(({ shownAtMs }) => shownAtMs <= atMs)?.light.color ?? "#000000");

export const colorOf = (hex: string): Color =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Color;

function meanLit({ light, near }: Scene, channel: number, added: number): number {
  let sum = 0;
  for (let i = 0; i < pixels; i += 7) sum += (light[i * 3 + channel] as number) * (1 + (near[i] as number) * added);
  return sum + 0.001;
}

const clamped = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at));

function toLinear(level: number): number {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const finest = 16_384;
const levels = Uint8Array.from({ length: finest + 1 }, (_, i) => {
  const light = i / finest;
  return Math.round((light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055) * 255);
});

const toLevel = (light: number): number => levels[Math.round(Math.min(1, Math.max(0, light)) * finest)] as number;
