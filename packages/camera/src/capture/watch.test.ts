import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { seen } from "../testing/seen.ts";
import { watch } from "./watch.ts";

let nowMs = 0;
let abort = new AbortController();
let slow = 0;
let frames: number[] = [];

// Replaces the browser, which is not ours: a video that always has another frame, and a clock.
const video = { requestVideoFrameCallback: (done: () => void) => done() } as unknown as HTMLVideoElement;
mock.method(performance, "now", () => nowMs);
Object.assign(globalThis, { createImageBitmap: async () => ({}) });

beforeEach(() => {
  nowMs = 0;
  slow = 0;
  frames = [];
  abort = new AbortController();
});

/** Watches until frame 20; each analysis of a frame takes this many milliseconds. */
function watchAt(lookMs: (frame: number) => number, first = 0): Promise<void> {
  const detector = {
    look: async (frame: number) => {
      nowMs += lookMs(frame);
      frames.push(frame);
      if (frame === 20) abort.abort();
      return { ...seen(), frame };
    },
  };
  const onSlow = () => {
    slow++;
  };
  return watch(video, detector, first, { onSeen() {}, onSlow }, abort.signal);
}

test("frames are numbered on from the first, until the signal aborts", async () => {
  await watchAt(() => 10, 15);
  assert.deepEqual(frames, [15, 16, 17, 18, 19, 20]);
});

test("a device that takes long for each frame is told of once, and watching goes on", async () => {
  await watchAt(() => 500);
  assert.equal(slow, 1);
  assert.equal(frames.length, 21);
});

test("first frames that take long are no sign of a slow device", async () => {
  await watchAt((frame) => (frame < 2 ? 3000 : 40));
  assert.equal(slow, 0);
});

test("a detector that fails ends it with its error", async () => {
  const detector = { look: () => Promise.reject(new Error("gone")) };
  await assert.rejects(watch(video, detector, 0, { onSeen() {}, onSlow() {} }, abort.signal), /gone/);
});
