import { arrowAt, type Drawing, lineAt, lineHeight, rectAt, textAt, width, widthOf, wrap } from "./svg.ts";

interface Message {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Answers an earlier message. */
  readonly answer?: true;
}

/** An event in one lane, or across several. */
interface Note {
  readonly at: string;
  readonly note: string;
}

export interface Sequence {
  readonly title: string;
  /** Parties, from left to right. */
  readonly lanes: readonly string[];
  readonly steps: readonly (Message | Note)[];
}

const margin = 10;
const gap = 14;

/** Each message's text is above its arrow, as wide as the picture allows: on a phone, lanes are too narrow for text between them. */
export function drawSequence({ title, lanes, steps }: Sequence): Drawing {
  const lane = width / lanes.length;
  const xOf = (name: string): number => {
    const index = lanes.indexOf(name);
    if (index < 0) throw new Error(`${title}: nobody is called ${name}`);
    return Math.round((index + 0.5) * lane);
  };
  const heads = lanes.map((name) => ({ name, lines: wrap(name, lane - 20) }));
  const headHeight = Math.max(...heads.map(({ lines }) => lines.length)) * lineHeight + 12;
  const parts: string[] = [];
  let y = margin + headHeight + gap;
  for (const step of steps) {
    const [svg, high] = "note" in step ? drawNote(xOf(step.at), y, step.note) : drawMessage(xOf, y, step);
    parts.push(svg);
    y += high + gap;
  }
  const lifelines = lanes.map((name) => lineAt(xOf(name), margin + headHeight, xOf(name), y - gap / 2));
  const boxes = heads.map(({ name, lines }) => {
    const top = margin + 6 + ((headHeight - 12 - lines.length * lineHeight) >> 1);
    return `${rectAt(xOf(name) - lane / 2 + 5, margin, lane - 10, headHeight, "box")}\n${textAt(xOf(name), top, lines, "head")}`;
  });
  return { svg: [...lifelines, ...boxes, ...parts].join("\n"), height: Math.round(y) };
}

/** The center for text of that width, as near to x as the picture's margins allow. */
const within = (x: number, wide: number): number =>
  Math.round(Math.min(width - margin - wide / 2, Math.max(margin + wide / 2, x)));

function drawMessage(xOf: (name: string) => number, y: number, { from, to, text, answer }: Message): [string, number] {
  const [x1, x2] = [xOf(from), xOf(to)];
  const lines = wrap(text, Math.max(Math.abs(x2 - x1) + 60, 270));
  const x = within((x1 + x2) / 2, widthOf(lines));
  const high = lines.length * lineHeight + 6;
  return [`${textAt(x, y, lines, "said")}\n${arrowAt(x1, y + high, x2, y + high, answer)}`, high];
}

function drawNote(at: number, y: number, note: string): [string, number] {
  const lines = wrap(note, 270);
  const wide = widthOf(lines) + 16;
  const x = within(at, wide);
  const high = lines.length * lineHeight + 10;
  return [
    `${rectAt(Math.round(x - wide / 2), y, Math.round(wide), high, "note")}\n${textAt(x, y + 5, lines, "muted")}`,
    high,
  ];
}
