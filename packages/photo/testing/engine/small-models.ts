import {
  buildModel,
  type BuiltGraph,
  constant,
  node,
  type Piece,
  tensor,
} from "../../src/models/rewrite/build-model.ts";

const smallModel = (graph: Omit<BuiltGraph, "name">): Buffer => buildModel({ name: "small", ...graph });

/** A minimal recognizer: the mean of each color channel of the aligned face, three numbers. */
export const meanColorModel = (): Buffer =>
  smallModel({
    nodes: [node("GlobalAveragePool", "face", "pooled"), node("Flatten", "pooled", "color")],
    inputs: [tensor("face", 1, 3, 112, 112)],
    outputs: [tensor("color", 1, 3)],
  });

/** The mean color of each square of this many pixels; 192 numbers for squares of 14. */
export function mosaicModel(square: number): Buffer {
  const dimensions = 3 * (112 / square) ** 2;
  return pooled([square, square], [square, square], "face", [tensor("mosaic", 1, dimensions)], []);
}

/** The brightness at 128 or 1024 places. */
export function brightnessModel(dimensions: 128 | 1024): Buffer {
  const [kernel, strides] =
    dimensions === 128
      ? ([
          [14, 7],
          [14, 7],
        ] as const)
      : ([
          [19, 19],
          [3, 3],
        ] as const);
  const mean = node("ReduceMean", "face", "grey", { axes: [1] });
  return pooled(kernel, strides, "grey", [tensor("mosaic", 1, dimensions)], [mean]);
}

function pooled(
  kernel: readonly number[],
  strides: readonly number[],
  from: string,
  outputs: readonly Piece[],
  before: readonly Piece[],
): Buffer {
  return smallModel({
    nodes: [
      ...before,
      node("AveragePool", from, "places", { kernel_shape: kernel, strides }),
      node("Flatten", "places", "mosaic"),
    ],
    inputs: [tensor("face", 1, 3, 112, 112)],
    outputs,
  });
}

/** A detector with the same output for every input. @param outputs its numbers, this many for each candidate */
export function fixedDetector(
  side: number,
  outputs: Readonly<Record<string, { readonly values: Float32Array; readonly each: number }>>,
): Buffer {
  const all = Object.entries(outputs).map(([name, { values, each }]) => ({
    name,
    values,
    dims: [1, values.length / each, each],
  }));
  return smallModel({
    nodes: all.map(({ name }) => node("Identity", `${name}_values`, name)),
    constants: all.map(({ name, values, dims }) => constant(`${name}_values`, values, dims)),
    inputs: [tensor("input", 1, 3, side, side)],
    outputs: all.map(({ name, dims }) => tensor(name, ...dims)),
  });
}

/** A landmark model with the same points for every input, a gray image of this many pixels a side. */
export const fixedPoints = (side: number, values: Float32Array): Buffer =>
  smallModel({
    nodes: [node("Identity", "all", "points")],
    constants: [constant("all", values, [1, values.length])],
    inputs: [tensor("input", 1, 1, side, side)],
    outputs: [tensor("points", 1, values.length)],
  });
