import type { Page } from "playwright-core";
import sharp from "sharp";

const width = 280;
/** Time between frames: shorter ones cannot be read. */
const frameMs = 160;
/** Longest duration of a frame, so that delays of a busy machine appear as short as on a phone. */
const shownMsMax = 320;

export interface Film {
  /** Waits for this time while filming continues. */
  hold(ms: number): Promise<void>;
  stop(): Promise<void>;
  save(file: string): Promise<void>;
}

/** Takes screenshots of a page until it is stopped. */
export function startFilm(page: Page): Film {
  const frames: { readonly png: Buffer; readonly atMs: number }[] = [];
  const ended = new AbortController();
  const run = async () => {
    while (!ended.signal.aborted) {
      frames.push({ png: await page.screenshot(), atMs: performance.now() });
      await new Promise((resolve) => void setTimeout(resolve, frameMs));
    }
  };
  const ran = run();
  return {
    hold: async (ms) => {
      for (const end = performance.now() + ms; performance.now() < end;)
        await new Promise((resolve) => void setTimeout(resolve, 50));
    },
    stop: async () => {
      ended.abort();
      await ran;
    },
    save: async (file) => {
      const small = await Promise.all(frames.map(({ png }) => sharp(png).resize({ width }).png().toBuffer()));
      const delay = frames.map(({ atMs }, index) =>
        Math.round(Math.min(shownMsMax, (frames[index + 1]?.atMs ?? atMs + 1500) - atMs)),
      );
      delay[delay.length - 1] = 1500;
      await sharp(small, { join: { animated: true } })
        .webp({ quality: 62, effort: 4, loop: 0, delay, mixed: true })
        .toFile(file);
    },
  };
}
