import type { Page } from "playwright-core";
import { dialog } from "./camera-page.ts";
import { aimOf, directionOf, type Gesture, type Step, steps } from "../../packages/face/src/assess/gestures.ts";
import {
  neutralFrame,
  type Person,
  type Picture,
  pictureOf,
  stepFrame,
  tiltedFrame,
  turnedFrame,
} from "../../packages/server/testing/challenge/perform.ts";
import { sharedEngine } from "../../packages/server/testing/engine/shared-engine.ts";

/** What a camera sees of somebody: looking at it, and doing each step. JPEGs of 640 x 480. */
export interface Pictures {
  readonly frames: Readonly<Record<Step | "neutral", Buffer>>;
  /** The nose so far to the person's own right, and up; 1 is about as far as a dot asks for. Made when it is asked for. */
  readonly nose: (right: number, up: number) => Promise<Buffer>;
  /** Where the nose goes instead, degrees from the dot: the performer does not follow where it is seen. */
  readonly astray?: number;
}

async function framesOf(neutral: Promise<Buffer>, show: (step: Step) => Promise<Buffer>): Promise<Pictures["frames"]> {
  const done = await Promise.all(steps.map(async (step) => [step, await show(step)] as const));
  return { ...(Object.fromEntries(done) as Record<Step, Buffer>), neutral: await neutral };
}

/** Where the nose goes in steps that turn the head, in reaches: a little further than the camera waits for. */
function aimOfStep(step: Step): Aimed | undefined {
  const direction = directionOf(step);
  return direction && { right: 1.7 * direction.right, up: 1.3 * direction.up };
}

/** A sample photo bent so that it shows the steps; `moment` makes each a little different from the others: what was sent before is seen again. */
export async function doing(picture: Picture, moment = 0): Promise<Pictures> {
  const frontal = await bentUntil(picture, { yaw: 0, pitch: 0 }, ({ yaw }) => ({ right: (yaw - moment) / 12, up: 0 }));
  const frames = await framesOf(Promise.resolve(frontal.frame), async (step) => {
    const aimed = aimOfStep(step);
    return aimed ? (await bentTowards(picture, frontal, aimed)).frame : stepFrame(picture, step, moment, 1.3);
  });
  const nose = (right: number, up: number) => {
    const { yaw, pitch } = bendFor(frontal, { right, up });
    return turnedFrame(picture, yaw, pitch);
  };
  return { frames, nose };
}

/** One for each attempt that a person has: at these moments the models see each step of "ada". */
export const takesOf = (picture: Picture): Promise<Pictures[]> =>
  Promise.all([3, 1, 0].map((moment) => doing(picture, moment)));

/** To the person's own right, and up; 1 is as far as a dot asks for. */
interface Aimed {
  readonly right: number;
  readonly up: number;
}

function bentTowards(picture: Picture, frontal: Bent, aimed: Aimed): Promise<Bent> {
  return bentUntil(picture, bendFor(frontal, aimed), (now) => {
    const { right, up } = aimOf(frontal.gesture, now);
    return { right: aimed.right - right, up: aimed.up - up };
  });
}

const bendFor = ({ bend }: Bent, { right, up }: Aimed): Bent["bend"] => ({
  yaw: bend.yaw - right * perReach.yaw,
  pitch: bend.pitch + up * perReach.pitch,
});

interface Bent {
  readonly bend: { readonly yaw: number; readonly pitch: number };
  readonly frame: Buffer;
  readonly gesture: Gesture;
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
    const result = await engine.analyze(frame, { frame: true });
    if (result.outcome !== "analyzed" || !result.frame) {
      // Bent too far to be a face.
      bend = { yaw: bend.yaw * 0.7, pitch: bend.pitch * 0.7 };
      continue;
    }
    const { gesture } = result.frame;
    const { right, up } = missed(gesture);
    const far = Math.hypot(right, up);
    if (!best || far < best.far) best = { bend, frame, gesture, far };
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
  return { frames: await framesOf(neutral(), neutral), nose: neutral };
}

/** A photo that is held before the camera, tilted and moved. */
export async function flat(picture: Picture): Promise<Pictures> {
  const frames = await framesOf(neutralFrame(picture), (step) => {
    const aimed = aimOfStep(step);
    if (aimed) return tiltedFrame(picture, (-40 / 1.7) * aimed.right, (40 / 1.3) * aimed.up);
    return step === "move_closer" ? tiltedFrame(picture, 5, 2, 1.3) : stepFrame(picture, step);
  });
  return { frames, nose: (right, up) => tiltedFrame(picture, -24 * right, 24 * up) };
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
  const noseOf = async (actor: number, right: number, up: number) =>
    (await cast[actor]?.nose(right, up))?.toString("base64") ?? "";
  await page.exposeFunction("pictureOfNose", noseOf);
  const astray = cast.map((pictures) => pictures.astray ?? 0);
  await page.addInitScript(act, { pictures: encoded, astray, hasSecond: second !== undefined, face, reactionMs: 500 });
}

/** Where the faces of the pictures are: the centre, and how high they are. */
const face = { x: 326, y: 253, height: 276 };

interface Act {
  readonly pictures: readonly Readonly<Record<string, string>>[];
  readonly astray: readonly number[];
  readonly hasSecond: boolean;
  readonly face: { readonly x: number; readonly y: number; readonly height: number };
  /** Long enough to read and to move. */
  readonly reactionMs: number;
}

declare global {
  interface Window {
    pictureOfNose: (actor: number, right: number, up: number) => Promise<string>;
  }
}

/** Runs in the page. */
async function act({ pictures, astray, hasSecond, face, reactionMs }: Act): Promise<void> {
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
        const [, right, up] = asked.split(" ").map(Number);
        const jpeg = pictures[actor]?.[asked] ?? (await window.pictureOfNose(actor, right ?? 0, up ?? 0));
        const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
        decoded.set(key, await createImageBitmap(new Blob([bytes])));
      })();
    }
    return decoded.get(key);
  };
  /** So long the camera takes to see where the nose is now. */
  const lookMs = 700;
  const lastTake = pictures.length - (hasSecond ? 2 : 1);

  /** Where the nose is held for a dot, in reaches, and since when the picture of that is shown. */
  let held = { right: 0, up: 0, shownMs: 0 };
  /** As a person does: the mark shows where the nose is seen, and from there it goes on to the dot. */
  const follow = (view: HTMLDialogElement, dot: number, strays: number) => {
    const [right, up] = [Math.cos((dot * Math.PI) / 180), Math.sin((dot * Math.PI) / 180)];
    if (held.shownMs === 0) {
      const away = ((dot + (dot < 90 ? strays : -strays)) * Math.PI) / 180;
      held = { right: 1.7 * Math.cos(away), up: 1.7 * Math.sin(away), shownMs: Infinity };
    } else if (performance.now() - held.shownMs > lookMs && strays === 0) {
      const at = (name: string) => Number(view.style.getPropertyValue(name));
      const mirrored = Math.sign(at("--dot-x") * right);
      // Marks lie at the oval where the nose reaches 1.5 and more: further is not seen.
      const missed = { right: 1.6 * right - 1.5 * mirrored * at("--nose-x"), up: 1.6 * up + 1.5 * at("--nose-y") };
      held = { right: held.right + 0.8 * missed.right, up: held.up + 0.8 * missed.up, shownMs: Infinity };
    }
    return `nose ${held.right.toFixed(2)} ${held.up.toFixed(2)}`;
  };

  let attempt = 0;
  let number = 0;
  let wanted = { asked: "neutral", sinceMs: 0 };
  let shown: ImageBitmap | undefined;
  setInterval(() => {
    const view = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("dialog");
    const ring = view?.querySelector(".ring")?.getBoundingClientRect();
    if (!view || !ring) return;
    const { step = "neutral", dot } = view.dataset;
    if ((dot ?? step) !== wanted.asked) {
      wanted = { asked: dot ?? step, sinceMs: performance.now() };
      held = { right: 0, up: 0, shownMs: 0 };
      number = step === "neutral" ? 0 : number + 1;
      // Once the last step is done the next attempt begins.
      if (step === "neutral") attempt++;
    }
    const actor = number === 2 && hasSecond ? pictures.length - 1 : Math.min(attempt, lastTake);
    const picture = pictureOf(actor, dot === undefined ? step : follow(view, Number(dot), astray[actor] ?? 0));
    const reacted = performance.now() - wanted.sinceMs > reactionMs;
    if (reacted || !shown) shown = picture ?? shown;
    if (reacted && picture) held.shownMs = Math.min(held.shownMs, performance.now());
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
    // Skin reflects what the screen shows; the wall behind is far away.
    if (view.dataset["light"] === undefined) return;
    context.save();
    context.globalCompositeOperation = "lighter";
    context.globalAlpha = 0.15;
    context.fillStyle = view.style.getPropertyValue("--light");
    context.beginPath();
    context.ellipse(width / 2, y + times * face.y, 0.4 * times * face.height, 0.6 * times * face.height, 0, 0, 7);
    context.fill();
    context.restore();
  }, 66);
}

/** The person before the camera presses the shutter for what it does not see, and tries again where that is needed. */
export async function persistUntil<Outcome>(page: Page, done: Promise<Outcome>): Promise<Outcome> {
  const again = page.getByRole("button", { name: "Try again" });
  const shutter = page.locator(`${dialog}[data-step] .choices .shutter`);
  for (;;) {
    const needed = again.or(shutter).first().waitFor();
    // The page is closed in the end, and this with it.
    needed.catch(() => undefined);
    const outcome = await Promise.race([needed.then(() => undefined), done.then((value) => ({ value }))]);
    if (outcome) return outcome.value;
    for (const button of [again, shutter]) {
      // The step may be seen in the meantime.
      if (await button.isVisible()) await button.click({ timeout: 2000 }).catch(() => undefined);
    }
  }
}
