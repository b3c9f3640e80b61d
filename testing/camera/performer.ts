import type { Locator, Page } from "playwright-core";
import { dialog, patienceMs } from "./camera-page.ts";
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
import { type Angles, turnedUntil } from "../../packages/server/testing/challenge/turn-until.ts";
import { sharedEngine } from "../../packages/photo/testing/engine/shared-engine.ts";

/** A camera's pictures of a person: looking at it, and performing each step. JPEGs of 640 x 480. */
export interface Pictures {
  readonly frames: Readonly<Record<Step | "neutral", Buffer>>;
  /** Frame with the nose moved to the person's right, and up; 1 is about the distance of a dot. Made on demand. */
  readonly nose: (right: number, up: number) => Promise<Buffer>;
  /** Direction of the nose relative to the dot, degrees: this performer does not correct its aim by the mark. */
  readonly astray?: number;
}

async function framesOf(neutral: Promise<Buffer>, show: (step: Step) => Promise<Buffer>): Promise<Pictures["frames"]> {
  const done = await Promise.all(steps.map(async (step) => [step, await show(step)] as const));
  return { ...(Object.fromEntries(done) as Record<Step, Buffer>), neutral: await neutral };
}

/** Position of the nose in steps that turn the head, in reaches: slightly beyond what the camera waits for. */
function aimOfStep(step: Step): Aimed | undefined {
  const direction = directionOf(step);
  return direction && { right: 1.7 * direction.right, up: 1.3 * direction.up };
}

/** A sample photo warped to show the steps. `moment` changes each slightly, because photos that were sent before are detected. */
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

/** One for each attempt of a person: at these moments the models detect each step of "ada". */
export const takesOf = (picture: Picture): Promise<Pictures[]> =>
  Promise.all([3, 1, 0].map((moment) => doing(picture, moment)));

/** To the person's right, and up; 1 is the distance of a dot. */
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

const bendFor = ({ bend }: Bent, { right, up }: Aimed): Angles => ({
  yaw: bend.yaw - right * perReach.yaw,
  pitch: bend.pitch + up * perReach.pitch,
});

interface Bent {
  readonly bend: Angles;
  readonly frame: Buffer;
  readonly gesture: Gesture;
}

/** Degrees of warp that move the measured nose by about one reach. */
const perReach = { yaw: 20, pitch: 24 } as const;
const closeEnough = 0.15;
const triesMax = 6;

/**
 * Warps a photo until its measured direction is right: one warp alone may be wrong by up to 50 degrees, depending on the photo.
 * @param missed the remaining error, in reaches
 */
async function bentUntil(picture: Picture, first: Angles, missed: (now: Gesture) => Aimed): Promise<Bent> {
  const engine = await sharedEngine();
  const best = await turnedUntil(
    first,
    async ({ yaw, pitch }) => {
      const frame = await turnedFrame(picture, yaw, pitch);
      const result = await engine.analyze(frame, { frame: true });
      return result.outcome === "analyzed" && result.frame ? { frame, gesture: result.frame.gesture } : undefined;
    },
    ({ gesture }) => {
      const { right, up } = missed(gesture);
      // Corrects only part of the error, so that it converges.
      return { yaw: -0.7 * perReach.yaw * right, pitch: 0.7 * perReach.pitch * up, far: Math.hypot(right, up) };
    },
    { tries: triesMax, closeEnough, back: 0.7 },
  );
  if (!best) throw new Error("the bent photo shows no face");
  return { bend: best.angles, ...best.shown };
}

/** A photo held in front of the camera without moving. */
export async function still(picture: Picture): Promise<Pictures> {
  const neutral = () => neutralFrame(picture);
  return { frames: await framesOf(neutral(), neutral), nose: neutral };
}

/** The mark never follows a flat portrait, so the performer would turn it until only its edge is seen. */
const tilt = (degrees: number): number => Math.max(-70, Math.min(70, degrees));

/** A photo held in front of the camera, tilted and moved. */
export async function flat(picture: Picture): Promise<Pictures> {
  const frames = await framesOf(neutralFrame(picture), (step) => {
    const aimed = aimOfStep(step);
    if (aimed) return tiltedFrame(picture, (-40 / 1.7) * aimed.right, (40 / 1.3) * aimed.up);
    return step === "move_closer" ? tiltedFrame(picture, 5, 2, 1.3) : stepFrame(picture, step);
  });
  return { frames, nose: (right, up) => tiltedFrame(picture, tilt(-24 * right), tilt(24 * up)) };
}

export async function readPictures(...people: readonly Person[]): Promise<Picture[]> {
  const engine = await sharedEngine();
  return Promise.all(people.map((person) => pictureOf(person, engine)));
}

interface Cast {
  /** One for each attempt; the last one repeats if there are more attempts. */
  readonly takes: readonly Pictures[];
  /** The person who replaces the first for the second step. */
  readonly second?: Pictures;
}

/**
 * Puts a person who performs the view's steps in front of the page's camera. A canvas replaces the device; everything behind getUserMedia is real.
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

/** Position of the faces in the pictures: center and height, pixels. */
const face = { x: 326, y: 253, height: 276 };

interface Act {
  readonly pictures: readonly Readonly<Record<string, string>>[];
  readonly astray: readonly number[];
  readonly hasSecond: boolean;
  readonly face: { readonly x: number; readonly y: number; readonly height: number };
  /** Time to read the step and move. */
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
  /** Undefined until the picture is decoded; callers ask again. */
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
  /** Time until the camera has measured a new position of the nose. */
  const lookMs = 700;
  const lastTake = pictures.length - (hasSecond ? 2 : 1);

  /** Position of the nose for a dot, in reaches, and since when its picture is shown, milliseconds. */
  let held = { right: 0, up: 0, shownMs: 0 };
  /** Follows the mark as a person does: the mark shows the measured nose, and the nose moves on from there to the dot. */
  const follow = (view: HTMLDialogElement, dot: number, strays: number) => {
    const [right, up] = [Math.cos((dot * Math.PI) / 180), Math.sin((dot * Math.PI) / 180)];
    if (held.shownMs === 0) {
      const away = ((dot + (dot < 90 ? strays : -strays)) * Math.PI) / 180;
      held = { right: 1.7 * Math.cos(away), up: 1.7 * Math.sin(away), shownMs: Infinity };
    } else if (performance.now() - held.shownMs > lookMs && strays === 0) {
      const at = (name: string) => Number(view.style.getPropertyValue(name));
      const mirrored = Math.sign(at("--dot-x") * right);
      // Marks are drawn at the oval's edge for a nose at 1.5 reaches or more, so larger distances are not visible.
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
      // After the last step the next attempt begins.
      if (step === "neutral") attempt++;
    }
    const actor = number === 2 && hasSecond ? pictures.length - 1 : Math.min(attempt, lastTake);
    const picture = pictureOf(actor, dot === undefined ? step : follow(view, Number(dot), astray[actor] ?? 0));
    const reacted = performance.now() - wanted.sinceMs > reactionMs;
    if (reacted || !shown) shown = picture ?? shown;
    if (reacted && picture) held.shownMs = Math.min(held.shownMs, performance.now());
    if (!shown) return;
    // Places the face in the oval: the video covers the view.
    const scale = Math.max(innerWidth / width, innerHeight / height);
    const times = (0.68 * ring.height) / scale / face.height;
    // A slight sway, without which the canvas would send no frames; a real person moves as well.
    const sway = Math.sin(performance.now() / 700);
    const x = width / 2 - times * face.x + sway;
    const y = height / 2 + (ring.y + ring.height / 2 - innerHeight / 2) / scale - times * face.y;
    const [wide, high] = [times * shown.width, times * shown.height];
    // Extends the picture's edge pixels to the frame's edges: passive liveness takes a picture with visible edges for one that is held up.
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
    // Skin reflects the screen's color; the distant wall does not.
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

/**
 * Presses the shutter for steps that the camera does not detect, and "Try again" where needed, as the person would.
 * @throws if it is not done in time
 */
export async function persistUntil<Outcome>(page: Page, done: Promise<Outcome>): Promise<Outcome> {
  const again = page.getByRole("button", { name: "Try again" });
  const shutter = page.locator(`${dialog}[data-step] .choices .shutter`);
  const lastMs = performance.now() + patienceMs;
  while (performance.now() < lastMs) {
    const needed = again.or(shutter).first().waitFor();
    // Rejects when the page is closed at the end.
    needed.catch(() => undefined);
    const outcome = await Promise.race([needed.then(() => undefined), done.then((value) => ({ value }))]);
    if (outcome) return outcome.value;
    if (await again.isVisible()) await again.click({ timeout: 2000 }).catch(() => undefined);
    else if (!(await isDetectedAfterAll(shutter))) await shutter.click({ timeout: 2000 }).catch(() => undefined);
  }
  throw new Error(`not done within ${patienceMs / 1000} seconds: ${await page.locator("body").innerText()}`);
}

/** A busy machine draws the person's movement late: who pressed the shutter as soon as it appears would take the frame before it. */
const isDetectedAfterAll = (shutter: Locator): Promise<boolean> =>
  shutter.waitFor({ state: "hidden", timeout: 3000 }).then(
    () => true,
    () => false,
  );
