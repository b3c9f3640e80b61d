import type { Readable } from "node:stream";
import type { BodyPace } from "./limits.ts";
import type { Holding } from "./memory-budget.ts";

/** `stopped`: the taker has seen enough. `slow`: too little came for too long. `gone`: the connection closed in the middle. */
export type BodyEnd = "ended" | "stopped" | "too_large" | "slow" | "gone";

export interface BodyLimits {
  readonly bytesMax: number;
  readonly pace: BodyPace;
  /** What the body takes of a budget, this many times its bytes; without it, it counts nowhere. */
  readonly memory?: BodyMemory | undefined;
}

export interface BodyMemory {
  readonly holding: Holding;
  readonly times: number;
}

/**
 * Hands a request's body to `take` chunk by chunk, and counts while it does: no more than `bytesMax` is ever passed on, whatever
 * Content-Length says. While its account holds more than its share it is not read. After any end the rest of the body, if there is
 * one, flows on unread.
 *
 * @param take returns false to stop
 * @throws BudgetExhausted when no room came free
 */
export function consume(body: Readable, limits: BodyLimits, take: (chunk: Buffer) => boolean): Promise<BodyEnd> {
  const { bytesMax, pace, memory } = limits;
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let bytesBefore = 0;
    let waiting = false;
    const finish = (settle: () => void) => {
      clearInterval(window);
      clearTimeout(total);
      body.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      body.on("error", () => {}).resume();
      settle();
    };
    const end = (how: BodyEnd) => finish(() => resolve(how));
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      memory?.holding.add(chunk.length * memory.times);
      if (bytes > bytesMax) end("too_large");
      else if (!take(chunk)) end("stopped");
      else if (memory && !memory.holding.isWithinShare && !waiting) void waitForRoom(memory.holding);
    };
    const waitForRoom = async (holding: Holding) => {
      waiting = true;
      body.pause();
      try {
        await holding.reserve(0);
        body.resume();
      } catch (error) {
        finish(() => reject(error));
      }
      waiting = false;
    };
    const onEnd = () => end("ended");
    const onClose = () => end("gone");
    const window = setInterval(() => {
      // A sender that waits for us is not slow.
      if (!waiting && bytes - bytesBefore < pace.windowBytesMin) end("slow");
      bytesBefore = bytes;
    }, pace.windowMs);
    const total = setTimeout(() => end("slow"), pace.totalMs);
    if (body.destroyed) end("gone");
    else body.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
