import { around } from "../plane/affine.ts";
import type { Box } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import { sample } from "../pixels/sample.ts";

/** Longer side of the analyzed copy, pixels. */
const sideLength = 160;
/** Lines may slope by up to a fifth: a screen is seldom held quite straight. */
const slopes = Array.from({ length: 9 }, (_, i) => (i - 4) / 20);
const steepest = 4 / 20;
/** Gray levels a pixel: from the first on there is an edge, at the second it counts fully. */
const edge = 4;
const clearEdge = 10;
/** Weight of a falling edge where a rising one has 1: larger than the number of places along a line, so that one sum holds both counts. */
const falls = 1 << 12;
/** Fewer pixels beside the face show no line. */
const roomMin = 4;
const lengthMin = 6;

/** A gray picture seen along one of its sides: lines run along it and are searched across it. */
interface View {
  readonly values: Float32Array;
  readonly step: { readonly across: number; readonly along: number };
  readonly size: { readonly across: number; readonly along: number };
}

/**
 * How strongly straight lines frame the face: the border of a screen, of a picture on it or of a sheet is a line beside the face, twice as long as the
 * face, on most of its four sides. Curtains, doors and shelves make such lines, too, but seldom on all sides.
 * @param box the detector's box, in pixels of the photo
 * @returns a number for each side with room beside the face, up to four: the share of the clearest line along which the gray changes in one direction, 0
 *   to 1, less where it changes little
 */
export function edgesAround(image: Image, box: Box): number[] {
  const scale = Math.min(1, sideLength / Math.max(image.width, image.height));
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  const toPhoto = around({ x: 0, y: 0 }, { x: 0, y: 0 }, image.width / width, image.height / height);
  const values = sample(image, toPhoto, { name: "", width, height, channels: "grey", mean: [0], scale: [1] });
  const columns = { from: box.x * scale, length: box.width * scale };
  const rows = { from: box.y * scale, length: box.height * scale };
  const upright = { values, step: { across: 1, along: width }, size: { across: width, along: height } };
  const lying = { values, step: { across: width, along: 1 }, size: { across: height, along: width } };
  return [...bothSides(upright, columns, rows), ...bothSides(lying, rows, columns)];
}

interface Extent {
  readonly from: number;
  readonly length: number;
}

function bothSides(view: View, across: Extent, along: Extent): number[] {
  const rows: Range = {
    from: Math.trunc(Math.max(0, along.from - along.length / 2)),
    to: Math.trunc(Math.min(view.size.along, along.from + 1.5 * along.length)),
  };
  // Not too close: the sides of the face and its hair are edges, too.
  const before = across.from - 0.15 * across.length;
  const after = across.from + 1.15 * across.length;
  const sides: Range[] = [
    { from: 1, to: before - 1 },
    { from: Math.ceil(after) + 1, to: view.size.across - 2 },
  ];
  const isSeen = (columns: Range) => columns.to - columns.from >= roomMin && rows.to - rows.from >= lengthMin;
  return sides.filter(isSeen).map((columns) => clearestLine(view, columns, rows));
}

/** End exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

function clearestLine(view: View, columns: Range, rows: Range): number {
  const length = rows.to - rows.from;
  // Largest sideways reach of a sloping line.
  const reach = Math.ceil((steepest * length) / 2);
  const changes = changesOf(view, { from: columns.from - reach, to: columns.to + reach }, rows);
  const edges = new Int32Array(changes.length);
  for (let i = 0; i < edges.length; i++) {
    const change = changes[i] as number;
    edges[i] = change > edge ? 1 : change < -edge ? falls : 0;
  }
  const end = (columns.to - columns.from) * length;
  const offsets = new Int32Array(length);
  let clearest = 0;
  for (const slope of slopes) {
    for (let i = 0; i < length; i++) offsets[i] = (reach + Math.round(slope * (i - length / 2))) * length + i;
    for (let column = 0; column < end; column += length) {
      // One sum holds both counts, without a branch.
      let counts = 0;
      for (let i = 0; i < length; i++) counts += edges[column + (offsets[i] as number)] as number;
      const share = Math.max(counts % falls, Math.floor(counts / falls)) / length;
      // Clarity can only lower the share, and most lines are ruled out here.
      if (share <= clearest) continue;
      let sum = 0;
      for (let i = 0; i < length; i++) sum += changes[column + (offsets[i] as number)] as number;
      clearest = Math.max(clearest, share * Math.min(Math.abs(sum) / length / clearEdge, 1));
    }
  }
  return clearest;
}

/** Gray change from column to column, column by column. The edge value extends beyond the picture. */
function changesOf({ values, step, size }: View, columns: Range, rows: Range): Float64Array {
  const length = rows.to - rows.from;
  const changes = new Float64Array(Math.ceil(columns.to - columns.from) * length);
  for (let at = 0, column = columns.from; column < columns.to; column++) {
    const across = Math.min(Math.max(column, 1), size.across - 2);
    let middle = across * step.across + rows.from * step.along;
    for (let i = 0; i < length; i++, at++, middle += step.along) {
      changes[at] = ((values[middle + step.across] as number) - (values[middle - step.across] as number)) / 2;
    }
  }
  return changes;
}
