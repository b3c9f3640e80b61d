import { eyesPx, onFace, skinHeight, skinLeft, skinTop, skinWidth } from "./lay-out.ts";

/** Parts of the laid out face: left and right are the photo's. */
export type GrainPart = "left" | "middle" | "right";

/** Detail of one size in one part of the face, as logs of energies. */
export interface Grain {
  readonly energy: number;
  /** How much more it changes across the face than down. Stretched sideways it changes less, squeezed more. */
  readonly across: number;
}

/** The finer and the coarser detail, about 10 and 20 pixels long where 96 are between the eyes. */
export type CheekGrain = readonly Readonly<Record<GrainPart, Grain>>[];

/** Where the parts are, in distances between the eyes from their middle: sideways, and down. */
const place = { cheekFrom: 0.45, cheekTo: 0.92, middleTo: 0.35, top: 0.1, bottom: 1.2 } as const;
/** Keeps logs of flat areas in bounds, squared gray levels. */
const floor = { energy: 0.3, slope: 0.05 } as const;

function partAt(x: number, y: number): GrainPart | undefined {
  const [across, down] = [x / eyesPx + skinLeft, y / eyesPx + skinTop];
  if (down < place.top || down > place.bottom || !onFace(x, y)) return undefined;
  if (Math.abs(across) < place.middleTo) return "middle";
  // Further out lie hair and background, and the edge of the picture.
  if (Math.abs(across) < place.cheekFrom || Math.abs(across) > place.cheekTo) return undefined;
  return across < 0 ? "left" : "right";
}

/** The pixels of each part, in a picture reduced by `by`. */
const placesBy = new Map<number, Readonly<Record<GrainPart, readonly number[]>>>();
function placesIn(by: number): Readonly<Record<GrainPart, readonly number[]>> {
  const known = placesBy.get(by);
  if (known) return known;
  const found: Record<GrainPart, number[]> = { left: [], middle: [], right: [] };
  const width = skinWidth / by;
  // The last row and column have no neighbor.
  for (let y = 0; y < skinHeight / by - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const part = partAt((x + 0.5) * by, (y + 0.5) * by);
      if (part) found[part].push(y * width + x);
    }
  }
  placesBy.set(by, found);
  return found;
}

/** @param band detail of one size, reduced by `by` */
export function grainOf(band: Float32Array, by: number): Readonly<Record<GrainPart, Grain>> {
  const places = placesIn(by);
  const width = skinWidth / by;
  const one = (part: GrainPart): Grain => {
    let [energy, across, down] = [0, 0, 0];
    for (const i of places[part]) {
      const value = band[i] as number;
      energy += value ** 2;
      across += ((band[i + 1] as number) - value) ** 2;
      down += ((band[i + width] as number) - value) ** 2;
    }
    const count = places[part].length;
    return {
      energy: Math.log(energy / count + floor.energy),
      across: Math.log(across / count + floor.slope) - Math.log(down / count + floor.slope),
    };
  };
  return { left: one("left"), middle: one("middle"), right: one("right") };
}
