import { flatSteps, type Task } from "../../packages/face/src/assess/gestures.ts";
import type { Picture } from "../../packages/server/testing/challenge/perform.ts";
import { burstAsked, type SentBurst } from "../../packages/server/src/liveness/challenge/burst/burst.ts";
import { stripOfFrames } from "../../packages/server/testing/challenge/burst-of.ts";
import { eachTry, type One, type Plan } from "./attacks.ts";
import { inColorsOf } from "./colors.ts";
import type { Pose } from "./depth-render.ts";
import { fitted, type Seen } from "./fit-pose.ts";
import type { Person } from "./people.ts";
import { drawn, newNetwork } from "./service.ts";
import type { Tried } from "./tally.ts";
import { frameOf, poseFor, renderOf } from "./template-frame.ts";

export interface TemplatePlan extends Plan {
  /** People whose real frames provide the fine detail. */
  readonly donors: readonly Person[];
  readonly pictures: ReadonlyMap<Person, readonly Picture[]>;
  /** Makes a frame, or reads it from the cache: rendering costs more than judging. */
  readonly kept: (key: string, make: () => Promise<Buffer>) => Promise<Buffer>;
  /** Measures a render with the service's own models; undefined if no face is found. */
  readonly look: (jpeg: Buffer) => Promise<Seen | undefined>;
}

export type TemplateBurst = "rendered" | "in turn" | "still";

interface Attempt {
  /** Whether each step uses a different photo of the victim. */
  readonly isSeveral: boolean;
  /** Number of candidate frames for each step. The one with the lowest risk on the attacker's own instance is sent. */
  readonly candidates: number;
  /** Burst sent with each frame: rendered pictures on the way to the pose; the selfie and then the frame; or the frame repeated. */
  readonly burst?: TemplateBurst;
  /** Whether each pose was prepared with the service's models, so that the step is seen. */
  readonly isFitted?: boolean;
}

export const candidatesMax = 8;
/** The candidate to send without a search. */
const unsearched = 3;

/**
 * One photo of the victim on an average head, turned before a fixed lamp. Detail finer than some hundredths of the distance between the eyes comes
 * from another person, a different real frame each time. Steps arrive one by one, so a search must succeed within each.
 */
export const onTemplate = (
  plan: TemplatePlan,
  { isSeveral, candidates, burst, isFitted = false }: Attempt,
): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const { service, victims = plan.people } = plan;
    const found = (plan.pictures.get(person) ?? []).slice(0, isSeveral ? undefined : 1);
    if (isSeveral && found.length < 2) return undefined;
    const photos = found.map((picture) => inColorsOf(found[0] as Picture, picture));
    const strangers = plan.donors.filter(({ name }) => name !== person.name);
    const number = Math.floor((seed - 1) / victims.length);
    const donor = strangers[(victims.indexOf(person) + number) % strangers.length] as Person;
    const make = (task: Task | "none", which: number, photo: number, pose: Pose, share?: number): Promise<Buffer> =>
      plan.kept(
        JSON.stringify(["template 5", person.name, photo, donor.name, task, which, share, pose, isFitted]),
        () => frameOf(photos[photo] as Picture, donor, pose, { task, which, share, isFitted }),
      );
    const network = newNetwork();
    const challenge = await drawn(service, network);
    const selfie = await make("none", 0, 0, poseFor("none", 0));
    const neutral = isFitted ? await plan.look(selfie) : undefined;
    const posesFor = async (task: Task, photo: number): Promise<(which: number) => Pose> => {
      const plain = (which: number) => poseFor(task, which);
      if (!neutral || flatSteps.some((step) => step === task)) return plain;
      const look = async (pose: Pose) => plan.look(await renderOf(photos[photo] as Picture, pose));
      const [near, far] = [1.1, 1.6].map((reach) => fitted(task, reach, plain(0), neutral, look));
      return between(await (near as Promise<Pose>), await (far as Promise<Pose>), plain);
    };
    const sent: Buffer[] = [];
    const bursts: SentBurst[] = [];
    for (const [i, task] of challenge.tasks.entries()) {
      const made: Buffer[] = [];
      const from = candidates === 1 ? unsearched : 0;
      const photo = (i + 1) % photos.length;
      const poseOf = await posesFor(task, photo);
      for (let which = from; which < from + candidates; which++)
        made.push(await make(task, which, photo, poseOf(which)));
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
      const way = shares.map((share) => make(task, from + chosen, photo, poseOf(from + chosen), share));
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

/** The poses of the candidates, from the first to the second, each with its own lamp. */
const between =
  (near: Pose, far: Pose, plain: (which: number) => Pose) =>
  (which: number): Pose => {
    const share = which / (candidatesMax - 1);
    const [yaw, pitch] = [near.yaw + share * (far.yaw - near.yaw), near.pitch + share * (far.pitch - near.pitch)];
    return { ...plain(which), yaw, pitch };
  };
