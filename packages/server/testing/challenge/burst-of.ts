import sharp from "sharp";
import { burstAsked } from "../../src/liveness/challenge/burst/burst.ts";

/** Time between two pictures, milliseconds. */
const everyMs = 1000 / burstAsked.per_second;

/** The parts that a page sends as `burst` with a frame. */
export interface BurstParts {
  readonly burst: Buffer;
  readonly burst_after_ms: string;
}

/** Stacks small pictures vertically, as the camera sends them. @param frames of one size, in the order in which they were taken */
export async function stripOfFrames(frames: readonly Buffer[]): Promise<Buffer> {
  const side = burstAsked.width;
  const small = await Promise.all(
    frames.map((frame) =>
      sharp(frame).resize(side, side, { fit: "outside" }).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  const { width, height } = small[0]?.info ?? { width: 0, height: 0 };
  return sharp(Buffer.concat(small.map(({ data }) => data)), {
    raw: { width, height: height * small.length, channels: 3 },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
}

/** The pictures from before a step to its frame. @param afterMs when the frame was taken */
export async function burstOf(before: Buffer, frame: Buffer, afterMs: number): Promise<BurstParts> {
  const frames = [before, before, before, frame, frame];
  const times = frames.map((_, i) => Math.round(afterMs - (frames.length - 1 - i) * everyMs));
  return { burst: await stripOfFrames(frames), burst_after_ms: times.join() };
}
