import type { Readable } from "node:stream";
import type { BodyPace } from "./limits.ts";
import type { Holding } from "./memory-budget.ts";

/** `stopped`: the caller needs no more. `slow`: too little arrived for too long. `gone`: the connection closed before the end. */
export type BodyEnd = "ended" | "stopped" | "too_large" | "slow" | "gone";

export interface BodyLimits {
  readonly bytesMax: number;
  readonly pace: BodyPace;
  /** Memory that the body takes of a budget, as a multiple of its bytes; without it, none is counted. */
  readonly memory?: BodyMemory | undefined;
}

export interface BodyMemory {
  readonly holding: Holding;
  readonly times: number;
}

/**
 * Passes a request's body to `take` chunk by chunk, at most `bytesMax` whatever Content-Length says. Reading pauses while the account holds more than
 * its share. After any end, the rest of the body is discarded.
 * @param take returns false to stop
 * @throws BudgetExhausted if no room became free
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
