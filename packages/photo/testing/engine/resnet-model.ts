import { createRandom } from "@selfsame/lab/calibrate/random";
import { buildModel, constant, node, type Piece, tensor } from "../../src/models/rewrite/build-model.ts";

/** Blocks in each of the four stages, as in ArcFace's recognizers: 6.3 and 12.1 billion multiply-adds. */
const blocksOf = { r50: [3, 4, 14, 3], r100: [3, 13, 30, 3] } as const;
const channelsOf = [64, 128, 256, 512] as const;
const side = 112;
const dimensions = 512;

export interface ResNet {
  readonly file: Buffer;
  /** Multiply-adds of one run. */
  readonly multiplyAdds: number;
  readonly dimensions: number;
}

/** A recognizer with the shape of ArcFace's and random weights: it takes as much time and memory as a real one, and recognizes no one. */
export function resnetModel(shape: keyof typeof blocksOf): ResNet {
  const random = createRandom(1);
  const nodes: Piece[] = [];
  const constants: Piece[] = [];
  let multiplyAdds = 0;
  const weights = (name: string, dims: readonly number[], spread: number): string => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    constants.push(
      constant(
        name,
        Float32Array.from({ length: count }, () => (random() - 0.5) * spread),
        dims,
      ),
    );
    return name;
  };
  const conv = (
    from: string,
    to: string,
    [input, output]: readonly [number, number],
    kernel: number,
    stride: number,
    size: number,
  ) => {
    multiplyAdds += input * output * kernel ** 2 * (size / stride) ** 2;
    const spread = Math.sqrt(6 / (input * kernel ** 2));
    const pad = (kernel - 1) / 2;
    nodes.push(
      node(
        "Conv",
        [from, weights(`${to}_w`, [output, input, kernel, kernel], spread), weights(`${to}_b`, [output], 0.01)],
        to,
        {
          kernel_shape: [kernel, kernel],
          strides: [stride, stride],
          pads: [pad, pad, pad, pad],
        },
      ),
    );
    return to;
  };
  const prelu = (from: string, channels: number): string => {
    nodes.push(node("PRelu", [from, weights(`${from}_slope`, [channels, 1, 1], 0.5)], `${from}_prelu`));
    return `${from}_prelu`;
  };

  let [at, size, channels] = [prelu(conv("face", "stem", [3, 64], 3, 1, side), 64), side, 64];
  for (const [stage, blocks] of blocksOf[shape].entries()) {
    const wide = channelsOf[stage] as number;
    for (let block = 0; block < blocks; block++) {
      const name = `stage${stage}_${block}`;
      const stride = block === 0 ? 2 : 1;
      const inner = prelu(conv(at, `${name}_a`, [channels, wide], 3, 1, size), wide);
      const outer = conv(inner, `${name}_b`, [wide, wide], 3, stride, size);
      const beside = block === 0 ? conv(at, `${name}_c`, [channels, wide], 1, stride, size) : at;
      nodes.push(node("Add", [outer, beside], name));
      [at, size, channels] = [name, size / stride, wide];
    }
  }
  const flat = channels * size ** 2;
  multiplyAdds += flat * dimensions;
  nodes.push(node("Flatten", at, "flat"));
  nodes.push(node("Gemm", ["flat", weights("last", [flat, dimensions], Math.sqrt(6 / flat))], "embedding"));
  const file = buildModel({
    name: shape,
    nodes,
    constants,
    inputs: [tensor("face", 1, 3, side, side)],
    outputs: [tensor("embedding", 1, dimensions)],
  });
  return { file, multiplyAdds, dimensions };
}
