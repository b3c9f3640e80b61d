import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { grabber } from "./grab.ts";

interface Shown {
  readonly format?: string | null;
  readonly rotation?: number | undefined;
  readonly flip?: boolean | undefined;
  readonly visibleRect?: { readonly width: number; readonly height: number };
  readonly allocationSize?: () => number;
}

let shown: Shown;
let open = 0;
let fails = false;
const buffers = new Set<unknown>();

// Replaces the browser, which is not ours: it returns one frame of the video, and makes pictures of the given frames.
class FakeFrame {
  constructor() {
    open++;
    const allocationSize = ({ format }: { readonly format: string }) => (format === "RGBA" ? 4 * 640 * 480 : 0);
    Object.assign(this, { format: "I420", rotation: 0, flip: false, visibleRect: video, allocationSize, ...shown });
  }
  async copyTo(data: unknown, { format }: { readonly format: string }) {
    if (fails) throw new Error("the frame is gone");
    assert.equal(format, "RGBA");
    buffers.add(data);
  }
  close() {
    open--;
  }
}
class FakeImageData {
  readonly data = {};
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
  }
}
const video = { videoWidth: 640, videoHeight: 480, width: 640, height: 480 } as HTMLVideoElement;
const drawn = (source: unknown) => source === video;
const browser = { VideoFrame: FakeFrame, ImageData: FakeImageData, createImageBitmap: async (from: unknown) => from };

beforeEach(() => {
  Object.assign(globalThis, browser);
  shown = {};
  fails = false;
  buffers.clear();
});

test("frames in memory are copied into one buffer, and closed", async () => {
  const grab = grabber(video);
  assert.equal(drawn(await grab()), false);
  assert.equal(drawn(await grab()), false);
  assert.equal(buffers.size, 1);
  assert.equal(open, 0);
});

for (const [what, frame] of [
  ["was turned", { rotation: 90 }],
  ["stands on its head", { rotation: 180 }],
  ["is mirrored", { flip: true }],
  ["does not say how it was turned", { rotation: undefined, flip: undefined }],
  ["is cut to another size than the video has", { visibleRect: { width: 480, height: 640 } }],
  ["is the GPU's", { format: "NV12" }],
  ["has no form of its own", { format: null }],
  ["can be copied in its own form alone", { allocationSize: () => 1.5 * 640 * 480 }],
] as const) {
  test(`a frame that ${what} is drawn instead`, async () => {
    shown = frame;
    assert.equal(drawn(await grabber(video)()), true);
    assert.equal(open, 0);
  });
}

test("so is the video where browsers know no frames", async () => {
  Object.assign(globalThis, { VideoFrame: undefined });
  assert.equal(drawn(await grabber(video)()), true);
});

test("a frame that cannot be copied is closed all the same", async () => {
  fails = true;
  await assert.rejects(grabber(video)(), /gone/);
  assert.equal(open, 0);
});
