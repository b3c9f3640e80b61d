import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesAround } from "./edges.ts";
import { checkSpoof } from "./spoof.ts";
import type { SpoofEntry } from "../manifest.ts";
import type { Box } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { grayPhoto } from "../testing/gray-photo.ts";
import { spoofNetwork } from "../testing/spoof-network.ts";

const [width, height] = [640, 480];
const face: Box = { x: 260, y: 160, width: 120, height: 160 };

const photo = (greyAt: (x: number, y: number) => number) => grayPhoto(width, height, greyAt);

/** A room: light that increases slightly to the right, and soft blobs of about half the face's size. */
const room = (x: number, y: number) => 120 + x / 20 + 30 * Math.sin(x / 23) * Math.sin(y / 31);
/** A screen tilted by 6 degrees, with a dark border. */
const screen = (x: number, y: number) => {
  const [dx, dy] = [x - 320, y - 240];
  const [u, v] = [Math.abs(dx + 0.1 * dy), Math.abs(dy - 0.1 * dx)];
  if (u < 160 && v < 200) return room(x, y);
  return u < 175 && v < 215 ? 10 : 170;
};
const door = (x: number, y: number) => (x > 470 ? 60 : room(x, y));

test("a leaning screen has an edge on every side of the face, a door on one, a room on none", () => {
  const [framed, beside, open] = [screen, door, room].map((scene) => edgesAround(photo(scene), face));
  assert.equal(framed?.length, 4);
  assert.ok(
    framed?.every((side) => side > 0.85),
    framed?.join(" "),
  );
  assert.deepEqual(
    beside?.map((side) => side > 0.85),
    [false, true, false, false],
  );
  assert.ok(
    open?.every((side) => side < 0.5),
    open?.join(" "),
  );
});

test("a faint line counts less than a clear one, and noise for little", () => {
  const line = (by: number) =>
    edgesAround(
      photo((x) => (x > 470 ? 120 + by : 120)),
      face,
    )[1] ?? 0;
  assert.ok(line(40) > 0.9);
  assert.ok(line(12) > 0.1 && line(12) < 0.7, `${line(12)}`);
  assert.equal(line(0), 0);
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state >> 23;
  };
  const noise = edgesAround(photo(random), face);
  assert.ok(
    noise.every((side) => side < 0.3),
    noise.join(" "),
  );
});

test("a side without room beside the face is not told", () => {
  const image = photo(room);
  assert.equal(edgesAround(image, { x: 0, y: 160, width: 120, height: 160 }).length, 3);
  assert.deepEqual(edgesAround(image, { x: 0, y: 0, width, height }), []);
});

const entry: SpoofEntry = {
  networks: [spoofNetwork()],
  edges: { weight: 7, usual: 0.5 },
  threshold: 0.5,
  attackBelow: 0.1,
};
const model = { run: async () => ({ logits: new Float32Array([1, 0, -9]) }) };
const check = (image: Image, box: Box, of: SpoofEntry = entry) => checkSpoof(image, box, [model], of);

test("a frame around the face makes a spoof of what the model takes for live", async () => {
  const { edges: _, ...without } = entry;
  const [alone, framed, open] = [
    await check(photo(screen), face, without),
    await check(photo(screen), face),
    await check(photo(room), face),
  ];
  assert.ok(!alone.isSpoof && framed.isSpoof && !open.isSpoof);
  assert.ok(open.live > alone.live, "less than usual speaks for it");
});

test("whoever lets nothing of the surroundings be seen gains nothing by it", async () => {
  const { edges: _, ...without } = entry;
  const whole: Box = { x: 0, y: 0, width, height };
  assert.deepEqual(await check(photo(screen), whole), await check(photo(screen), whole, without));
});
