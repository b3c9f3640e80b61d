import { rateOf } from "@selfsame/face/compare/calibrate";
import sharp from "sharp";
import type { FoundFace, PhotoResult } from "../../src/engine/engine.ts";
import { readHeader } from "../../src/decode/header.ts";
import type { Comparison } from "../../src/verify/comparison.ts";
import type { RunningEngine } from "@selfsame/server/testing/service/service";

const face: FoundFace = {
  box: { x: 100.4, y: 50.6, width: 80.2, height: 100 },
  score: 0.98,
  landmarks: [
    { x: 120.04, y: 80 },
    { x: 150, y: 80 },
    { x: 135, y: 100 },
    { x: 122, y: 120 },
    { x: 148, y: 120 },
  ],
  pose: { yaw: 3.26, pitch: -2, roll: 0 },
  quality: { score: 0.87654, issues: [] },
};

/** Reports one face in a PNG, two in a JPEG, none in photos of 640 pixels, and that a photo is unreadable if it cannot decode it. */
export const scriptedEngine = (change: Partial<RunningEngine> = {}): RunningEngine => ({
  status: { workers: 2, idle: 2, queued: 0, memoryBytes: 0, stopping: false },
  analyze: async (photo): Promise<PhotoResult> => {
    const header = readHeader(photo);
    if (header.outcome !== "readable") return header;
    const { format, width, height } = header;
    const readable = await sharp(photo)
      .raw()
      .toBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!readable) return { outcome: "unreadable" };
    if (width === 640) return { outcome: "analyzed", width, height, faces: [] };
    const png = format === "png";
    const embedding = Float32Array.of(png ? 1 : 0.5);
    return { outcome: "analyzed", width, height, faces: png ? [face] : [face, face], embedding };
  },
  requireRoom: () => () => {},
  stop: async () => {},
  ...change,
});

const product = (one: Float32Array, other: Float32Array) => (one[0] ?? 0) * (other[0] ?? 0);

export const scriptedComparison: Comparison = {
  model: "m-1",
  threshold: 0.6,
  score: product,
  similarity: product,
  falseMatchRate: rateOf,
};
