import { inspect } from "node:util";

/** A fault of our own JPEG decoder; libvips decoded the photo instead. */
export interface DecoderFault {
  /** The error and its place: equal for all photos that trigger it. */
  readonly kind: string;
  /** For the log. */
  readonly detail: string;
}

export function decoderFault(error: unknown): DecoderFault {
  const { name, stack = "" } = error instanceof Error ? error : new Error(inspect(error));
  const [, at = ""] = stack.split("\n").map((line) => line.trim());
  return { kind: `${name} ${at}`, detail: inspect(error) };
}

/** More than one decoder can have; keeps the set bounded. */
const kindsMax = 50;

/** @returns whether a fault is the first of its kind */
export function createFirstOfKind(): (fault: DecoderFault) => boolean {
  const kinds = new Set<string>();
  return ({ kind }) => {
    if (kinds.has(kind) || kinds.size >= kindsMax) return false;
    kinds.add(kind);
    return true;
  };
}
