import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Shot, shotOf, type Swap, swapped } from "../../packages/server/testing/challenge/swap.ts";
import { eachTry, type One, type Plan } from "./attacks.ts";
import { leastSeen, type Sees, variantsOf } from "./least-seen.ts";
import type { Person, Photo } from "./people.ts";
import { acceptedOf, challengeFor, type Performance, photosIn } from "./performances.ts";
import { type AttackedService, newNetwork } from "./service.ts";
import type { Tried } from "./tally.ts";

export interface SwapPlan extends Plan {
  /** People onto whose heads the victim's face is swapped. */
  readonly performers: readonly Person[];
  /** Folder for the swapped frames, if they are to be written. */
  readonly framesTo?: string | undefined;
  /** The check for changed faces as the attacker can run it. */
  readonly sees: Sees;
}

interface Library {
  readonly performer: Person;
  readonly performances: readonly Performance[];
}

/** Each photo is decoded once, and its face triangulated once. */
const faces = new WeakMap<Photo, Promise<Shot>>();
function faceOf(photo: Photo): Promise<Shot> {
  const face = faces.get(photo) ?? shotOf(photo.jpeg, photo.frame.points);
  faces.set(photo, face);
  return face;
}

const perPerformer = 3;
const librariesOf = new WeakMap<AttackedService, Promise<readonly Library[]>>();

async function librariesFor({ service, performers }: SwapPlan): Promise<readonly Library[]> {
  const libraries: Library[] = [];
  for (const performer of performers) {
    const performances = await acceptedOf(service, performer, { dots: true, by: "service" }, perPerformer);
    if (performances.length > 0) libraries.push({ performer, performances });
  }
  console.log(`swaps onto ${libraries.map(({ performer }) => performer.name).join(", ")}`);
  return libraries;
}

/**
 * Swaps one photo of the victim onto frames of another person who performed the steps; the token is used with the victim's photo. Each try of a
 * victim uses another performer, and then another performance: this many tries equal a search by an attacker whose own instance behaves like the real
 * one.
 */
export const swappedOnto = async (
  name: string,
  plan: SwapPlan,
  swap: Swap & { readonly isTransplanted?: boolean; readonly enough?: number },
): Promise<readonly Tried[]> => {
  const { service, people, victims = people } = plan;
  const found = librariesOf.get(service) ?? librariesFor(plan);
  librariesOf.set(service, found);
  const libraries = await found;
  const made: object[] = [];
  const tried = await eachTry(plan, async (victim, seed) => {
    const others = libraries.filter(({ performer }) => performer !== victim);
    const number = Math.floor((seed - 1) / victims.length);
    const which = victims.indexOf(victim) + number;
    const { performer, performances } = others[which % others.length] ?? {};
    const performance = performances?.[Math.floor(number / others.length) % performances.length];
    if (!performer || !performance) return undefined;
    const face = await faceOf(victim.still);
    const third = swap.isTransplanted ? others[(which + 1) % others.length]?.performer.still : undefined;
    const detail = third && (await faceOf(third));
    const shots: Shot[] = [];
    for (const photo of photosIn(performance)) shots.push(await faceOf(photo));
    const jpegs = await Promise.all(
      shots.map((shot, i) =>
        swap.enough === undefined
          ? swapped(shot, face, swap, 10 * seed + i, detail)
          : leastSeen(plan.sees, shot, face, variantsOf(swap), 10 * seed + i, swap.enough),
      ),
    );
    const one = await judged(service, performance, victim, jpegs);
    if (plan.framesTo !== undefined) {
      const files = written(resolve(plan.framesTo, slugOf(name)), `${slugOf(victim.name)}-${seed}`, jpegs);
      const frames = shots.map(({ points, width }, i) => ({
        f: files[i],
        w: width,
        p: points.map(({ x, y }) => [rounded(x), rounded(y)]),
      }));
      const tasks = performance.chosen.map(({ task }) => task);
      const { passed, why } = one;
      made.push({ person: victim.name, performer: performer.name, attack: name, tasks, passed, why, frames });
    }
    return one;
  });
  if (plan.framesTo !== undefined)
    writeFileSync(resolve(plan.framesTo, slugOf(name), "index.json"), JSON.stringify(made));
  return tried;
};

async function judged(
  service: AttackedService,
  performance: Performance,
  victim: Person,
  jpegs: readonly Buffer[],
): Promise<One> {
  const [selfie, ...frames] = jpegs as [Buffer, ...Buffer[]];
  const network = newNetwork();
  const challenge = await challengeFor(service, network, performance);
  const { token, why, record } = await service.complete(challenge, network, selfie, frames);
  if (token === undefined) return { passed: false, why, record };
  const decision = await service.verify(victim.still.jpeg, selfie, token);
  return { passed: decision.startsWith("accept"), why: `token, then ${decision}`, record };
}

const slugOf = (name: string): string => name.replace(/\W+/g, "-");
const rounded = (value: number): number => Math.round(100 * value) / 100;

function written(folder: string, name: string, jpegs: readonly Buffer[]): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return jpegs.map((jpeg, i) => {
    const file = resolve(folder, `${name}-${i}.jpg`);
    writeFileSync(file, jpeg);
    return file;
  });
}
