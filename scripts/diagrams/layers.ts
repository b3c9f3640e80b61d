import { arrowAt, type Drawing, lineHeight, rectAt, textAt, width, wrap } from "./svg.ts";

interface Box {
  readonly title: string;
  /** Text, or an item and its retention. */
  readonly lines?: readonly (string | readonly [what: string, until: string])[];
}

export interface Layers {
  readonly title: string;
  /** From top to bottom; the boxes of a layer are drawn side by side. */
  readonly layers: readonly {
    readonly boxes: readonly Box[];
    /** Label of the arrow from the layer above; without it there is no arrow. */
    readonly arrow?: string;
  }[];
}

const margin = 10;
const inset = 10;

export function drawLayers({ layers }: Layers): Drawing {
  const parts: string[] = [];
  let y = margin;
  for (const { boxes, arrow } of layers) {
    if (arrow !== undefined) {
      const lines = wrap(arrow, width / 2 - 30);
      const high = Math.max(30, lines.length * lineHeight + 8);
      parts.push(
        arrowAt(width / 2, y, width / 2, y + high - 2),
        textAt(width / 2 + 10, y + 2, lines, "muted", "start"),
      );
      y += high;
    } else if (y > margin) y += 8;
    const wide = (width - 2 * margin - (boxes.length - 1) * 8) / boxes.length;
    const drawn = boxes.map((box, index) => drawBox(box, Math.round(margin + index * (wide + 8)), y, Math.round(wide)));
    const high = Math.max(...drawn.map(({ height }) => height));
    for (const { frame, content } of drawn) parts.push(frame(high), content);
    y += high;
  }
  return { svg: parts.join("\n"), height: y + margin };
}

function drawBox({ title, lines = [] }: Box, x: number, y: number, wide: number) {
  const inner = wide - 2 * inset;
  const parts: string[] = [];
  let top = y + inset - 3;
  const write = (text: readonly string[], look: "head" | "ink" | "muted", at = x + inset, anchor?: "end") => {
    parts.push(textAt(at, top, text, look, anchor ?? "start"));
    return text.length * lineHeight;
  };
  top += write(wrap(title, inner * 0.9), "head");
  for (const line of lines) {
    if (typeof line === "string") {
      top += write(wrap(line, inner), "ink");
      continue;
    }
    const [what, until] = line;
    const left = write(wrap(what, inner * 0.56), "ink");
    const right = write(wrap(until, inner * 0.42), "muted", x + wide - inset, "end");
    top += Math.max(left, right) + 3;
  }
  const height = top + inset - 3 - y;
  return { height, frame: (high: number) => rectAt(x, y, wide, high, "box"), content: parts.join("\n") };
}
