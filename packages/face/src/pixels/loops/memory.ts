import { growTo } from "./assembler.ts";
import { createLoops, type Loops, slack } from "./loops.ts";

let made: Loops | undefined;

/** Made when they are first needed: some who import this never look at a photo. */
export function loops(): Loops {
  made ??= createLoops();
  return made;
}

/** The loops' memory, `bytes` long at least. Nobody keeps it: it is another one once it had to grow. */
export function memoryOf(bytes: number): ArrayBuffer {
  const { memory } = loops();
  growTo(memory, bytes + slack);
  return memory.buffer;
}

/** Leaves nothing in it: some microseconds a megabyte. */
export function wipeMemory(): void {
  new Uint8Array(loops().memory.buffer).fill(0);
}

/** The next place from `address` on that vectors are written to fastest. */
export const aligned = (address: number): number => (address + 15) & ~15;
