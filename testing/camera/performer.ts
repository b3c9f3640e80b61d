import type { Page } from "playwright-core";
import { aimOf, type Gesture, type Step, steps, type Task } from "../../packages/face/src/assess/gestures.ts";
import { samePersonSimilarity } from "../../packages/server/src/challenge/challenges.ts";
import { type Frame, judgeChallenge } from "../../packages/server/src/challenge/judge.ts";
import {
  neutralFrame,
  type Person,
  type Picture,
  pictureOf,
  stepFrame,
  tiltedFrame,
  turnedFrame,
} from "../../packages/server/src/testing/challenge/perform.ts";
import { sharedEngine } from "../../packages/server/src/testing/engine/shared-engine.ts";
import { testModels } from "../../packages/server/src/testing/engine/test-models.ts";
import { createComparison } from "../../packages/server/src/verify/comparison.ts";

/** What a camera sees of somebody: looking at it, and doing each step. JPEGs of 640 x 480. */
export interface Pictures {
  readonly frames: Readonly<Record<Step | "neutral", Buffer>>;
  /** The nose at a dot: its direction in degrees. Made when it is asked for. @param further how often that was not enough */
  readonly dot: (degrees: number, further?: number) => Promise<Buffer>;
}

async function framesOf(neutral: Promise<Buffer>, show: (step: Step) => Promise<Buffer>): Promise<Pictures["frames"]> {
  const done = await Promise.all(steps.map(async (step) => [step, await show(step)] as const));
  return { ...(Object.fromEntries(done) as Record<Step, Buffer>), neutral: await neutral };
}

/** Where the nose points in the steps that turn the head: degrees as those of a dot, and a little further than the camera waits for. */
const aims: Readonly<Partial<Record<Step, readonly [degrees: number, reach: number]>>> = {
  turn_left: [180, 1.7],
  turn_right: [0, 1.7],
  look_up: [90, 1.3],
};

/** A sample photo bent so that it shows the steps; `moment` makes each a little different from the others: what was sent before is seen again. */
export async function doing(picture: Picture, moment = 0): Promise<Pictures> {
  const frontal = await bentUntil(picture, { yaw: 0, pitch: 0 }, ({ yaw }) => ({ right: (yaw - moment) / 12, up: 0 }));
  const frames = await framesOf(Promise.resolve(frontal.frame), (step) => {
    const aimed = aims[step];
    return aimed ? pointing(picture, frontal, step, ...aimed) : stepFrame(picture, step, moment, 1.3);
  });
  return { frames, dot: (dot, further = 0) => pointing(picture, frontal, { dot }, dot, 1.7 + 0.35 * further) };
}

/** The same, but the nose goes elsewhere than to the dot. */
export async function notFollowing(picture: Picture, moment = 0): Promise<Pictures> {
  const { frames, dot } = await doing(picture, moment);
  return { frames, dot: (degrees, further) => dot(degrees < 90 ? degrees + 90 : degrees - 90, further) };
}

/** The nose in this direction. Of one photo, bent, not every way there convinces the service, so that some are tried. */
async function pointing(picture: Picture, frontal: Bent, task: Task, degrees: number, reach: number): Promise<Buffer> {
  const doubtful: Bent[] = [];
  for (const [further, aside] of ways) {
    const towards = ((degrees + aside) * Math.PI) / 180;
    const far = reach * further;
    const bent = await bentTowards(picture, frontal, { right: far * Math.cos(towards), up: far * Math.sin(towards) });
    if (await convinces(task, frontal, bent, surelySame)) return bent.frame;
    if (await convinces(task, frontal, bent, samePersonSimilarity)) doubtful.unshift(bent);
    else doubtful.push(bent);
  }
  return (doubtful[0] as Bent).frame;
}

/** How much further than asked for, and by how many degrees beside it: what the camera takes. */
const ways = [
  [1, 0],
  [0.92, 0],
  [0.92, 9],
  [0.92, -9],
  [1.1, 0],
  [1, 9],
  [1, -9],
  [1.25, 0],
] as const;

/** What the camera sends is compressed once more. */
const surelySame = 0.66;

let opened: ReturnType<typeof openJudge> | undefined;

async function openJudge() {
  const models = await testModels();
  return { similarity: createComparison(models).similarity, spoof: models.manifest.models.spoof };
}

async function convinces(task: Task, frontal: Bent, bent: Bent, similarityMin: number): Promise<boolean> {
  opened ??= openJudge();
  const { similarity, spoof } = await opened;
  const isSame = (one: Float32Array, other: Float32Array) => similarity(one, other) >= similarityMin;
  return judgeChallenge([task], frontal.measured, [bent.measured], { isSame, spoof }) === undefined;
}

/** To the person's own right, and up; 1 is as far as a dot asks for. */
interface Aimed {
  readonly right: number;
  readonly up: number;
}

function bentTowards(picture: Picture, frontal: Bent, aimed: Aimed): Promise<Bent> {
  const bend = { yaw: frontal.bend.yaw - aimed.right * perReach.yaw, pitch: aimed.up * perReach.pitch };
  return bentUntil(picture, bend, (now) => {
    const { right, up } = aimOf(frontal.measured.gesture, now);
    return { right: aimed.right - right, up: aimed.up - up };
  });
}

interface Bent {
  readonly bend: { readonly yaw: number; readonly pitch: number };
  readonly frame: Buffer;
  readonly measured: Frame;
}

/** About how many degrees of a bend move the measured nose by one reach. */
const perReach = { yaw: 20, pitch: 24 } as const;
const closeEnough = 0.15;
const triesMax = 6;

/**
 * Bends a photo until it is measured to look where it should: by how the photo was taken, one bend alone goes up to 50 degrees astray.
 * @param missed by how much, in reaches
 */
async function bentUntil(picture: Picture, first: Bent["bend"], missed: (now: Gesture) => Aimed): Promise<Bent> {
  const engine = await sharedEngine();
  let bend = first;
  let best: (Bent & { readonly far: number }) | undefined;
  for (let tries = 0; tries < triesMax; tries++) {
    const frame = await turnedFrame(picture, bend.yaw, bend.pitch);
    const result = await engine.analyze(frame, { frame: true, embedding: true, spoof: true });
    if (result.outcome !== "analyzed" || !result.frame || !result.embedding || !result.spoof) {
      // Bent too far to be a face.
      bend = { yaw: bend.yaw * 0.7, pitch: bend.pitch * 0.7 };
      continue;
    }
    const measured = { ...result.frame, embedding: result.embedding, live: result.spoof.live };
    const { right, up } = missed(measured.gesture);
    const far = Math.hypot(right, up);
    if (!best || far < best.far) best = { bend, frame, measured, far };
    if (far < closeEnough) break;
    // Not all of it at once, so that it settles.
    bend = { yaw: bend.yaw - 0.7 * perReach.yaw * right, pitch: bend.pitch + 0.7 * perReach.pitch * up };
  }
  if (!best) throw new Error("the bent photo shows no face");
  return best;
}

/** A photo that is held before the camera and does not move. */
export async function still(picture: Picture): Promise<Pictures> {
  const neutral = () => neutralFrame(picture);
  return { frames: await framesOf(neutral(), neutral), dot: neutral };
}

/** A photo that is held before the camera, tilted and moved. */
export async function flat(picture: Picture): Promise<Pictures> {
  const tilts: Readonly<Partial<Record<Step, readonly [yaw: number, pitch: number, nearer: number]>>> = {
    turn_left: [40, 0, 1],
    turn_right: [-40, 0, 1],
    look_up: [0, 40, 1],
    move_closer: [5, 2, 1.3],
  };
  const frames = await framesOf(neutralFrame(picture), (step) => {
    const tilt = tilts[step];
    return tilt ? tiltedFrame(picture, ...tilt) : stepFrame(picture, step);
  });
  const dot = (degrees: number) => {
    const towards = (degrees * Math.PI) / 180;
    return tiltedFrame(picture, -40 * Math.cos(towards), 40 * Math.sin(towards));
  };
  return { frames, dot };
}

export async function readPictures(...people: readonly Person[]): Promise<Picture[]> {
  const engine = await sharedEngine();
  return Promise.all(people.map((person) => pictureOf(person, engine)));
}

interface Cast {
  /** One an attempt; the last of them again where there are more attempts. */
  readonly takes: readonly Pictures[];
  /** Who takes the place for the second step. */
  readonly second?: Pictures;
}

/**
 * Puts somebody before the page's camera who does what the view asks for: a canvas takes the place of the device, everything behind
 * getUserMedia is the real thing.
 */
export async function perform(page: Page, { takes, second }: Cast): Promise<void> {
  const cast = [...takes, ...(second ? [second] : [])];
  const encoded = cast.map(({ frames }) =>
    Object.fromEntries(Object.entries(frames).map(([name, jpeg]) => [name, jpeg.toString("base64")])),
  );
  const dotOf = async (actor: number, degrees: number, further: number) =>
    (await cast[actor]?.dot(degrees, further))?.toString("base64") ?? "";
  await page.exposeFunction("pictureOfDot", dotOf);
  await page.addInitScript(act, { pictures: encoded, hasSecond: second !== undefined, face, reactionMs: 500 });
}

/** Where the faces of the pictures are: the centre, and how high they are. */
const face = { x: 326, y: 253, height: 276 };

interface Act {
  readonly pictures: readonly Readonly<Record<string, string>>[];
  readonly hasSecond: boolean;
  readonly face: { readonly x: number; readonly y: number; readonly height: number };
  /** Long enough to read and to move. */
  readonly reactionMs: number;
}

declare global {
  interface Window {
    pictureOfDot: (actor: number, degrees: number, further: number) => Promise<string>;
  }
}

/** Runs in the page. */
async function act({ pictures, hasSecond, face, reactionMs }: Act): Promise<void> {
  const [width, height] = innerWidth > innerHeight ? [1280, 720] : [720, 1280];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  navigator.mediaDevices.getUserMedia = async () => {
    const stream = canvas.captureStream(15);
    window.kept.tracks.push(...stream.getTracks());
    return stream;
  };

  const decoded = new Map<string, ImageBitmap | undefined>();
  /** Asked for until it is there. */
  const pictureOf = (actor: number, asked: string): ImageBitmap | undefined => {
    const key = `${actor} ${asked}`;
    if (!decoded.has(key)) {
      decoded.set(key, undefined);
      void (async () => {
        const [, degrees, further] = asked.split(" ").map(Number);
        const jpeg = pictures[actor]?.[asked] ?? (await window.pictureOfDot(actor, degrees ?? 0, further ?? 0));
        const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
        decoded.set(key, await createImageBitmap(new Blob([bytes])));
      })();
    }
    return decoded.get(key);
  };
  const lastTake = pictures.length - (hasSecond ? 2 : 1);

  let attempt = 0;
  let number = 0;
  let wanted = { asked: "neutral", sinceMs: 0 };
  let shown: ImageBitmap | undefined;
  setInterval(() => {
    const view = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("dialog");
    const ring = view?.querySelector(".ring")?.getBoundingClientRect();
    if (!view || !ring) return;
    const { step = "neutral", dot } = view.dataset;
    const asked = dot === undefined ? step : `dot ${dot}`;
    if (asked !== wanted.asked) {
      wanted = { asked, sinceMs: performance.now() };
      number = step === "neutral" ? 0 : number + 1;
      // Once the last step is done the next attempt begins.
      if (step === "neutral") attempt++;
    }
    const actor = number === 2 && hasSecond ? pictures.length - 1 : Math.min(attempt, lastTake);
    const triedMs = performance.now() - wanted.sinceMs;
    // Who is not seen to point at the dot points further.
    const further = dot === undefined ? "" : ` ${Math.min(2, Math.floor(triedMs / 2500))}`;
    const picture = pictureOf(actor, asked + further);
    if (triedMs > reactionMs || !shown) shown = picture ?? shown;
    if (!shown) return;
    // The face where the oval is: the video covers the view.
    const scale = Math.max(innerWidth / width, innerHeight / height);
    const times = (0.68 * ring.height) / scale / face.height;
    // A little life, without which the canvas would send no frames: nobody holds quite still.
    const sway = Math.sin(performance.now() / 700);
    const x = width / 2 - times * face.x + sway;
    const y = height / 2 + (ring.y + ring.height / 2 - innerHeight / 2) / scale - times * face.y;
    const [wide, high] = [times * shown.width, times * shown.height];
    // Its edges go on to those of the frame: a picture with an edge is what the spoof check takes for one that is held up.
    const columns = [
      [0, 1, 0, x],
      [0, shown.width, x, wide],
      [shown.width - 1, 1, x + wide, width - x - wide],
    ] as const;
    const rows = [
      [0, 1, 0, y],
      [0, shown.height, y, high],
      [shown.height - 1, 1, y + high, height - y - high],
    ] as const;
    for (const [fromX, fromWide, toX, toWide] of columns) {
      for (const [fromY, fromHigh, toY, toHigh] of rows) {
        context.drawImage(shown, fromX, fromY, fromWide, fromHigh, toX, toY, toWide, toHigh);
      }
    }
  }, 66);
}

/** Whoever is before the camera tries again where that is needed: of one photo, bent, a few challenges in a hundred are seen through. */
export async function tryAgainUntil<Outcome>(page: Page, done: Promise<Outcome>): Promise<Outcome> {
  const again = page.getByRole("button", { name: "Try again" });
  for (;;) {
    const failed = again.waitFor().then(() => undefined);
    // The page is closed in the end, and this with it.
    failed.catch(() => undefined);
    const outcome = await Promise.race([failed, done.then((value) => ({ value }))]);
    if (outcome) return outcome.value;
    await again.click();
    await again.waitFor({ state: "hidden" });
  }
}
