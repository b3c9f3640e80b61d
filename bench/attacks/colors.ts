import { toneOf } from "../../packages/face/src/assess/tone.ts";
import { frameHeight, frameWidth, type Picture } from "../../packages/server/testing/challenge/perform.ts";

/** Gives a picture the color cast of another: scales red and blue until both faces have the same tone. */
export function inColorsOf(other: Picture, picture: Picture): Picture {
  const [wanted, has] = [toneIn(other), toneIn(picture)];
  const times = [Math.exp(wanted.red - has.red), 1, Math.exp(wanted.blue - has.blue)];
  const data = Buffer.from(picture.data.map((value, i) => Math.min(255, Math.round(value * (times[i % 3] as number)))));
  return { ...picture, data };
}

function toneIn({ data, points }: Picture) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  return toneOf({ data, width: frameWidth, height: frameHeight, channels: 3 }, box);
}
