import type { Box } from "../plane/geometry.ts";
import type { BlazeDetectEntry, DetectEntry, GridDetectEntry, RfbDetectEntry } from "../manifest.ts";
import { outputOf } from "../model.ts";

export interface Candidate {
  /** In pixels of the detector's input. */
  readonly box: Box;
  readonly score: number;
}

type Outputs = Readonly<Record<string, Float32Array>>;

/** Candidates in a detector's raw output, with at least the entry's minimum score. */
export function decode(outputs: Outputs, entry: DetectEntry): Candidate[] {
  if ("faceClass" in entry) return decodeRfb(outputs, entry);
  if (entry.decode === "blazeface") return decodeBlaze(outputs, entry);
  return entry.decode === "yunet"
    ? decodeGrid(outputs, entry, 1, yunetScores, yunetBox)
    : decodeGrid(outputs, entry, 2, scrfdScores, scrfdBox);
}

/** Boxes that are already decoded, as fractions of the input, and a score for each class. */
function decodeRfb(outputs: Outputs, { input, faceClass, minScore }: RfbDetectEntry): Candidate[] {
  const scores = outputOf(outputs, "scores");
  const boxes = outputOf(outputs, "boxes");
  const candidates = boxes.length / 4;
  const classes = scores.length / candidates;
  const found: Candidate[] = [];
  for (let i = 0; i < candidates; i++) {
    const score = scores[i * classes + faceClass] as number;
    if (score < minScore) continue;
    const x = (boxes[i * 4] as number) * input.width;
    const y = (boxes[i * 4 + 1] as number) * input.height;
    const right = (boxes[i * 4 + 2] as number) * input.width;
    const bottom = (boxes[i * 4 + 3] as number) * input.height;
    found.push({ box: { x, y, width: right - x, height: bottom - y }, score });
  }
  return found;
}

/** Cell sizes in input pixels. Cells follow row by row, each with one or two candidates. */
const strides = [8, 16, 32] as const;
type Four = readonly [number, number, number, number];
type Scores = (outputs: Outputs, stride: number) => (i: number) => number;

function decodeGrid(
  outputs: Outputs,
  { input, minScore }: GridDetectEntry,
  anchors: number,
  scoresOf: Scores,
  boxOf: (values: Four, column: number, row: number) => Box,
): Candidate[] {
  const found: Candidate[] = [];
  for (const stride of strides) {
    const columns = input.width / stride;
    const count = columns * (input.height / stride) * anchors;
    const boxes = outputOf(outputs, `bbox_${stride}`);
    if (boxes.length !== count * 4) throw new Error(`the detector gives ${boxes.length / 4} boxes instead of ${count}`);
    const score = scoresOf(outputs, stride);
    for (let i = 0; i < count; i++) {
      const one = score(i);
      if (!(one >= minScore)) continue;
      const cell = Math.floor(i / anchors);
      const values = boxes.subarray(i * 4, i * 4 + 4) as unknown as Four;
      const box = boxOf(values, cell % columns, Math.floor(cell / columns));
      found.push({ score: one, box: scaled(box, stride) });
    }
  }
  return found;
}

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

const within = (value: number) => Math.min(1, Math.max(0, value));

/**
 * YuNet, as in OpenCV's FaceDetectorYN: the score is the geometric mean of class and objectness, the center is an offset from the cell's corner, and
 * sizes are logarithms.
 */
const yunetScores: Scores = (outputs, stride) => {
  const [face, anything] = [outputOf(outputs, `cls_${stride}`), outputOf(outputs, `obj_${stride}`)];
  return (i) => Math.sqrt(within(face[i] as number) * within(anything[i] as number));
};

function yunetBox([right, down, logWidth, logHeight]: Four, column: number, row: number): Box {
  const [width, height] = [Math.exp(logWidth), Math.exp(logHeight)];
  return { x: column + right - width / 2, y: row + down - height / 2, width, height };
}

/** SCRFD, as in InsightFace: scores are probabilities, boxes are distances of the four sides from the cell's corner. */
const scrfdScores: Scores = (outputs, stride) => {
  const scores = outputOf(outputs, `score_${stride}`);
  return (i) => scores[i] as number;
};

const scrfdBox = ([left, up, right, down]: Four, column: number, row: number): Box => ({
  x: column - left,
  y: row - up,
  width: left + right,
  height: up + down,
});

/** BlazeFace: cells a side and candidates a cell. 896 in all, for every input size. */
const blazeGrids = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
] as const;
const blazeCount = blazeGrids.reduce((sum, { cells, anchors }) => sum + cells ** 2 * anchors, 0);

/**
 * BlazeFace, as in MediaPipe's short-range model: scores are logits, center and size are input pixels, the center relative to its cell's. Keypoints
 * follow and are ignored.
 */
function decodeBlaze(outputs: Outputs, { input, minScore }: BlazeDetectEntry): Candidate[] {
  const [numbers, logits] = [outputOf(outputs, "regressors"), outputOf(outputs, "classificators")];
  const each = numbers.length / blazeCount;
  if (logits.length !== blazeCount || !Number.isInteger(each) || each < 4)
    throw new Error(`the detector gives ${logits.length} candidates instead of ${blazeCount}`);
  const found: Candidate[] = [];
  let i = 0;
  for (const { cells, anchors } of blazeGrids) {
    for (let cell = 0; cell < cells ** 2; cell++) {
      for (let anchor = 0; anchor < anchors; anchor++, i++) {
        const score = 1 / (1 + Math.exp(-(logits[i] as number)));
        if (!(score >= minScore)) continue;
        const [right, down, width, height] = numbers.subarray(i * each, i * each + 4) as unknown as Four;
        const x = (((cell % cells) + 0.5) / cells) * input.width + right - width / 2;
        const y = ((Math.floor(cell / cells) + 0.5) / cells) * input.height + down - height / 2;
        found.push({ score, box: { x, y, width, height } });
      }
    }
  }
  return found;
}
