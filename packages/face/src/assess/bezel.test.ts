import assert from "node:assert/strict";
import { test } from "node:test";
import { bezelAround } from "./bezel.ts";
import { grayPhoto } from "../testing/gray-photo.ts";

const [width, height] = [480, 640];

const photo = (greyAt: (x: number, y: number) => number) => grayPhoto(width, height, greyAt);

const room = (x: number, y: number) => 140 + x / 20 + 40 * Math.sin(x / 23) * Math.sin(y / 31);
const bezel = 18;
/** A gray bezel at the photo's left border: pixels from the border to the screen's picture, at the top and at the bottom. */
const leftBorder =
  (top: number, bottom: number, grey = bezel) =>
  (x: number, y: number) =>
    x < top + ((bottom - top) * y) / height ? grey : room(x, y);

test("a sliver of a bezel at one border is seen, straight or aslant", () => {
  assert.equal(bezelAround(photo(room)), 0);
  assert.ok(bezelAround(photo(leftBorder(6, 6))) > 0.9);
  assert.ok(bezelAround(photo(leftBorder(12, 34))) > 0.9);
});

test("a bezel that leaves the photo half way is seen, and two sides say more than one", () => {
  const wedge = bezelAround(photo(leftBorder(24, -24)));
  assert.ok(wedge > 0.5, `${wedge}`);
  const corner = bezelAround(photo((x, y) => (x < 10 || y > height - 14 ? bezel : room(x, y))));
  assert.ok(corner > 1.8, `${corner}`);
});

test("a screen with round corners is seen", () => {
  const radius = 50;
  const rounded = (x: number, y: number) => {
    const [dx, dy] = [
      Math.max(radius + 10 - x, x - (width - radius - 11), 0),
      Math.max(radius + 10 - y, y - (height - radius - 11), 0),
    ];
    return Math.hypot(dx, dy) > radius ? bezel : room(x, y);
  };
  assert.ok(bezelAround(photo(rounded)) > 1.8);
});

test("dark clothes, a dark room and a dark edge that is not straight are no bezel", () => {
  const clothes = (x: number, y: number) => (y > height - 90 + 60 * Math.sin(x / 70) ? 25 : room(x, y));
  assert.ok(bezelAround(photo(clothes)) < 0.2);
  const dusk = (x: number, y: number) => (Math.hypot(x - 240, y - 300) < 150 ? room(x, y) : 30);
  assert.equal(bezelAround(photo(dusk)), 0);
  const curtain = (x: number, y: number) => (x < 30 + 14 * Math.sin(y / 9) ? 30 : room(x, y));
  assert.ok(bezelAround(photo(curtain)) < 0.4);
});

test("black that a program filled up with is no bezel: cameras see nothing that black", () => {
  assert.equal(bezelAround(photo(leftBorder(20, 60, 0))), 0);
});

test("a photo of a few pixels is no trouble", () => {
  assert.equal(bezelAround({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) }), 0);
  assert.equal(bezelAround({ width: 3, height: 400, channels: 3, data: new Uint8Array(3600) }), 0);
});
