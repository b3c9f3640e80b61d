import assert from "node:assert/strict";
import { test } from "node:test";
import { guide, type Hint } from "./guidance.ts";
import type { Sighting } from "../capture/sighting.ts";
import { aim, boxAt, seen } from "../testing/seen.ts";

const cases: readonly (readonly [string, Sighting, Hint])[] = [
  ["nobody is there", seen({}, []), "no_face"],
  ["nobody can be seen in the dark", { ...seen({}, []), brightness: 20 }, "too_dark"],
  ["nobody can be seen for the glare", { ...seen({}, []), brightness: 250 }, "too_bright"],
  ["two people are there", seen({}, [boxAt(0, 0), boxAt(300, 0, 0.8)]), "several_faces"],
  ["the face is small", seen({ box: boxAt(0, 0, 0.6) }), "too_far"],
  ["the face is large", seen({ box: boxAt(0, 0, 1.5) }), "too_close"],
  ["the face is right in the frame, so left in the mirror", seen({ box: boxAt(80, 0) }), "move_right"],
  ["the face is left in the frame, so right in the mirror", seen({ box: boxAt(-80, 0) }), "move_left"],
  ["the face is high", seen({ box: boxAt(0, -80) }), "move_down"],
  ["the face is low", seen({ box: boxAt(0, 80) }), "move_up"],
  ["the face is turned to the side", seen({ yaw: -25 }), "turned"],
  ["the face looks up", seen({ pitch: 25 }), "turned"],
  ["the face looks down", seen({ pitch: -12 }), "turned"],
  ["the head is upside down", seen({ roll: 176, pitch: 20 }), "tilted"],
  ["the head leans to the side", seen({ roll: 20 }), "tilted"],
  ["the eyes are closed", seen({ eyesOpen: 0.1 }), "eyes_closed"],
  ["something is before the mouth", seen({ covered: { mouth: 0.9, eyes: 0 } }), "mouth_covered"],
  ["dark lenses are before the eyes", seen({ covered: { mouth: 0, eyes: 0.9 }, eyesOpen: 0.1 }), "eyes_covered"],
  ["the light comes from one side", seen({ evenness: 0.3 }), "half_in_shadow"],
  ["the face is in the dark", seen({ brightness: 30 }), "too_dark"],
  ["the face is washed out", seen({ brightness: 245 }), "too_bright"],
  ["the light is behind the person", { ...seen({ brightness: 46 }), brightness: 190 }, "too_bright"],
  ["the face is half outside", { ...seen({ box: { x: 1110, y: 220, width: 220, height: 280 } }) }, "move_right"],
  ["the face is blurred", seen({ sharpness: 0.05 }), "blurred"],
  ["the face has detail, but is out of focus", seen({ focus: 0.2 }), "blurred"],
  ["the face is so blurred that its eyes seem closed", seen({ sharpness: 0.05, eyesOpen: 0.1 }), "blurred"],
];

for (const [situation, sighting, hint] of cases) {
  test(`when ${situation}, the hint is ${hint}`, () => {
    assert.deepEqual(guide(sighting, aim), { hint, right: false });
  });
}

test("a face that is right should hold still", () => {
  assert.deepEqual(guide(seen(), aim), { hint: "hold_still", right: true });
});

test("a face that moves should hold still and is not right", () => {
  const before = seen({ nose: { x: 600, y: 370 } }).face;
  assert.deepEqual(guide(seen(), aim, { before }), { hint: "hold_still", right: false });
});

test("someone small far behind does not count as a second person", () => {
  assert.equal(guide(seen({}, [boxAt(0, 0), boxAt(400, -100, 0.25)]), aim).right, true);
});

test("once right, the limits are a little wider, so that the hint does not flicker", () => {
  const atTheEdge = seen({ yaw: 17 });
  assert.equal(guide(atTheEdge, aim, { wasRight: false }).right, false);
  assert.equal(guide(atTheEdge, aim, { wasRight: true }).right, true);
});

test("eyes that have seemed closed for long are in the way no more", () => {
  assert.equal(guide(seen({ eyesOpen: 0.1 }), aim, { doubted: new Set(["eyes_closed"]) }).right, true);
});

test("dark skin before a white wall is not taken for light from behind", () => {
  assert.equal(guide({ ...seen({ brightness: 58 }), brightness: 200 }, aim).right, true);
});

test("a hint that still holds stays: what is dim and off centre is not told both in turn", () => {
  const dimAndAside = seen({ box: boxAt(80, 0), brightness: 30 });
  assert.equal(guide(dimAndAside, aim).hint, "move_right");
  assert.equal(guide(dimAndAside, aim, { shown: "too_dark" }).hint, "too_dark");
  assert.equal(guide(seen({ brightness: 30 }), aim, { shown: "move_right" }).hint, "too_dark");
});

test("a face at the frame's edge is led in, even where that is the middle of the oval", () => {
  const atTheEdge = { centre: { x: 1220, y: 360 }, width: 300, height: 400 };
  assert.equal(guide(seen({ box: { x: 1110, y: 220, width: 220, height: 280 } }), atTheEdge).right, false);
});

test("what must be put right first is said first", () => {
  assert.equal(guide(seen({ box: boxAt(0, 0, 0.5), eyesOpen: 0, brightness: 10 }), aim).hint, "too_far");
});

test("a camera with few pixels asks to come closer, however much of the oval the face fills", () => {
  const small = { centre: { x: 80, y: 60 }, width: 60, height: 80 };
  const sighting = seen({ box: { x: 56, y: 30, width: 48, height: 60 } });
  assert.equal(guide(sighting, small).hint, "too_far");
});
