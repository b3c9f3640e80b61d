/** Primitives of all diagrams. */

/** Width in pixels that a phone shows without scaling. */
export const width = 400;
export const lineHeight = 19;
/** Average width of a letter in the wider system fonts, pixels. */
const letterWidth = 7.4;

export interface Drawing {
  readonly svg: string;
  readonly height: number;
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Breaks text only between words. */
export function wrap(text: string, widthPx: number): string[] {
  const lettersMax = Math.floor(widthPx / letterWidth);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= lettersMax) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export const widthOf = (lines: readonly string[]): number =>
  Math.max(...lines.map(({ length }) => length)) * letterWidth;

type Anchor = "start" | "middle" | "end";
/** `said` is the label of an arrow. */
type Look = "ink" | "said" | "muted" | "head";

const fills: Readonly<Record<Look, string>> = { ink: "#2b2b31", said: "#2b2b31", muted: "#5b5b65", head: "#18181b" };

/** Draws lines of text. @param y of the first line's top */
export function textAt(x: number, y: number, lines: readonly string[], look: Look, anchor: Anchor = "middle"): string {
  const weight = look === "head" ? ' font-weight="600"' : "";
  // A halo, so that a label over a line is readable.
  const halo = look === "said" ? ' stroke="#ffffff" stroke-width="5" stroke-linejoin="round" paint-order="stroke"' : "";
  return lines
    .map(
      (line, index) =>
        `<text class="${look}" x="${x}" y="${y + 14 + index * lineHeight}" text-anchor="${anchor}" fill="${fills[look]}"${weight}${halo}>${escapeXml(line)}</text>`,
    )
    .join("\n");
}

/** @param look `box` is prominent, `note` is subdued */
export const rectAt = (x: number, y: number, wide: number, high: number, look: "box" | "note"): string =>
  `<rect class="${look}" x="${x}" y="${y}" width="${wide}" height="${high}" rx="8" ${rects[look]}/>`;

const rects = {
  box: 'fill="#ffffff" stroke="#a3a3ad"',
  note: 'fill="#eef1fd" stroke="none"',
} as const;

export const lineAt = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="line" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#d4d4d8"/>`;

/** A line through points, from left to right. */
export const plotAt = (points: readonly (readonly [x: number, y: number])[]): string =>
  `<polyline class="arrow" points="${points.map((point) => point.join(",")).join(" ")}" fill="none" stroke="#3b5bdb" stroke-width="2"/>`;

/** @param dashed for an answer to another arrow */
export const arrowAt = (x1: number, y1: number, x2: number, y2: number, dashed = false): string =>
  `<line class="arrow" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#3b5bdb" stroke-width="1.5"${dashed ? ' stroke-dasharray="5 4"' : ""} marker-end="url(#tip)"/>`;

/** Light colors are attributes, so that the picture is complete under a policy that blocks styles; the style has the dark colors. */
const style = `@media (prefers-color-scheme: dark) {
.ground { fill: #141417 } .ink, .said { fill: #d9d9df } .said { stroke: #141417 } .muted { fill: #a3a3ad } .head { fill: #f4f4f5 }
.box { fill: #1f1f24; stroke: #5b5b65 } .note { fill: #232842 }
.line { stroke: #3a3a42 } .arrow { stroke: #91a7ff } .tip { fill: #91a7ff } }`;

/** @param title read by screen readers where the picture stands alone */
export const picture = (title: string, { svg, height }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif" font-size="14">
<title>${escapeXml(title)}</title>
<style>${style}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0 8 4 0 8z" fill="#3b5bdb"/></marker></defs>
<rect class="ground" width="${width}" height="${height}" rx="12" fill="#ffffff"/>
${svg}
</svg>
`;
