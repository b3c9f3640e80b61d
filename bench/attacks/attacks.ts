import { availableParallelism } from "node:os";
import {
  depthSteps,
  type Gesture,
  hasOpenEyes,
  isDone,
  nameOf,
  shareDone,
  type StepName,
  type Task,
} from "../../packages/face/src/assess/gestures.ts";
import { effort, furthestTurn, furthestUp } from "../../packages/camera/src/challenge/step-watch.ts";
import { limits } from "../../packages/camera/src/guide/guidance.ts";
import { jpegOf, type Picture, puppetFrame, stepFrame } from "../../packages/server/src/testing/challenge/perform.ts";
import { type Effect, effects, randomFrom } from "./effects.ts";
import { inColorsOf } from "./colors.ts";
import { morphOf } from "./morph.ts";
import { shotOf, type Swap, swapped } from "../../packages/server/src/testing/challenge/swap.ts";
import type { Person, Photo } from "./people.ts";
import { type AttackedService, type Drawn, newNetwork } from "./service.ts";
import type { Tried } from "./tally.ts";

/** Everybody is attacked so often. */
export interface Plan {
  readonly service: AttackedService;
  readonly people: readonly Person[];
  /** Who is attacked: all of them unless given. */
  readonly victims?: readonly Person[];
  readonly tries: number;
}

type One = Omit<Tried, "person">;

/** A try for each person and number, some at once; the order does not matter. */
async function eachTry(
  { service, people, victims = people, tries }: Plan,
  attack: (person: Person, seed: number) => Promise<One | undefined>,
): Promise<readonly Tried[]> {
  const waiting = Array.from({ length: tries * victims.length }, (_, i) => ({
    person: victims[i % victims.length] as Person,
    seed: 1 + i,
  }));
  const tried: Tried[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const one = await attack(next.person, next.seed);
      service.forgetFrames();
      // What there was no room for was not judged.
      if (one && !one.why.endsWith("engine_busy")) tried.push({ ...one, person: next.person.name });
    }
  };
  // Never two of one person: what one of them sends the other would have sent before.
  const atOnce = Math.min(2 * availableParallelism(), victims.length);
  await Promise.all(Array.from({ length: atOnce }, work));
  return tried;
}

const bentBefore = new Map<string, Promise<Buffer>>();
/** To bend costs more than to judge, and the same bend does for each effect. */
function bentFrame(picture: Picture, of: string, task: Task, moment: number): Promise<Buffer> {
  const key = JSON.stringify([of, task, moment]);
  const frame = bentBefore.get(key) ?? puppetFrame(picture, task, moment, 1.1);
  bentBefore.set(key, frame);
  return frame;
}

async function drawn({ service }: Plan, network: string, avoid: readonly StepName[] = []): Promise<Drawn> {
  const challenge = await service.begin(network, avoid);
  if (!challenge) throw new Error("no challenge for a network that never had one");
  return challenge;
}

async function completed(
  { service }: Plan,
  challenge: Drawn,
  network: string,
  selfie: Buffer,
  frames: readonly Buffer[],
): Promise<One> {
  const { outcome, why } = await service.complete(challenge, network, selfie, frames);
  return { passed: outcome === "passed", why };
}

/** One still, warped to each step, and each frame changed by the effect. */
export const warped = (plan: Plan, effect: Effect, avoid: readonly StepName[] = []): Promise<readonly Tried[]> =>
  eachTry(plan, async ({ name, picture }, seed) => {
    const network = newNetwork();
    const challenge = await drawn(plan, network, avoid);
    const moment = seed % 2;
    const plain = await Promise.all([
      jpegOf(picture.data, 90 + moment),
      ...challenge.tasks.map((task) => bentFrame(picture, name, task, moment)),
    ]);
    const [selfie, ...frames] = await Promise.all(plain.map((jpeg, i) => effect(jpeg, 10 * seed + i)));
    return completed(
      plan,
      challenge,
      network,
      anotherFile(selfie as Buffer, seed),
      frames.map((jpeg) => anotherFile(jpeg, seed)),
    );
  });

/** The same picture in other bytes: no file is taken twice, in whatever account. */
const anotherFile = (jpeg: Buffer, seed: number): Buffer => Buffer.concat([jpeg, Buffer.from(` ${seed}`)]);

/** Again and again with the same still, on one account and from one network, with a light field of its own for each frame. */
export async function again({ service, people, tries }: Plan): Promise<readonly Tried[]> {
  const light = effects["a light field of its own"] as Effect;
  const tried: Tried[] = [];
  for (const { name: person, picture } of people) {
    const network = newNetwork();
    for (let i = 0; i < tries; i++) {
      const challenge = await service.begin(network);
      if (!challenge) break;
      const bends = challenge.tasks.map((task) => bentFrame(picture, person, task, i % 2));
      const plain = await Promise.all([jpegOf(picture.data, 91), ...bends]);
      const [selfie, ...frames] = await Promise.all(plain.map((jpeg, n) => light(jpeg, 100 * i + n)));
      const { outcome, why } = await service.complete(challenge, network, selfie as Buffer, frames);
      tried.push({ person, passed: outcome === "passed", why });
    }
    service.forgetFrames();
  }
  return tried;
}

/** The selfie is a morph of attacker and victim, the attacker performs; the token is shown with the victim's own photo. */
export const morphed = (plan: Plan): Promise<readonly Tried[]> =>
  eachTry(plan, async (victim, seed) => {
    const { people, service } = plan;
    const attacker = people[(people.indexOf(victim) + seed) % people.length] as Person;
    if (attacker === victim) return undefined;
    const network = newNetwork();
    const challenge = await drawn(plan, network);
    const share = 0.42 + 0.16 * randomFrom(seed)();
    const selfie = await jpegOf(morphOf(attacker.picture, victim.picture, share));
    const frames = await Promise.all(challenge.tasks.map((task) => stepFrame(attacker.picture, task, seed % 3, 1.1)));
    const { token, why } = await service.complete(challenge, network, selfie, frames);
    if (token === undefined) return { passed: false, why: `no token: ${why}` };
    const reference = victim.others.find(({ frame }) => Math.abs(frame.gesture.yaw) < 12) ?? victim.still;
    const decision = await service.verify(reference.jpeg, selfie, token);
    return { passed: decision.startsWith("accept"), why: `token, then ${decision}` };
  });

/** Of these photos the one that shows the task the furthest. */
function bestFor(task: Task, still: Photo, photos: readonly Photo[]): Photo | undefined {
  const share = ({ frame }: Photo) => shareDone(task, still.frame.gesture, frame.gesture);
  return photos
    .filter(({ frame }) => isDone(task, still.frame.gesture, frame.gesture))
    .toSorted((a, b) => share(b) - share(a))[0];
}

/**
 * The victim's own other photos, picked by what they show. Where one is missing, there is another draw.
 * @param draws how often, from one network
 * @param bends whether what no photo shows is warped from the photo that shows nothing else, another for each step
 */
export const otherVideo = (plan: Plan, draws: number, bends: boolean): Promise<readonly Tried[]> =>
  eachTry(plan, async ({ name, still, others, picture }, seed) => {
    const network = newNetwork();
    for (let draw = 0; draw < draws; draw++) {
      const challenge = await plan.service.begin(network);
      if (!challenge) break;
      const frames: Buffer[] = [];
      let left: readonly Photo[] = others;
      for (const task of challenge.tasks) {
        const found = bestFor(task, still, left);
        if (found) left = left.filter((photo) => photo !== found);
        if (found) frames.push(found.jpeg);
        else if (bends) frames.push(await bentFrame(picture, name, task, seed % 2));
      }
      if (frames.length < challenge.tasks.length) continue;
      return completed(plan, challenge, network, still.jpeg, frames);
    }
    return { passed: false, why: "no photos for the steps" };
  });

/** Each frame warped out of another still of the victim. Whoever has fewer than two is not tried. @param recoloured whether all are given the colours of the first */
export const ofSeveralStills = (
  plan: Plan,
  pictures: ReadonlyMap<Person, readonly Picture[]>,
  recoloured: boolean,
): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const found = pictures.get(person) ?? [];
    if (found.length < 2) return undefined;
    const all = recoloured ? found.map((picture) => inColorsOf(found[0] as Picture, picture)) : found;
    const network = newNetwork();
    const challenge = await drawn(plan, network);
    const selfie = await jpegOf((all[0] as Picture).data, 91);
    const frames = await Promise.all(
      challenge.tasks.map((task, i) => {
        const which = (i + 1) % all.length;
        return bentFrame(all[which] as Picture, `${person.name} ${which} ${recoloured}`, task, seed % 2);
      }),
    );
    return completed(plan, challenge, network, selfie, frames);
  });

const depths: ReadonlySet<Task> = new Set(depthSteps);

/** As the camera lets a selfie look. */
const looksAhead = ({ yaw, pitch }: Gesture): boolean =>
  Math.abs(yaw) <= limits.yaw && pitch <= limits.pitchUp && pitch >= -limits.pitchDown;
/** Beyond what the camera lets a step go. */
const goesTooFar = (neutral: Gesture, now: Gesture): boolean =>
  Math.abs(now.yaw) > furthestTurn || now.pitch - neutral.pitch > furthestUp;

/** Photos whose names differ only in the number at their end are of one camera and one sitting. */
const captureOf = ({ name }: Photo): string => name.replace(/_\d+\.\w+$/, "");

interface Performed {
  readonly still: Photo;
  readonly chosen: readonly { readonly task: Task; readonly photo: Photo }[];
}

/** What somebody did who was photographed while they turned and nodded, taken as the camera takes it, by one camera. */
function performanceOf(person: Person, seed: number, isTaken: (photo: Photo) => boolean): Performed | undefined {
  const all = [person.still, ...person.others];
  const neutral = all.filter(
    (photo) => isTaken(photo) && looksAhead(photo.frame.gesture) && hasOpenEyes(photo.frame.gesture),
  );
  const still = neutral[seed % neutral.length];
  if (!still) return undefined;
  const others = all.filter((photo) => photo !== still && captureOf(photo) === captureOf(still));
  const random = randomFrom(seed);
  const tasks = ["turn_left", "turn_right", "look_up", "blink", "smile", "move_closer"] as const;
  const shown = others
    .filter((photo) => isTaken(photo) && !goesTooFar(still.frame.gesture, photo.frame.gesture))
    .flatMap((photo) =>
      tasks
        .filter((task) => isDone(task, still.frame.gesture, photo.frame.gesture, effort[nameOf(task)]))
        .map((task) => ({ task, photo })),
    );
  const chosen: typeof shown = [];
  while (chosen.length < 3) {
    const unused = shown.filter(({ photo }) => !chosen.some((other) => other.photo === photo));
    const other = unused.filter(({ task }) => !chosen.some((one) => one.task === task));
    // Every challenge has a step that shows depth.
    const first = other.filter(({ task }) => depths.has(task));
    // Who only turned to one side did so in several frames.
    const left = chosen.length === 0 ? first : other.length > 0 ? other : unused;
    if (left.length === 0) break;
    chosen.push(left[Math.floor(random() * left.length)] as (typeof shown)[number]);
  }
  return chosen.length < 3 ? undefined : { still, chosen };
}

/** A challenge that asks for just that. */
async function drawnFor(plan: Plan, network: string, { chosen }: Performed): Promise<Drawn> {
  const challenge = await drawn(plan, network);
  plan.service.ask(
    challenge,
    chosen.map(({ task }) => task),
  );
  return challenge;
}

/** People who were photographed while they turned and nodded, asked for what they did. */
export const honest = (plan: Plan, isTaken: (photo: Photo) => boolean): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const performed = performanceOf(person, seed, isTaken);
    if (!performed) return undefined;
    const network = newNetwork();
    const challenge = await drawnFor(plan, network, performed);
    const frames = performed.chosen.map(({ photo }) => photo.jpeg);
    return completed(plan, challenge, network, performed.still.jpeg, frames);
  });

/** A swap costs more than to judge it, and the same frame does in many candidates. */
const swappedBefore = new Map<string, Promise<Buffer>>();

/**
 * One photo of the victim on frames of somebody else who did what was asked; the token is shown with the victim's photo.
 * @param candidates how many are tried before one is sent: an instance of the attacker's own answers as the real one would. Half of them
 * with one performer, half with another
 * @param transplanted whether the fine detail is that of a third person
 */
export const swappedOnto = async (
  plan: Plan,
  swap: Swap,
  candidates = 1,
  transplanted = false,
): Promise<readonly Tried[]> => {
  const performers = plan.people.filter((person) => performanceOf(person, 1, () => true));
  return eachTry(plan, async (victim, seed) => {
    const { service } = plan;
    const face = await shotOf(victim.still.jpeg, victim.still.frame.points);
    const others = performers.filter((person) => person !== victim);
    const attempt = async (number: number): Promise<One | undefined> => {
      const which = seed + Math.floor((2 * number) / candidates);
      const performer = others[which % others.length];
      const performed = performer && performanceOf(performer, seed + number, () => true);
      if (!performed) return undefined;
      const third = transplanted ? others[(which + 1) % others.length] : undefined;
      const detail = third && (await shotOf(third.still.jpeg, third.still.frame.points));
      const frameOf = ({ name, jpeg, frame }: Photo): Promise<Buffer> => {
        const key = JSON.stringify([victim.name, name, swap, third?.name]);
        const made =
          swappedBefore.get(key) ??
          shotOf(jpeg, frame.points).then((shot) =>
            swapped(shot, face, { ...swap, ...(detail && { detail }) }, 1 + swappedBefore.size),
          );
        swappedBefore.set(key, made);
        return made;
      };
      const photos = [performed.still, ...performed.chosen.map(({ photo }) => photo)];
      const [selfie, ...frames] = (await Promise.all(photos.map(frameOf))) as [Buffer, ...Buffer[]];
      const network = newNetwork();
      const challenge = await drawnFor(plan, network, performed);
      const { token, why } = await service.complete(challenge, network, selfie, frames);
      service.forgetFrames();
      if (token === undefined) return { passed: false, why };
      const decision = await service.verify(victim.still.jpeg, selfie, token);
      return { passed: decision.startsWith("accept"), why: `token, then ${decision}` };
    };
    let last: One | undefined;
    for (let i = 0; i < candidates && !last?.passed; i++) last = (await attempt(i)) ?? last;
    return last;
  });
};

/** An honest performance, and the same frames again with what is said not to make them new. */
export const sentAgain = (plan: Plan, effect: Effect): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const performed = performanceOf(person, seed, () => true);
    if (!performed) return undefined;
    const network = newNetwork();
    const photos = [performed.still, ...performed.chosen.map(({ photo }) => photo)];
    const [first, ...rest] = photos.map(({ jpeg }) => anotherFile(jpeg, seed)) as [Buffer, ...Buffer[]];
    await completed(plan, await drawnFor(plan, network, performed), network, first, rest);
    const again = await Promise.all(photos.map(({ jpeg }, i) => effect(jpeg, 10 * seed + i)));
    const [selfie, ...frames] = again as [Buffer, ...Buffer[]];
    return completed(plan, await drawnFor(plan, network, performed), network, selfie, frames);
  });
