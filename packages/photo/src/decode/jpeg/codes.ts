import type { CodeLengths } from "./frame.ts";
import { shortBits, skipBits } from "./kernel.ts";

/** A Huffman table as the kernel reads it. An entry holds the length of the code in the next bits, plus 256 times its symbol; 0 if no code begins like this. */
export interface Codes {
  /** Indexed by the next `shortBits` bits; 0 also for longer codes. */
  readonly short: Uint16Array;
  /** Indexed by the next 16 bits, from the first longer code on. */
  readonly long: Uint16Array;
  readonly longFrom: number;
  /** Indexed by the next `skipBits` bits, for AC coefficients: skips all codes among these bits at once, with the values that follow them. */
  readonly skip: Uint16Array;
}

/**
 * @param of the kind of coefficients: DC or AC
 * @returns undefined if there are more codes than possible, or one that no 8-bit photo has
 */
export function readCodes({ counts, symbols }: CodeLengths, of: "dc" | "ac"): Codes | undefined {
  if (!symbols.every(of === "dc" ? isDc : isAc)) return undefined;
  const all = new Uint16Array(1 << 16);
  let [from, next, longFrom] = [0, 0, 0];
  for (const [i, count] of counts.entries()) {
    const codeLength = i + 1;
    for (let left = count; left > 0; left--, next++) {
      const to = from + (1 << (16 - codeLength));
      if (to > all.length) return undefined;
      all.fill(codeLength + ((symbols[next] ?? 0) << 8), from, to);
      from = to;
    }
    if (codeLength === shortBits) longFrom = from;
  }
  const short = new Uint16Array(1 << shortBits);
  for (let i = 0; i < longFrom >> (16 - shortBits); i++) short[i] = all[i << (16 - shortBits)] ?? 0;
  const skips = of === "dc" ? 0 : 1 << skipBits;
  const skip = Uint16Array.from({ length: skips }, (_, bits) => skipEntry(all, bits << (16 - skipBits)));
  return { short, long: all.subarray(longFrom), longFrom, skip };
}

/**
 * Number of bits to skip (5 bits), of places in zigzag order (7 bits, 127 for none), and in the highest bit whether the block ends there. Only the first
 * `skipBits` bits are known, so this covers as much as they determine.
 */
function skipEntry(codes: Uint16Array, bits: number): number {
  let [length, places] = [0, 0];
  while (length < skipBits) {
    const code = codes[(bits << length) & 0xffff] ?? 0;
    const codeLength = code & 31;
    if (code === 0 || length + codeLength > skipBits) break;
    const symbol = code >> 8;
    if (symbol === endOfBlock) return (length + codeLength) | ((places + 1) << 5) | (1 << 15);
    const further = places + (symbol >> 4) + 1;
    if (further > 63) break;
    length += codeLength + (symbol & 15);
    places = further;
  }
  return length === 0 ? 127 << 5 : length | (places << 5);
}

/** A DC difference has at most 11 bits (ITU-T T.81, table F.1). */
const isDc = (symbol: number): boolean => symbol <= 11;

/** Up to 15 zeros and a value of 1 to 10 bits (table F.2), sixteen zeros, or the end of the block. */
const isAc = (symbol: number): boolean =>
  symbol === endOfBlock || symbol === sixteenZeros || ((symbol & 15) >= 1 && (symbol & 15) <= 10);

const endOfBlock = 0;
const sixteenZeros = 0xf0;
