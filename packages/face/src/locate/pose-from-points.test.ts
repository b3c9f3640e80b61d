import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point } from "../plane/geometry.ts";
import { poseFromPoints } from "./pose-from-points.ts";

/** The points that the pose depends on, of a level face that looks straight ahead; the others are ignored. */
function face(changes: Readonly<Record<number, Point>> = {}): Point[] {
  const points = Array.from({ length: 68 }, (): Point => ({ x: 0, y: 0 }));
  const at = (from: number, to: number, x: number, y: number) => {
    for (let i = from; i < to; i++) points[i] = { x, y };
  };
  at(0, 4, 40, 118);
  at(13, 17, 160, 118);
  at(36, 42, 72, 100);
  at(42, 48, 128, 100);
  points[27] = { x: 100, y: 100 };
  points[30] = { x: 100, y: 133 };
  points[48] = { x: 78, y: 160 };
  points[54] = { x: 122, y: 160 };
  for (const [index, point] of Object.entries(changes)) points[Number(index)] = point;
  return points;
}

function turned(points: readonly Point[], degrees: number): Point[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return points.map(({ x, y }) => ({ x: 500 + 3 * (x * cos - y * sin), y: 200 + 3 * (x * sin + y * cos) }));
}

const near = (actual: number, expected: number, by = 1e-6) =>
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not ${expected}`);

test("a level face that looks straight ahead has no yaw and no roll, and hardly any pitch", () => {
  const pose = poseFromPoints(face());
  near(pose.yaw, 0);
  near(pose.roll, 0);
  near(pose.pitch, 0, 3);
});

test("a nose to the photo's right is a head turned there, a nose further up one that looks up", () => {
  assert.ok(poseFromPoints(face({ 30: { x: 130, y: 133 } })).yaw > 20);
  assert.ok(poseFromPoints(face({ 30: { x: 70, y: 133 } })).yaw < -20);
  assert.ok(poseFromPoints(face({ 30: { x: 100, y: 110 } })).pitch > 12);
});

test("a face leaning, larger, elsewhere has the same yaw and pitch, and its lean as roll", () => {
  const points = face({ 30: { x: 112, y: 125 } });
  const [level, leaning] = [poseFromPoints(points), poseFromPoints(turned(points, 25))];
  near(leaning.roll, 25);
  near(leaning.yaw, level.yaw);
  near(leaning.pitch, level.pitch);
});
