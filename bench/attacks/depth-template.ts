import { nameOf, stepNames, type Task } from "../../packages/face/src/assess/gestures.ts";
import { expressed, frameHeight, frameWidth, type Picture } from "../../packages/server/testing/challenge/perform.ts";
import { burstAsked, type SentBurst } from "../../packages/server/src/liveness/challenge/burst/burst.ts";
import { stripOfFrames } from "../../packages/server/testing/challenge/burst-of.ts";
import { type Shot, shotOf, swapped } from "../../packages/server/testing/challenge/swap.ts";
import { eachTry, type One, type Plan } from "./attacks.ts";
import { inColorsOf } from "./colors.ts";
import { type Pose, rendered } from "./depth-render.ts";
import { randomFrom } from "./effects.ts";
import type { Person, Photo } from "./people.ts";
import { drawn, newNetwork } from "./service.ts";
import type { Tried } from "./tally.ts";

export interface TemplatePlan extends Plan {
  /** People whose real frames provide the fine detail. */
  readonly donors: readonly Person[];
  readonly pictures: ReadonlyMap<Person, readonly Picture[]>;
  /** Makes a frame, or reads it from the cache: rendering costs more than judging. */
  readonly kept: (key: string, make: () => Promise<Buffer>) => Promise<Buffer>;
}

export type TemplateBurst = "rendered" | "in turn" | "still";

interface Attempt {
  /** Whether each step uses a different photo of the victim. */
  readonly isSeveral: boolean;
  /** Number of candidate frames for each step. The one with the lowest risk on the attacker's own instance is sent. */
  readonly candidates: number;
  /** Burst sent with each frame: rendered pictures on the way to the pose; the selfie and then the frame; or the frame repeated. */
  readonly burst?: TemplateBurst;
  /** Whether the candidates begin at a turn hardly larger than the service requires. */
  readonly turnsLeast?: boolean;
}

export const candidatesMax = 8;
/** The candidate to send without a search. */
const unsearched = 3;
const cutOffs = [0.03, 0.04, 0.05, 0.06] as const;

/**
 * One photo of the victim on an average head, turned before a fixed lamp. Detail finer than some hundredths of the distance between the eyes comes
 * from another person, a different real frame each time. Steps arrive one by one, so a search must succeed within each.
 */
export const onTemplate = (
  plan: TemplatePlan,
  { isSeveral, candidates, burst, turnsLeast = false }: Attempt,
): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const { service, victims = plan.people } = plan;
    const found = (plan.pictures.get(person) ?? []).slice(0, isSeveral ? undefined : 1);
    if (isSeveral && found.length < 2) return undefined;
    const photos = found.map((picture) => inColorsOf(found[0] as Picture, picture));
    const strangers = plan.donors.filter(({ name }) => name !== person.name);
    const number = Math.floor((seed - 1) / victims.length);
    const donor = strangers[(victims.indexOf(person) + number) % strangers.length] as Person;
    const make = (task: Task | "none", which: number, photo: number, share?: number): Promise<Buffer> =>
      plan.kept(JSON.stringify(["template 2", person.name, photo, donor.name, task, which, share, turnsLeast]), () =>
        frameOf(photos[photo] as Picture, donor, poseFor(task, which, turnsLeast), { task, which, share }),
      );
    const network = newNetwork();
    const challenge = await drawn(service, network);
    const selfie = await make("none", 0, 0);
    const sent: Buffer[] = [];
    const bursts: SentBurst[] = [];
    for (const [i, task] of challenge.tasks.entries()) {
      const made: Buffer[] = [];
      const from = candidates === 1 ? unsearched : 0;
      for (let which = from; which < from + candidates; which++)
        made.push(await make(task, which, (i + 1) % photos.length));
      const risks =
        candidates === 1
          ? [0]
          : await Promise.all(
              made.map((frame) => service.risk(challenge.tasks.slice(0, i + 1), selfie, [...sent, frame])),
            );
      const chosen = risks.indexOf(Math.min(...risks));
      const frame = made[chosen] as Buffer;
      sent.push(frame);
      if (burst === "still") bursts.push(await burstFrom(Array(pictures).fill(frame)));
      if (burst === "in turn") bursts.push(await burstFrom(shares.map((share) => (share < 0.5 ? selfie : frame))));
      if (burst !== "rendered") continue;
      const way = shares.map((share) => make(task, from + chosen, (i + 1) % photos.length, share));
      bursts.push(await burstFrom([...(await Promise.all(way)), frame]));
    }
    return answered(plan, challenge, network, person, selfie, sent, burst && bursts);
  });

async function answered(
  { service }: Plan,
  challenge: Parameters<Plan["service"]["complete"]>[0],
  network: string,
  victim: Person,
  selfie: Buffer,
  frames: readonly Buffer[],
  bursts?: readonly SentBurst[],
): Promise<One> {
  const { token, why, record } = await service.complete(challenge, network, selfie, frames, bursts);
  if (token === undefined) return { passed: false, why, record };
  const decision = await service.verify(victim.still.jpeg, selfie, token);
  return { passed: decision.startsWith("accept"), why: `token, then ${decision}`, record };
}

/** Number of burst pictures before a frame, and the share of the way to the pose in each. */
const pictures = burstAsked.frames - 1;
const shares = Array.from({ length: pictures }, (_, i) => i / pictures);

async function burstFrom(frames: readonly Buffer[]): Promise<SentBurst> {
  const everyMs = 1000 / burstAsked.per_second;
  return { file: await stripOfFrames(frames), afterMs: frames.map((_, i) => 500 + everyMs * i) };
}

/** Turn of the template at which the service measures about the least reach that it requires, degrees. */
const leastTurn = { yaw: 13, pitch: 13.5 } as const;

/** The pose for a task, a little stronger with each candidate, and the lamp's position. */
function poseFor(task: Task | "none", which: number, turnsLeast: boolean): Pose {
  const lamp = [
    [0.5, -0.5, 0.7],
    [-0.5, -0.5, 0.7],
    [0, -0.7, 0.7],
  ][which % 3] as unknown as Pose["lamp"];
  const still = { yaw: which % 3, pitch: 0, nearer: 1, lamp };
  if (typeof task !== "string") {
    const angle = (task.dot * Math.PI) / 180;
    if (turnsLeast) {
      const by = 1 + 0.12 * which;
      return { ...still, yaw: -leastTurn.yaw * by * Math.cos(angle), pitch: leastTurn.pitch * by * Math.sin(angle) };
    }
    return { ...still, yaw: -(21 + which) * Math.cos(angle), pitch: (24 + which) * Math.sin(angle) };
  }
  if (task === "turn_left") return { ...still, yaw: 17 + 2 * which };
  if (task === "turn_right") return { ...still, yaw: -17 - 2 * which };
  if (task === "look_up") return { ...still, pitch: 17 + 1.5 * which };
  return { ...still, nearer: task === "move_closer" ? 1.28 + 0.01 * which : 1 };
}

export interface Candidate {
  readonly task: Task | "none";
  readonly which: number;
  /** Share of the way to the pose; each has its own noise and detail. */
  readonly share?: number | undefined;
}

/** The photo on the template in this pose, with the fine detail of one of the donor's frames that look the same way. */
export async function frameOf(
  picture: Picture,
  donor: Person,
  { yaw, pitch, nearer, lamp }: Pose,
  { task, which, share = 1 }: Candidate,
): Promise<Buffer> {
  const of = task === "none" || share < 1 ? picture.data : expressed(picture, task, 1.15);
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
  return swapped(render, render, { cutOff, share: 0 }, seed, await detailOf(photo));
}

const details = new WeakMap<Photo, Promise<Shot>>();
function detailOf(photo: Photo): Promise<Shot> {
  const shot = details.get(photo) ?? shotOf(photo.jpeg, photo.frame.points);
  details.set(photo, shot);
  return shot;
}
