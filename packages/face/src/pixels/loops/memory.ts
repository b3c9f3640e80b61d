import { growTo } from "./assembler.ts";
import { createLoops, type Loops, slack } from "./loops.ts";

let made: Loops | undefined;

/** Created on first use: some importers never process a photo. */
export function loops(): Loops {
  made ??= createLoops();
  return made;
}

/** The loops' memory, at least `bytes` long. Do not keep the result: growing replaces the buffer. */
export function memoryOf(bytes: number): ArrayBuffer {
  const { memory } = loops();
  growTo(memory, bytes + slack);
  return memory.buffer;
}

/** Zeroes the memory; takes some microseconds a megabyte. */
export function wipeMemory(): void {
  new Uint8Array(loops().memory.buffer).fill(0);
}

/** The next aligned address, where vector stores are fastest. */
export const aligned = (address: number): number => (address + 15) & ~15;
