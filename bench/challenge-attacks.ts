/**
 * `node bench/challenge-attacks.ts [--photos FOLDER] [--tries 6] [--only WORD ...] [--victims 27] [--performers FOLDER] [--frames FOLDER]
 * [--in-process]`: how often a live challenge accepts software-made frames, and how often it accepts genuine people. It starts a real service and
 * calls it over HTTP: a challenge, its frames, a verify. With `--in-process` the same judge runs without a server, as on an attacker's own machine;
 * this saves the time that each challenge must take, and does not detect frames that were sent before.
 *
 * `--victims` attacks only the first of them. Faces are swapped onto the people in `--performers`, or else onto all people who performed; each try of
 * a victim uses another of them. `--frames` writes the swapped frames, a folder for each attack with an index.json of person, result and landmarks.
 *
 * FOLDER contains a folder for each person's photos; photos beside these folders show one different person each. Without FOLDER, the two people in
 * the sample photos are the victims; the frames that stand for a video of them are made from the one photo as well.
 */
import { appendFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { limits as camera } from "../packages/camera/src/guide/guidance.ts";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import {
  again,
  warped,
  honest,
  morphed,
  ofSeveralStills,
  otherVideo,
  performedByOther,
  sentAgain,
} from "./attacks/attacks.ts";
import { disguises, type Effect, effects } from "./attacks/effects.ts";
import { startInProcess } from "./attacks/in-process.ts";
import { networkIn } from "./attacks/least-seen.ts";
import { candidatesMax, onTemplate, type TemplateBurst } from "./attacks/depth-template.ts";
import { frameCache, remembering } from "./attacks/remembering.ts";
import { cameras } from "./attacks/cameras.ts";
import { type Person, type Photo, picturesOf, readPeople } from "./attacks/people.ts";
import { startAttacked } from "./attacks/service.ts";
import { swappedOnto, type SwapPlan } from "./attacks/swaps.ts";
import { summary, type Tried } from "./attacks/tally.ts";

const { values } = parseArgs({
  options: {
    photos: { type: "string" },
    tries: { type: "string", default: "6" },
    only: { type: "string", multiple: true, default: [""] },
    victims: { type: "string" },
    performers: { type: "string" },
    frames: { type: "string" },
    "in-process": { type: "boolean", default: false },
    cache: { type: "string" },
    donors: { type: "string", multiple: true, default: [] },
    signs: { type: "string" },
  },
});

const limits = { queueLength: 1_000_000, waitMs: 3_600_000, taskMs: 3_600_000 };
const models = await testModels();
const sees = await networkIn(models);
const started = await createEngine({ models, workers: availableParallelism(), limits });
const { cache } = values;
const engine = cache === undefined ? started : remembering(started, join(cache, "engine"));
const people = await readPeople(engine, values.photos);
const performers = values.performers === undefined ? people : await readPeople(engine, values.performers);
const pictures = new Map<Person, Awaited<ReturnType<typeof picturesOf>>>();
for (const person of people) pictures.set(person, await picturesOf(engine, person));

const isDonor = ({ name }: Person) => values.donors.length === 0 || values.donors.includes(name);
const onHead =
  (isSeveral: boolean, candidates: number, burst?: TemplateBurst, isFitted = false) =>
  (plan: SwapPlan) =>
    onTemplate(
      { ...plan, pictures, donors: people.filter(isDonor), kept: frameCache(cache), look },
      { isSeveral, candidates, isFitted, ...(burst && { burst }) },
    );
async function look(jpeg: Buffer) {
  const result = await engine.analyze(jpeg, { frame: true });
  return result.outcome === "analyzed" ? result.frame : undefined;
}
const isTakenByCamera = ({ focus }: Photo) => focus >= camera.leastFocus;

const asItIs = effects["as it is"] as Effect;
const grained = effects["mottling of 5 levels and blotches of 10"] as Effect;
type Attack = (plan: SwapPlan) => Promise<readonly Tried[]>;
const oneStill = Object.entries(effects).map(([name, effect]): [string, Attack] => [
  `one still, ${name}`,
  (plan) => warped(plan, effect),
]);
const swap = { cutOff: 0.02, share: 1 };
const blotches = [{ cellPx: 12, strongest: 8 }];
const mottled = [{ cellPx: 2.5, strongest: 5 }, ...blotches];
const swaps = (
  [
    ["swap, plain", swap],
    ["swap, blotches of 8 levels", { ...swap, mottlings: blotches }],
    ["swap, mottling of 5 levels and blotches of 8", { ...swap, mottlings: mottled }],
    ["swap, 80 % of it the victim", { ...swap, share: 0.8 }],
    ["swap, 60 % of it the victim", { ...swap, share: 0.6 }],
    ["swap, blotches of 8 levels, 80 % of it the victim", { ...swap, share: 0.8, mottlings: blotches }],
    ["swap, blotches of 8 levels, 60 % of it the victim", { ...swap, share: 0.6, mottlings: blotches }],
    ["swap, of 12 variants of each frame the one seen least", { ...swap, enough: -Infinity }],
    ["swap, of 12 variants with blotches the one seen least", { ...swap, mottlings: blotches, enough: -Infinity }],
    ["swap, of 12 variants of each frame the first hardly seen", { ...swap, enough: 1 }],
    ["swap, of 12 variants with blotches the first hardly seen", { ...swap, mottlings: blotches, enough: 1 }],
    ["swap, fine detail of a third person", { ...swap, isTransplanted: true }],
  ] as const
).map(([name, how]): [string, Attack] => [name, (plan) => swappedOnto(name, plan, how)]);
/** The strongest of these: each pose was prepared, so that the service sees the step. */
const fittedOnes = (before: string): readonly [string, Attack][] => [
  [`${before}template, one photo, fitted`, onHead(false, 1, "rendered", true)],
  [
    `${before}template, one photo, fitted, ${candidatesMax} candidates a step`,
    onHead(false, candidatesMax, "rendered", true),
  ],
  [
    `${before}template, several photos, fitted, ${candidatesMax} candidates a step`,
    onHead(true, candidatesMax, "rendered", true),
  ],
];
const withoutDots: readonly [string, Attack][] = [
  ...oneStill,
  ["one still, sparing blink and smile", (plan) => warped(plan, asItIs, ["blink", "smile"])],
  ["one still, sparing both turns", (plan) => warped(plan, asItIs, ["turn_left", "turn_right"])],
  ["one still, sparing look_up and move_closer", (plan) => warped(plan, asItIs, ["look_up", "move_closer"])],
  ["one still again and again on one account", again],
  ["a morph as selfie", morphed],
  ["the victim's photo as selfie, somebody else performs", performedByOther],
  ["another video, first draw", (plan) => otherVideo(plan, 1, false)],
  ["another video, five draws from one network", (plan) => otherVideo(plan, 5, false)],
  ["another video, and one still warped to what it does not show", (plan) => otherVideo(plan, 1, true)],
  ["several stills, one warped for each step", (plan) => ofSeveralStills(plan, pictures, false)],
  ["several stills given one colour", (plan) => ofSeveralStills(plan, pictures, true)],
  ["template: one photo", onHead(false, 1)],
  [`template: one photo, ${candidatesMax} candidates a step`, onHead(false, candidatesMax)],
  ["template: one photo, bursts rendered", onHead(false, 1, "rendered")],
  [
    `template: one photo, ${candidatesMax} candidates a step, bursts rendered`,
    onHead(false, candidatesMax, "rendered"),
  ],
  [`template: one photo, ${candidatesMax} candidates a step, bursts in turn`, onHead(false, candidatesMax, "in turn")],
  [`template: one photo, ${candidatesMax} candidates a step, bursts still`, onHead(false, candidatesMax, "still")],
  [
    `template: several photos, ${candidatesMax} candidates a step, bursts rendered`,
    onHead(true, candidatesMax, "rendered"),
  ],
  ...fittedOnes(""),
  ["template: several photos", onHead(true, 1)],
  [`template: several photos, ${candidatesMax} candidates a step`, onHead(true, candidatesMax)],
  ...Object.entries(disguises).map(([name, effect]): [string, Attack] => [
    `genuine frames again, ${name}`,
    (plan) => sentAgain(plan, effect),
  ]),
  ["people, frames that the camera takes", (plan) => honest(plan, { isTaken: isTakenByCamera })],
  ["people, any focus", (plan) => honest(plan, {})],
  ...Object.entries(cameras).map(([name, effect]): [string, Attack] => [
    `cameras: ${name}`,
    (plan) => honest(plan, { by: "service", fills: true }, effect),
  ]),
];
const withDots: readonly [string, Attack][] = [
  ...swaps,
  ["dots: template, one photo", onHead(false, 1)],
  [`dots: template, one photo, ${candidatesMax} candidates a step`, onHead(false, candidatesMax)],
  ...fittedOnes("dots: "),
  ["dots: one still, as it is", (plan) => warped(plan, asItIs)],
  ["dots: one still, mottling of 5 levels and blotches of 10", (plan) => warped(plan, grained)],
  ["dots: one still, sparing dots", (plan) => warped(plan, asItIs, ["follow_dot"])],
];

for (const [dots, attacks] of [
  [false, withoutDots],
  [true, withDots],
] as const) {
  const chosen = attacks.filter(([name]) => values.only.some((word) => name.includes(word)));
  if (chosen.length === 0) continue;
  const inProcess = values["in-process"];
  const service = inProcess ? startInProcess(engine, models, dots) : await startAttacked({ dots });
  for (const [name, attack] of chosen) {
    const victims = people.slice(0, values.victims === undefined ? undefined : Number(values.victims));
    const tried = await attack({
      service,
      people,
      victims,
      performers,
      framesTo: values.frames,
      sees,
      tries: Number(values.tries),
    });
    if (values.signs !== undefined) appendFileSync(values.signs, recordsOf(name, tried));
    console.log(tried.length > 0 ? summary(name, tried) : `${name}: nobody to try it with`);
  }
  await service.stop();
}
await started.stop();

function recordsOf(attack: string, tried: readonly Tried[]): string {
  return tried
    .map(({ person, passed, why, record }) => `${JSON.stringify({ attack, person, passed, why, ...record })}\n`)
    .join("");
}
