import type { Frame } from "./frame.ts";
import { type Kernel, place } from "./kernel.ts";
import { ScanBytes } from "./scan-bytes.ts";

/** Bytes of a scan in the kernel's memory at a time. */
export const chunkBytes = 1 << 16;
/** 10 blocks of 64 values of up to 27 bits (ITU-T T.81, B.2.3 and F.1.2), plus bytes read ahead. */
const unitBytesMax = 2304;
const readAhead = 8;

/** Supplies a scan's bytes to the kernel. */
export class Scan {
  readonly #kernel: Kernel;
  readonly #bytes: ScanBytes;
  readonly #restartInterval: number;
  readonly #chunkAt: number;
  /** End of the valid bytes in the chunk. */
  #end = 0;
  #untilRestart = 0;
  #restarts = 0;

  constructor(kernel: Kernel, file: Uint8Array, { scanAt, restartInterval }: Frame, chunkAt: number) {
    this.#kernel = kernel;
    this.#bytes = new ScanBytes(file, scanAt);
    this.#restartInterval = restartInterval || Infinity;
    this.#chunkAt = chunkAt;
    this.#begin();
  }

  /** Decodes the next `units`. @returns whether there were as many */
  decode(program: { readonly at: number; readonly end: number }, units: number): boolean {
    let left = units;
    while (left > 0) {
      if (this.#untilRestart === 0 && !this.#restart()) return false;
      const wanted = Math.min(left, this.#untilRestart);
      this.#kernel.decodeUnits(program.at, program.end, wanted, this.#fill());
      const done = wanted - this.#get("left");
      if (done === 0) return false;
      left -= done;
      this.#untilRestart -= done;
    }
    return true;
  }

  /** Whether a marker ends the scan, and nothing beyond it was decoded. */
  isWhole(): boolean {
    return this.#bytes.atMarker && this.#get("next") - (this.#get("bitCount") >> 3) <= this.#end;
  }

  /** Ensures enough bytes for a unit. @returns the last address at which one may begin */
  #fill(): number {
    const next = this.#get("next");
    if (!this.#bytes.atMarker && this.#end - next <= unitBytesMax) {
      const { buffer } = this.#kernel.memory;
      const chunk = new Uint8Array(buffer, this.#chunkAt, chunkBytes);
      chunk.copyWithin(0, next - this.#chunkAt, this.#end - this.#chunkAt);
      const left = this.#end - next;
      this.#end = this.#chunkAt + left + this.#bytes.read(chunk.subarray(left));
      this.#readFrom(this.#chunkAt);
    }
    return this.#bytes.atMarker ? this.#end + readAhead : this.#end - unitBytesMax;
  }

  #restart(): boolean {
    if (!this.isWhole() || !this.#bytes.restart(this.#restarts)) return false;
    this.#restarts += 1;
    this.#begin();
    return true;
  }

  /** Resets bits, bytes and DC predictors. */
  #begin(): void {
    this.#untilRestart = this.#restartInterval;
    this.#end = this.#chunkAt;
    new Uint8Array(this.#kernel.memory.buffer).fill(0, place.bits, place.coefficients);
    this.#readFrom(this.#chunkAt);
  }

  #get(name: "next" | "bitCount" | "left"): number {
    return new DataView(this.#kernel.memory.buffer).getInt32(place[name], true);
  }

  #readFrom(next: number): void {
    new DataView(this.#kernel.memory.buffer).setInt32(place.next, next, true);
  }
}
