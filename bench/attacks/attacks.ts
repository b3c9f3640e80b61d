import { availableParallelism } from "node:os";
import { isDone, shareDone, type StepName, type Task } from "../../packages/face/src/assess/gestures.ts";
import { jpegOf, type Picture, puppetFrame, stepFrame } from "../../packages/server/testing/challenge/perform.ts";
import { type Effect, effects, randomFrom } from "./effects.ts";
import { inColorsOf } from "./colors.ts";
import { morphOf } from "./morph.ts";
import type { Person, Photo } from "./people.ts";
import { challengeFor, performanceOf, photosIn, type Rules } from "./performances.ts";
import { type AttackedService, type Drawn, drawn, newNetwork } from "./service.ts";
import type { Tried } from "./tally.ts";

/** An attack on each victim, `tries` times. */
export interface Plan {
  readonly service: AttackedService;
  readonly people: readonly Person[];
  /** The people to attack; all if absent. */
  readonly victims?: readonly Person[];
  readonly tries: number;
}

export type One = Omit<Tried, "person">;

/** Runs `attack` for each person and number, several at once; the order does not matter. */
export async function eachTry(
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
      // A try that the engine had no room for was not judged, so it does not count.
      if (one && !one.why.endsWith("engine_busy")) tried.push({ ...one, person: next.person.name });
    }
  };
  // Never two tries of one person at once: the frames of one would count as sent before in the other.
  const atOnce = Math.min(2 * availableParallelism(), victims.length);
  await Promise.all(Array.from({ length: atOnce }, work));
  return tried;
}

const bentBefore = new Map<string, Promise<Buffer>>();
/** Caches warped frames: warping costs more than judging, and each effect can use the same warped frame. */
function bentFrame(picture: Picture, of: string, task: Task, moment: number): Promise<Buffer> {
  const key = JSON.stringify([of, task, moment]);
  const frame = bentBefore.get(key) ?? puppetFrame(picture, task, moment, 1.1);
  bentBefore.set(key, frame);
  return frame;
}

async function completed(
  { service }: Plan,
  challenge: Drawn,
  network: string,
  selfie: Buffer,
  frames: readonly Buffer[],
): Promise<One> {
  const { outcome, why, record } = await service.complete(challenge, network, selfie, frames);
  return { passed: outcome === "passed", why, record };
}

/** Warps one still to each step, and applies the effect to each frame. */
export const warped = (plan: Plan, effect: Effect, avoid: readonly StepName[] = []): Promise<readonly Tried[]> =>
  eachTry(plan, async ({ name, picture }, seed) => {
    const network = newNetwork();
    const challenge = await drawn(plan.service, network, avoid);
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

/** The same picture with other bytes: the service rejects a file that any account has sent before. */
const anotherFile = (jpeg: Buffer, seed: number): Buffer => Buffer.concat([jpeg, Buffer.from(` ${seed}`)]);

/** Sends the same still repeatedly, on one account and from one network, with a different light field in each frame. */
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

/** The selfie is a morph of attacker and victim, the attacker performs the steps; the token is used with the victim's own photo. */
export const morphed = (plan: Plan): Promise<readonly Tried[]> =>
  eachTry(plan, async (victim, seed) => {
    const { people, service } = plan;
    const attacker = people[(people.indexOf(victim) + seed) % people.length] as Person;
    if (attacker === victim) return undefined;
    const network = newNetwork();
    const challenge = await drawn(plan.service, network);
    const share = 0.42 + 0.16 * randomFrom(seed)();
    const selfie = await jpegOf(morphOf(attacker.picture, victim.picture, share));
    const frames = await Promise.all(challenge.tasks.map((task) => stepFrame(attacker.picture, task, seed % 3, 1.1)));
    const { token, why } = await service.complete(challenge, network, selfie, frames);
    if (token === undefined) return { passed: false, why: `no token: ${why}` };
    const reference = victim.others.find(({ frame }) => Math.abs(frame.gesture.yaw) < 12) ?? victim.still;
    const decision = await service.verify(reference.jpeg, selfie, token);
    return { passed: decision.startsWith("accept"), why: `token, then ${decision}` };
  });

/** The selfie is the victim's photo; another person performs the steps. */
export const performedByOther = (plan: Plan): Promise<readonly Tried[]> =>
  eachTry(plan, async (victim, seed) => {
    const others = plan.people.filter((person) => person !== victim);
    for (let i = 0; i < others.length; i++) {
      const performer = others[(plan.people.indexOf(victim) + seed + i) % others.length] as Person;
      const performed = performanceOf(performer, seed, { by: "service", fills: true });
      if (!performed) continue;
      const network = newNetwork();
      const challenge = await challengeFor(plan.service, network, performed);
      const frames = performed.chosen.map(({ photo }) => photo.jpeg);
      return completed(plan, challenge, network, victim.still.jpeg, frames);
    }
    return undefined;
  });

/** The photo that shows the task most strongly. */
function bestFor(task: Task, still: Photo, photos: readonly Photo[]): Photo | undefined {
  const share = ({ frame }: Photo) => shareDone(task, still.frame.gesture, frame.gesture);
  return photos
    .filter(({ frame }) => isDone(task, still.frame.gesture, frame.gesture))
    .toSorted((a, b) => share(b) - share(a))[0];
}

/**
 * Sends the victim's own other photos, chosen by what they show. If one is missing, another challenge is drawn.
 * @param draws most draws from one network
 * @param bends whether steps that no photo shows are warped from the still
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

/**
 * Warps each frame from a different still of the victim. People with fewer than two stills are skipped. @param recoloured whether all stills get the
 * colors of the first
 */
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
    const challenge = await drawn(plan.service, network);
    const selfie = await jpegOf((all[0] as Picture).data, 91);
    const frames = await Promise.all(
      challenge.tasks.map((task, i) => {
        const which = (i + 1) % all.length;
        return bentFrame(all[which] as Picture, `${person.name} ${which} ${recoloured}`, task, seed % 2);
      }),
    );
    return completed(plan, challenge, network, selfie, frames);
  });

/** Genuine people who were photographed while they turned and nodded; the challenge asks for the steps they performed. */
export const honest = (plan: Plan, rules: Rules, camera?: Effect): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const performed = performanceOf(person, seed, rules);
    if (!performed) return undefined;
    const network = newNetwork();
    const challenge = await challengeFor(plan.service, network, performed);
    const photos = photosIn(performed);
    const seen = camera
      ? await Promise.all(photos.map((photo) => camera(photo.jpeg, seedOf(photo))))
      : photos.map(({ jpeg }) => jpeg);
    const [selfie, ...frames] = seen as [Buffer, ...Buffer[]];
    return completed(plan, challenge, network, selfie, frames);
  });

/** A seed that is the same for a photo in every sequence. */
const seedOf = ({ name }: Photo): number => Buffer.from(name).reduce((sum, byte) => (31 * sum + byte) % 65_521, 7);

/** Sends a genuine performance, then the same frames with a change that must not make them count as new. */
export const sentAgain = (plan: Plan, effect: Effect): Promise<readonly Tried[]> =>
  eachTry(plan, async (person, seed) => {
    const performed = performanceOf(person, seed);
    if (!performed) return undefined;
    const network = newNetwork();
    const photos = photosIn(performed);
    const [first, ...rest] = photos.map(({ jpeg }) => anotherFile(jpeg, seed)) as [Buffer, ...Buffer[]];
    await completed(plan, await challengeFor(plan.service, network, performed), network, first, rest);
    const again = await Promise.all(photos.map(({ jpeg }, i) => effect(jpeg, 10 * seed + i)));
    const [selfie, ...frames] = again as [Buffer, ...Buffer[]];
    return completed(plan, await challengeFor(plan.service, network, performed), network, selfie, frames);
  });
