import type { Readable } from "node:stream";
import type { BodyTimeouts } from "./limits.ts";

/** `stopped`: the taker has seen enough. `slow`: it stalled or took too long. `gone`: the connection closed in the middle. */
export type BodyEnd = "ended" | "stopped" | "too_large" | "slow" | "gone";

export interface BodyLimits {
  readonly bytesMax: number;
  readonly timeouts: BodyTimeouts;
}

/**
 * Hands a request's body to `take` chunk by chunk, and counts while it does: no more than `bytesMax` is ever passed on, whatever
 * Content-Length says. After any end the rest of the body, if there is one, flows on unread.
 *
 * @param take returns false to stop
 */
export function consume(body: Readable, limits: BodyLimits, take: (chunk: Buffer) => boolean): Promise<BodyEnd> {
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (end: BodyEnd) => {
      clearTimeout(stall);
      clearTimeout(total);
      body.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      body.on("error", () => {}).resume();
      resolve(end);
    };
    const onData = (chunk: Buffer) => {
      stall.refresh();
      bytes += chunk.length;
      if (bytes > limits.bytesMax) finish("too_large");
      else if (!take(chunk)) finish("stopped");
    };
    const onEnd = () => finish("ended");
    const onClose = () => finish("gone");
    const stall = setTimeout(() => finish("slow"), limits.timeouts.stallMs);
    const total = setTimeout(() => finish("slow"), limits.timeouts.totalMs);
    if (body.destroyed) finish("gone");
    else body.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
