import assert from "node:assert/strict";
import type { Engine, FrameDetails } from "@selfsame/photo/engine/engine";
import { shotOf, type Swap, swapped } from "./swap.ts";

/** What a challenge measures in a frame, including the signs that software changed it. */
export async function frameIn(engine: Engine, photo: Buffer): Promise<FrameDetails> {
  const result = await engine.analyze(photo, { frame: "blend" });
  assert.ok(result.outcome === "analyzed" && result.frame);
  return result.frame;
}

/** Swaps one photo of a victim onto each frame of a performer, and measures the frames before and after. */
export async function swapsOnto(engine: Engine, performed: readonly Buffer[], photo: Buffer, swap: Swap) {
  const victim = await shotOf(photo, (await frameIn(engine, photo)).points);
  return Promise.all(
    performed.map(async (jpeg, i) => {
      const own = await frameIn(engine, jpeg);
      const shot = await shotOf(jpeg, own.points);
      return { own, swap: await frameIn(engine, await swapped(shot, victim, swap, i)) };
    }),
  );
}
