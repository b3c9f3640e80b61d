import type { CurvePoint } from "../statistics/metrics.ts";

const plotSize = { width: 640, height: 520, left: 96, right: 28, top: 56, bottom: 84 };
/** Colors that also differ in lightness; they repeat from the fifth line on. */
const colours = ["#2f5bea", "#d9480f", "#0b7285", "#862e9c"] as const;
/** For a line to compare with. */
const grey = "#b5b5b5";

export interface Line {
  readonly name: string;
  /** Rates, 0 to 1. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Whether the line is drawn in gray, for comparison. */
  readonly isBeneath?: boolean;
}

export interface Axes {
  readonly x: string;
  readonly y: string;
  /** The lowest rates shown, powers of ten; lower ones are drawn at the edge. */
  readonly lowest: { readonly x: number; readonly y: number };
}

/** The lowest rate in a plot of the detection error trade-off: one in a million. */
const lowestRate = 1e-6;
/** Axes span at least two decades, so that a curve of few pairs does not look like one of many. */
const highestStart = 1e-2;

/** Whether both rates are above 0. A rate of 0 has no place on a logarithmic axis, and only means that there were too few pairs to see an error. */
const isSeen = ({ falseAccept, falseReject }: CurvePoint) => falseAccept > 0 && falseReject > 0;

/** Axes for curves to compare: they start at the decade of the lowest rate seen. */
export function detAxes(curves: readonly (readonly CurvePoint[])[]): Axes {
  const seen = curves.flat().filter(isSeen);
  const lowest = {
    x: decadeUnder(seen.map(({ falseAccept }) => falseAccept)),
    y: decadeUnder(seen.map(({ falseReject }) => falseReject)),
  };
  return { x: "False match rate", y: "False non-match rate", lowest };
}

function decadeUnder(rates: readonly number[]): number {
  const least = rates.reduce((low, rate) => Math.min(low, rate), highestStart);
  // The tolerance keeps a rate of exactly one decade, reduced by rounding, from starting a decade below.
  return Math.max(lowestRate, 10 ** Math.floor(Math.log10(least) + 1e-9));
}

export interface Det {
  readonly title: string;
  readonly points: readonly CurvePoint[];
  /** A curve for comparison. */
  readonly beneath?: readonly CurvePoint[];
  readonly axes?: Axes;
}

/** The detection error trade-off as SVG: false non-match rate over false match rate. A line ends where no error was seen. */
export function plotDet({ title, points, beneath = [], axes = detAxes([points, beneath]) }: Det): string {
  const seen = (curve: readonly CurvePoint[]) =>
    curve.filter(isSeen).map(({ falseAccept, falseReject }) => ({ x: falseAccept, y: falseReject }));
  const lines = [
    { name: "", points: seen(beneath), isBeneath: true },
    { name: points.some(isSeen) ? "" : "Both errors were seen at no threshold.", points: seen(points) },
  ];
  return plotTradeOff(lines, title, axes);
}

/** Two error rates against each other as SVG, both on logarithmic axes. The page can recolor it by its classes. */
export function plotTradeOff(lines: readonly Line[], title: string, axes: Axes): string {
  const [right, bottom] = [plotSize.width - plotSize.right, plotSize.height - plotSize.bottom];
  const x = (rate: number) => place(rate, axes.lowest.x, plotSize.left, right);
  const y = (rate: number) => place(rate, axes.lowest.y, bottom, plotSize.top);
  const [middle, centre] = [(plotSize.left + right) / 2, (plotSize.top + bottom) / 2];
  const draw = ({ name, points, isBeneath }: Line, row: number, colour: string) => {
    const at = new Set(points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`));
    const line = `<polyline class="${isBeneath ? "beneath" : `line-${row}`}" points="${[...at].join(" ")}" fill="none" stroke="${colour}" stroke-width="3"/>`;
    const named = `<text x="${plotSize.left + 12}" y="${bottom - 12 - 24 * row}" fill="${colour}">${escape(name)}</text>`;
    return (at.size > 0 ? line : "") + (name ? named : "");
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plotSize.width} ${plotSize.height}" role="img" font-family="system-ui, sans-serif" font-size="18">
<title>${escape(title)}</title>
<rect class="paper" width="100%" height="100%" fill="white"/>
<text class="ink" x="${plotSize.left}" y="34" font-size="21" font-weight="600" fill="#111">${escape(title)}</text>
${decades(axes.lowest.x)
  .map((rate) => gridLine(x(rate), plotSize.top, x(rate), bottom) + label(x(rate), bottom + 24, rate, "middle"))
  .join("\n")}
${decades(axes.lowest.y)
  .map((rate) => gridLine(plotSize.left, y(rate), right, y(rate)) + label(plotSize.left - 8, y(rate) + 6, rate, "end"))
  .join("\n")}
${lines
  .filter(({ isBeneath }) => isBeneath)
  .map((line) => draw(line, 0, grey))
  .join("\n")}
${lines
  .filter(({ isBeneath }) => !isBeneath)
  .map((line, row) => draw(line, row, colours[row % colours.length] ?? ""))
  .join("\n")}
<text class="ink" x="${middle}" y="${plotSize.height - 20}" text-anchor="middle" fill="#333">${escape(axes.x)}</text>
<text class="ink" transform="translate(22 ${centre}) rotate(-90)" text-anchor="middle" fill="#333">${escape(axes.y)}</text>
</svg>
`;
}

/** 1 and the powers of ten down to the start of the axis. */
const decades = (lowest: number): number[] =>
  Array.from({ length: Math.round(-Math.log10(lowest)) + 1 }, (_, i) => 10 ** -i);

/** The position of a rate. Rates below the lowest shown are placed at the edge. */
function place(rate: number, lowest: number, from: number, to: number): number {
  const share = Math.log10(Math.max(rate, lowest) / lowest) / Math.log10(1 / lowest);
  return from + share * (to - from);
}

const gridLine = (x1: number, y1: number, x2: number, y2: number) =>
  `<line class="grid" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`;

const label = (x: number, y: number, rate: number, anchor: string) =>
  `<text class="ink" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#555">${Number((rate * 100).toPrecision(1))} %</text>`;

const escape = (text: string) => text.replace(/[<&]/g, (character) => (character === "<" ? "&lt;" : "&amp;"));
