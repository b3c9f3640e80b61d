import * as fc from "fast-check";
import type { Point } from "@selfsame/face/plane/geometry";
import type { Homography } from "../../src/liveness/challenge/checks/homography.ts";

interface Point3 extends Point {
  readonly z: number;
}

/**
 * A generic head in iBUG order, in millimeters: x to the photo's right, y down, z towards the camera, the origin midway between the eyes. Lengths are
 * those of an average adult (Farkas, Anthropometry of the head and face, 1994), rounded.
 */
export const genericHead: readonly Point3[] = [
  ...Array.from({ length: 17 }, (_, i) => {
    const angle = (i / 16) * Math.PI;
    return { x: -70 * Math.cos(angle), y: 10 + 100 * Math.sin(angle), z: -70 + 60 * Math.sin(angle) };
  }),
  ...row(5, { x: -54, y: -22, z: -12 }, { x: -14, y: -22, z: 8 }),
  ...row(5, { x: 14, y: -22, z: 8 }, { x: 54, y: -22, z: -12 }),
  ...row(4, { x: 0, y: -2, z: 8 }, { x: 0, y: 42, z: 28 }),
  ...row(3, { x: -15, y: 52, z: 8 }, { x: 0, y: 54, z: 16 }),
  ...row(2, { x: 7.5, y: 53, z: 12 }, { x: 15, y: 52, z: 8 }),
  ...eye(-32),
  ...eye(32),
  ...mouth(26, 9, 12),
  ...mouth(19, 3, 8),
];

function row(count: number, from: Point3, to: Point3): Point3[] {
  return Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, z: from.z + (to.z - from.z) * t };
  });
}

function eye(x: number): Point3[] {
  return [
    [-15, 0],
    [-6, -5],
    [6, -5],
    [15, 0],
    [6, 4],
    [-6, 4],
  ].map(([dx = 0, y = 0]) => ({ x: x + dx, y, z: -6 - 4 * Math.abs((x + dx) / 47) }));
}

function mouth(half: number, open: number, count: number): Point3[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const x = -half * Math.cos(angle);
    return { x, y: 74 - open * Math.sin(angle), z: 10 - 10 * (x / half) ** 2 };
  });
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Projects the head, turned by yaw (to the photo's right) and pitch (up) about a point in the neck, onto a camera at this distance. */
export function seen(
  head: readonly Point3[],
  yawDegrees: number,
  pitchDegrees: number,
  { distanceMm = 500, focalPx = 600, centre = { x: 320, y: 240 } } = {},
): Point[] {
  const [yaw, pitch] = [radians(yawDegrees), radians(pitchDegrees)];
  const neck = { y: 60, z: -90 };
  return head.map((p) => {
    const y0 = p.y - neck.y;
    const z0 = p.z - neck.z;
    const y = y0 * Math.cos(pitch) - z0 * Math.sin(pitch);
    const z1 = y0 * Math.sin(pitch) + z0 * Math.cos(pitch);
    const x = p.x * Math.cos(yaw) + z1 * Math.sin(yaw);
    const z = z1 * Math.cos(yaw) - p.x * Math.sin(yaw);
    const scale = focalPx / (distanceMm - z - neck.z);
    return { x: centre.x + x * scale, y: centre.y + (y + neck.y) * scale };
  });
}

const small = fc.double({ min: -0.6, max: 0.6, noNaN: true });
const perspective = fc.double({ min: -0.0006, max: 0.0006, noNaN: true });
const shift = fc.double({ min: -200, max: 200, noNaN: true });

/** Any tilt, turn, shear, size and shift of a flat object of some hundred pixels that stays in front of the camera. */
export const anyHomography: fc.Arbitrary<Homography> = fc
  .tuple(small, small, small, small, shift, shift, perspective, perspective)
  .filter(([a, b, c, d]) => (1 + a) * (1 + d) - b * c > 0.1)
  .map(([a, b, c, d, tx, ty, px, py]) => [1 + a, b, tx, c, 1 + d, ty, px, py, 1] as const);

/** Random offsets of at most this many pixels for all points of a face: landmarks are not exact. */
export const jitter = (pixels: number): fc.Arbitrary<readonly Point[]> => {
  const offset = fc.double({ min: -pixels, max: pixels, noNaN: true });
  return fc.array(fc.record({ x: offset, y: offset }), { minLength: 68, maxLength: 68 });
};

export const moved = (points: readonly Point[], by: readonly Point[]): Point[] =>
  points.map((p, i) => ({ x: p.x + (by[i]?.x ?? 0), y: p.y + (by[i]?.y ?? 0) }));
