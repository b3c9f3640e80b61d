import { levelOf } from "../../packages/face/src/pixels/pyramid.ts";
import type { Point } from "../../packages/face/src/plane/geometry.ts";
import { genericHead } from "../../packages/server/testing/challenge/heads.ts";
import type { Shot } from "../../packages/server/testing/challenge/swap.ts";
import { bilinear } from "../../packages/photo/testing/photos/warp.ts";

/** Rotation of the rendered head in degrees: to the photo's right, and up. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  /** Factor by which the camera is nearer. */
  readonly nearer: number;
  /** Direction of the lamp: to the photo's right, down, and towards the camera. Fixed while the head turns. */
  readonly lamp: readonly [number, number, number];
}

interface Point3 extends Point {
  readonly z: number;
}

/** Distance between the template's eyes, millimeters. */
const eyesMm = 64;
/** Distance from the camera to the eyes, and to the wall behind, millimeters. */
const distanceMm = 450;
const wallMm = 1500;
const neck = { y: 60, z: -90 } as const;
/** Ambient light, in addition to the lamp. */
const ambient = 1.2;
/** Mesh step, in distances between the eyes. */
const meshStep = 0.07;

/** Least depth of ears and jaw ends; deeper ones would tear hair and temples. */
const rimMm = -55;

/** Points that the landmarks lack: forehead, crown, ears and neck of a generic head, millimeters. */
const around: readonly Point3[] = [
  ...[-45, -20, 0, 20, 45].map((x) => ({ x, y: -60, z: 2 - 0.006 * x * x })),
  ...[-60, -30, 0, 30, 60].map((x) => ({ x, y: -100, z: -25 - 0.006 * x * x })),
  ...[-1, 1].flatMap((side) => [
    { x: 70 * side, y: -60, z: -45 },
    { x: 76 * side, y: -30, z: -55 },
    { x: 84 * side, y: 20, z: -60 },
    { x: 80 * side, y: 70, z: -60 },
    { x: 45 * side, y: 140, z: -70 },
  ]),
  { x: 0, y: 145, z: -50 },
];

/** Exponent of the distance in the weights of template points; this value preserves the shape of the nose. */
const sharpness = 3.2;
const softMm2 = 90;

/**
 * Renders a photo on an average head, turned. Landmarks have the template's depth; points between them interpolate it from nearby ones. Occlusion is
 * rendered; newly visible areas and the background beside the head are stretched. @returns the render, with its landmarks
 */
export function rendered({ data, width, height, points }: Shot, { yaw, pitch, nearer, lamp }: Pose): Shot {
  const eye = (from: number) => mean(points.slice(from, from + 6));
  const [right, left] = [eye(36), eye(42)];
  const middle = { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 };
  const scale = Math.hypot(left.x - right.x, left.y - right.y) / eyesMm;
  const toMm = ({ x, y }: Point): Point => ({ x: (x - middle.x) / scale, y: (y - middle.y) / scale });
  const anchors = [
    ...points.map((point, i) => ({ ...toMm(point), z: Math.max(rimMm, genericHead[i]?.z ?? 0) })),
    ...around,
  ];
  const depthAt = ({ x, y }: Point): number => {
    let [sum, weights] = [0, 0];
    for (const anchor of anchors) {
      const near = 1 / (((anchor.x - x) ** 2 + (anchor.y - y) ** 2 + softMm2) ** (sharpness / 2) + 1e-9);
      sum += near * anchor.z;
      weights += near;
    }
    return sum / weights;
  };
  const turn = turnedBy(yaw, pitch);
  const focal = distanceMm;
  const near = distanceMm / nearer;
  /** Where a point of the photo appears after the turn, in pixels, with its nearness. */
  const seen = (at: Point, z: number, share: number): Point3 => {
    const away = (distanceMm - z) / focal;
    const moved = turn({ x: at.x * away, y: at.y * away, z });
    const times = focal / (near - moved.z);
    const wall = (wallMm + distanceMm) / (wallMm + near);
    const [x, y] = [mixed(at.x * wall, moved.x * times, share), mixed(at.y * wall, moved.y * times, share)];
    return { x: middle.x + x * scale, y: middle.y + y * scale, z: mixed(-wallMm, moved.z, share) };
  };

  const stepPx = meshStep * eyesMm * scale;
  const columns = Math.ceil((width - 1) / stepPx);
  const rows = Math.ceil((height - 1) / stepPx);
  const corners: Corner[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const from = { x: ((width - 1) * column) / columns, y: ((height - 1) * row) / rows };
      const at = toMm(from);
      const share = headShare(at);
      const z = share > 0 ? depthAt(at) : -100;
      corners.push({ from, to: seen(at, z, share), light: share > 0 ? 1 + share * (lit(at) - 1) : 1 });
    }
  }
  /** How much brighter a point is after the turn, in the lamp's light. */
  function lit(at: Point): number {
    const by = 4;
    const slope = (dx: number, dy: number) =>
      (depthAt({ x: at.x + dx, y: at.y + dy }) - depthAt({ x: at.x - dx, y: at.y - dy })) / (2 * by);
    const normal = unit({ x: -slope(by, 0), y: -slope(0, by), z: 1 });
    return shone(turnedBy(yaw, pitch, true)(normal), lamp) / shone(normal, lamp);
  }
  const out = drawn({ data, width, height }, corners, columns + 1);
  const to = points.map((point) => {
    const at = toMm(point);
    const { x, y } = seen(at, depthAt(at), headShare(at));
    return { x, y };
  });
  return { data: out, width, height, points: to };
}

interface Corner {
  readonly from: Point;
  readonly to: Point3;
  readonly light: number;
}

const shone = ({ x, y, z }: Point3, lamp: Pose["lamp"]): number =>
  ambient + Math.max(0, x * lamp[0] + y * lamp[1] + z * lamp[2]);

const mixed = (from: number, to: number, share: number): number => from + (to - from) * share;

const unit = ({ x, y, z }: Point3): Point3 => {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
};

const mean = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** 1 on the head, 0 on what does not turn with it. In millimeters from the point between the eyes. */
function headShare({ x, y }: Point): number {
  const from = Math.hypot(x / 85, (y - 15) / (y < 15 ? 125 : 120));
  const share = Math.max(0, Math.min(1, (1.45 - from) / 0.45));
  return share * share * (3 - 2 * share);
}

/** A rotation about a point in the neck. @param isDirection whether points are surface directions, which rotate about the origin */
function turnedBy(yawDegrees: number, pitchDegrees: number, isDirection = false): (point: Point3) => Point3 {
  const [yaw, pitch] = [(yawDegrees * Math.PI) / 180, (pitchDegrees * Math.PI) / 180];
  const about = isDirection ? { y: 0, z: 0 } : neck;
  return (point) => {
    const [y0, z0] = [point.y - about.y, point.z - about.z];
    const y = y0 * Math.cos(pitch) - z0 * Math.sin(pitch);
    const z1 = y0 * Math.sin(pitch) + z0 * Math.cos(pitch);
    return {
      x: point.x * Math.cos(yaw) + z1 * Math.sin(yaw),
      y: y + about.y,
      z: z1 * Math.cos(yaw) - point.x * Math.sin(yaw) + about.z,
    };
  };
}

/** Samples a pixel, each way: where the photo is squeezed they are averaged, as a lens does. */
const samples = 2;

/** Draws the mesh, two triangles for each square; of two on one pixel the nearer is visible. */
function drawn(photo: Omit<Shot, "points">, found: readonly Corner[], across: number): Buffer {
  const image = { ...photo, channels: 3 } as const;
  const [width, height] = [samples * photo.width, samples * photo.height];
  const corners = found.map(({ to, ...corner }) => ({
    ...corner,
    to: { x: samples * (to.x + 0.5) - 0.5, y: samples * (to.y + 0.5) - 0.5, z: to.z },
  }));
  const out = Buffer.alloc(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const from = 3 * (Math.floor(Math.floor(i / width) / samples) * photo.width + Math.floor((i % width) / samples));
    photo.data.copy(out, 3 * i, from, from + 3);
  }
  const depths = new Float32Array(width * height).fill(-Infinity);
  const fill = (a: Corner, b: Corner, c: Corner) => {
    const area = (b.to.x - a.to.x) * (c.to.y - a.to.y) - (b.to.y - a.to.y) * (c.to.x - a.to.x);
    if (area <= 0) return;
    const [xs, ys] = [
      [a.to.x, b.to.x, c.to.x],
      [a.to.y, b.to.y, c.to.y],
    ];
    const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
    const end = Math.min(width - 1, Math.ceil(Math.max(...xs)));
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= end; x++) {
        const u = ((x - a.to.x) * (c.to.y - a.to.y) - (y - a.to.y) * (c.to.x - a.to.x)) / area;
        const v = ((b.to.x - a.to.x) * (y - a.to.y) - (b.to.y - a.to.y) * (x - a.to.x)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const between = (of: (corner: Corner) => number) => of(a) + u * (of(b) - of(a)) + v * (of(c) - of(a));
        const z = between(({ to }) => to.z);
        const at = y * width + x;
        if (z <= (depths[at] as number)) continue;
        depths[at] = z;
        const fromX = Math.max(
          0,
          Math.min(
            photo.width - 1.001,
            between(({ from }) => from.x),
          ),
        );
        const fromY = Math.max(
          0,
          Math.min(
            photo.height - 1.001,
            between(({ from }) => from.y),
          ),
        );
        const light = between((corner) => corner.light);
        for (let channel = 0; channel < 3; channel++) {
          const value = Math.round(light * bilinear(image, fromX, fromY, channel));
          out[3 * at + channel] = Math.max(0, Math.min(255, value));
        }
      }
    }
  };
  for (let i = 0; i + across < corners.length; i++) {
    if ((i + 1) % across === 0) continue;
    const [a, b, c, d] = [corners[i], corners[i + 1], corners[i + across], corners[i + across + 1]] as [
      Corner,
      Corner,
      Corner,
      Corner,
    ];
    fill(a, b, c);
    fill(b, d, c);
  }
  return Buffer.from(levelOf({ data: out, width, height, channels: 3 }, Math.log2(samples)).data);
}
