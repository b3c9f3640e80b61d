import type { Page } from "playwright-core";
import { type Step, steps } from "../../packages/face/src/assess/gestures.ts";
import {
  neutralFrame,
  type Person,
  type Picture,
  pictureOf,
  stepFrame,
  tiltedFrame,
} from "../../packages/server/src/testing/challenge/perform.ts";
import { sharedEngine } from "../../packages/server/src/testing/engine/shared-engine.ts";

/** What a camera sees of somebody: looking at it, and doing each step. JPEGs of 640 x 480. */
export type Pictures = Readonly<Record<Step | "neutral", Buffer>>;

async function picturesOf(neutral: Promise<Buffer>, show: (step: Step) => Promise<Buffer>): Promise<Pictures> {
  const done = await Promise.all(steps.map(async (step) => [step, await show(step)] as const));
  return { ...(Object.fromEntries(done) as Record<Step, Buffer>), neutral: await neutral };
}

/** A sample photo bent so that it shows the steps: further than the service asks for, since the camera measures less. */
export function doing(picture: Picture): Promise<Pictures> {
  // A bent face that looks up further is hard to know again.
  return picturesOf(neutralFrame(picture), (step) => stepFrame(picture, step, 3, step === "look_up" ? 1.1 : 1.3));
}

/** The same, and a nose that follows dots in these directions, degrees. */
export async function followingDots(picture: Picture, dots: readonly number[]): Promise<Pictures> {
  const frames = dots.map(async (dot) => [`dot ${dot}`, await stepFrame(picture, { dot }, 3, 1.2)] as const);
  return { ...(await doing(picture)), ...Object.fromEntries(await Promise.all(frames)) };
}

/** A photo that is held before the camera and does not move. */
export function still(picture: Picture): Promise<Pictures> {
  return picturesOf(neutralFrame(picture), () => neutralFrame(picture));
}

/** A photo that is held before the camera, tilted and moved. */
export function flat(picture: Picture): Promise<Pictures> {
  const tilts: Readonly<Partial<Record<Step, readonly [yaw: number, pitch: number, nearer: number]>>> = {
    turn_left: [40, 0, 1],
    turn_right: [-40, 0, 1],
    look_up: [0, 40, 1],
    move_closer: [5, 2, 1.3],
  };
  return picturesOf(neutralFrame(picture), (step) => {
    const tilt = tilts[step];
    return tilt ? tiltedFrame(picture, ...tilt) : stepFrame(picture, step);
  });
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
  const encoded = [...takes, ...(second ? [second] : [])].map((pictures) =>
    Object.fromEntries(Object.entries(pictures).map(([name, jpeg]) => [name, jpeg.toString("base64")])),
  );
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

  const all = await Promise.all(
    pictures.map(async (jpegs) => {
      const decoded = Object.entries(jpegs).map(async ([name, jpeg]) => {
        const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
        return [name, await createImageBitmap(new Blob([bytes]))] as const;
      });
      return Object.fromEntries(await Promise.all(decoded));
    }),
  );
  const takes = hasSecond ? all.slice(0, -1) : all;
  const second = hasSecond ? all.at(-1) : undefined;

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
    const take = takes[Math.min(attempt, takes.length - 1)];
    const actor = number === 2 && second ? second : take;
    if (performance.now() - wanted.sinceMs > reactionMs || !shown) shown = actor?.[asked];
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
