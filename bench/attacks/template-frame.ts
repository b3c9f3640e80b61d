import sharp from "sharp";
import { nameOf, stepNames, type Task } from "../../packages/face/src/assess/gestures.ts";
import type { Point } from "../../packages/face/src/plane/geometry.ts";
import {
  expressed,
  frameHeight,
  frameWidth,
  jpegOf,
  type Picture,
} from "../../packages/server/testing/challenge/perform.ts";
import { type Shot, shotOf, swapped } from "../../packages/server/testing/challenge/swap.ts";
import { type Pose, rendered } from "./depth-render.ts";
import { randomFrom } from "./effects.ts";
import type { Person, Photo } from "./people.ts";

const cutOffs = [0.03, 0.04, 0.05, 0.06] as const;

/** The pose for a task, a little stronger with each candidate, and the lamp's position. */
export function poseFor(task: Task | "none", which: number): Pose {
  const lamp = [
    [0.5, -0.5, 0.7],
    [-0.5, -0.5, 0.7],
    [0, -0.7, 0.7],
  ][which % 3] as unknown as Pose["lamp"];
  const still = { yaw: which % 3, pitch: 0, nearer: 1, lamp };
  if (typeof task !== "string") {
    const angle = (task.dot * Math.PI) / 180;
    return { ...still, yaw: -(21 + which) * Math.cos(angle), pitch: (24 + which) * Math.sin(angle) };
  }
  if (task === "turn_left") return { ...still, yaw: 17 + 2 * which };
  if (task === "turn_right") return { ...still, yaw: -17 - 2 * which };
  if (task === "look_up") return { ...still, pitch: 17 + 1.5 * which };
  return { ...still, nearer: task === "move_closer" ? 1.28 + 0.01 * which : 1 };
}

/** The photo on the template without another person's detail: enough to measure a turn. */
export function renderOf({ data, points }: Picture, pose: Pose): Promise<Buffer> {
  return jpegOf(rendered({ data, points, width: frameWidth, height: frameHeight }, pose).data);
}

export interface Candidate {
  readonly task: Task | "none";
  readonly which: number;
  /** Whether an expression grows with the candidates, and detail fades where the face turns away. */
  readonly isFitted?: boolean;
  /** Share of the way to the pose; each has its own noise and detail. */
  readonly share?: number | undefined;
}

/** The photo on the template in this pose, with the fine detail of one of the donor's frames that look the same way. */
export async function frameOf(
  picture: Picture,
  donor: Person,
  { yaw, pitch, nearer, lamp }: Pose,
  { task, which, share = 1, isFitted = false }: Candidate,
): Promise<Buffer> {
  const strength = isFitted ? 1.15 + 0.3 * (which % 4) : 1.15;
  const of = task === "none" || share < 1 ? picture.data : expressed(picture, task, strength);
  const pose = { yaw: share * yaw, pitch: share * pitch, nearer: 1 + share * (nearer - 1), lamp };
  const render = rendered({ data: of, points: picture.points, width: frameWidth, height: frameHeight }, pose);
  const seed = 100 * (1 + (task === "none" ? 0 : 1 + stepNames.indexOf(nameOf(task)))) + which + 1000 * (1 - share);
  const like = [donor.still, ...donor.others]
    .map((photo) => ({
      photo,
      apart: Math.abs(photo.frame.gesture.yaw - pose.yaw) + Math.abs(photo.frame.gesture.pitch - pose.pitch / 2),
    }))
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, 3);
  const { photo } = like[Math.floor(randomFrom(seed)() * like.length)] as { photo: Photo };
  const cutOff = cutOffs[which % cutOffs.length] as number;
  const turns = isFitted && Math.abs(pose.yaw) > 5;
  const away = shareAside(render, Math.sign(pose.yaw));
  const frame = turns && which % 4 > 1 ? await softened(render, away) : render;
  const swap = { cutOff, share: 0, ...(turns && which % 2 === 1 && { detailAt: (x: number) => 1 - 0.7 * away(x) }) };
  return swapped(frame, frame, swap, seed, await detailOf(photo));
}

/** From 0 on the middle of the face to 1 on the cheek that turns away, by column. @param side 1 is the photo's right */
function shareAside({ points }: Shot, side: number): (x: number) => number {
  const [one, other] = [points[36] as Point, points[45] as Point];
  const [middle, width] = [(one.x + other.x) / 2, Math.abs(other.x - one.x)];
  return (x) => Math.max(0, Math.min(1, ((side * (x - middle)) / width - 0.15) / 0.4));
}

/** Blur of the cheek that turns away, in distances between the outer corners of the eyes. */
const softBy = 0.025;

/** The render with that cheek as soft as a real one, which is seen at a flat angle. */
async function softened(render: Shot, away: (x: number) => number): Promise<Shot> {
  const { data, width, height, points } = render;
  const eyes = Math.abs((points[45] as Point).x - (points[36] as Point).x);
  const soft = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.3, softBy * eyes))
    .raw()
    .toBuffer();
  const out = Buffer.from(data);
  for (let i = 0; i < out.length; i++) {
    const share = away(Math.floor(i / 3) % width);
    out[i] = Math.round((1 - share) * (data[i] as number) + share * (soft[i] as number));
  }
  return { ...render, data: out };
}

const details = new WeakMap<Photo, Promise<Shot>>();
function detailOf(photo: Photo): Promise<Shot> {
  const shot = details.get(photo) ?? shotOf(photo.jpeg, photo.frame.points);
  details.set(photo, shot);
  return shot;
}
