/**
 * `node bench/challenge-attacks.ts [--photos FOLDER] [--tries 6] [--only WORD ...]`: how often a live challenge takes what software made, and how
 * often it takes people. A real service is started and asked over HTTP: a challenge, its frames, a verify.
 *
 * In FOLDER there is a folder each with the photos of one person; photos beside them are of somebody else each. Without one, the two people in the sample
 * photos are the victims; what stands for a video of theirs is made of the one photo as well.
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { limits as camera } from "../packages/camera/src/guide/guidance.ts";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";
import {
  again,
  bent,
  honest,
  morphed,
  ofSeveralStills,
  otherVideo,
  type Plan,
  swappedOnto,
} from "./attacks/attacks.ts";
import { type Effect, effects } from "./attacks/effects.ts";
import { type Person, picturesOf, readPeople } from "./attacks/people.ts";
import { startAttacked } from "./attacks/service.ts";
import { summary, type Tried } from "./attacks/tally.ts";

const { values } = parseArgs({
  options: {
    photos: { type: "string" },
    tries: { type: "string", default: "6" },
    only: { type: "string", multiple: true, default: [""] },
  },
});

const limits = { queueLength: 1_000_000, waitMs: 3_600_000 };
const engine = await createEngine({ models: await testModels(), workers: availableParallelism(), limits });
const people = await readPeople(engine, values.photos);
const pictures = new Map<Person, Awaited<ReturnType<typeof picturesOf>>>();
for (const person of people) pictures.set(person, await picturesOf(engine, person));
await engine.stop();

const asItIs = effects["as it is"] as Effect;
const grained = effects["mottling of 5 levels and blotches of 10"] as Effect;
type Attack = (plan: Plan) => Promise<readonly Tried[]>;
const oneStill = Object.entries(effects).map(([name, effect]): [string, Attack] => [
  `one still, ${name}`,
  (plan) => bent(plan, effect),
]);
const swap = { cutOff: 0.02, share: 1 };
const swaps: readonly [string, Attack][] = [
  ["swap, one shot", (plan) => swappedOnto(plan, swap)],
  ["swap, the best of 12", (plan) => swappedOnto(plan, swap, 12)],
  ["swap, blotches of 8 levels", (plan) => swappedOnto(plan, { ...swap, blotches: 8 })],
  ["swap, 60 % of it the victim", (plan) => swappedOnto(plan, { ...swap, share: 0.6 })],
  ["swap, fine detail of a third person", (plan) => swappedOnto(plan, swap, 1, true)],
];
const withoutDots: readonly [string, Attack][] = [
  ...oneStill,
  ...swaps,
  ["one still, sparing blink and smile", (plan) => bent(plan, asItIs, ["blink", "smile"])],
  ["one still, sparing both turns", (plan) => bent(plan, asItIs, ["turn_left", "turn_right"])],
  ["one still, sparing look_up and move_closer", (plan) => bent(plan, asItIs, ["look_up", "move_closer"])],
  ["one still again and again on one account", again],
  ["a morph as selfie", morphed],
  ["another video, first draw", (plan) => otherVideo(plan, 1, false)],
  ["another video, five draws from one network", (plan) => otherVideo(plan, 5, false)],
  ["another video, and one still bent to what it does not show", (plan) => otherVideo(plan, 1, true)],
  ["several stills, one bent for each step", (plan) => ofSeveralStills(plan, pictures, false)],
  ["several stills given one colour", (plan) => ofSeveralStills(plan, pictures, true)],
  ["people, frames that the camera takes", (plan) => honest(plan, ({ focus }) => focus >= camera.leastFocus)],
  ["people, any focus", (plan) => honest(plan, () => true)],
];
const withDots: readonly [string, Attack][] = [
  ["dots: one still, as it is", (plan) => bent(plan, asItIs)],
  ["dots: one still, mottling of 5 levels and blotches of 10", (plan) => bent(plan, grained)],
  ["dots: one still, sparing dots", (plan) => bent(plan, asItIs, ["follow_dot"])],
];

for (const [dots, attacks] of [
  [false, withoutDots],
  [true, withDots],
] as const) {
  const chosen = attacks.filter(([name]) => values.only.some((word) => name.includes(word)));
  if (chosen.length === 0) continue;
  const service = await startAttacked({ dots });
  for (const [name, attack] of chosen) {
    const tried = await attack({ service, people, tries: Number(values.tries) });
    console.log(tried.length > 0 ? summary(name, tried) : `${name}: nobody to try it with`);
  }
  await service.stop();
}
