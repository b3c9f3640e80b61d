import type { FramesFace } from "@selfsame/photo/verify/frames-face";

/** One byte for the number of frames, four for the largest value; then one byte a value: 517 bytes, which change no cosine by 0.001. */
const headBytes = 5;
const quantizationSteps = 127;

/** A face small enough for a token. */
export function packFace({ sum, frames }: FramesFace): Buffer {
  const largest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const packed = Buffer.alloc(headBytes + sum.length);
  packed.writeUInt8(frames, 0);
  packed.writeFloatLE(largest, 1);
  for (const [i, value] of sum.entries())
    packed.writeInt8(Math.round((value / largest) * quantizationSteps), headBytes + i);
  return packed;
}

export function unpackFace(packed: Buffer): FramesFace {
  const largest = packed.readFloatLE(1);
  const sum = Float32Array.from(
    packed.subarray(headBytes),
    (_, i) => (packed.readInt8(headBytes + i) / quantizationSteps) * largest,
  );
  return { sum, frames: packed.readUInt8(0) };
}
