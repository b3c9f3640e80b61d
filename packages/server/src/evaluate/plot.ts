import type { CurvePoint } from "./metrics.ts";

const plotSize = { width: 640, height: 520, left: 72, right: 24, top: 48, bottom: 64 };
/** The lowest rate that the plot shows: a millionth. */
const lowestRate = 1e-6;

/** The detection error trade-off: false non-match rate over false match rate, both on logarithmic axes, as SVG. */
export function plotDet(points: readonly CurvePoint[], title: string): string {
  const x = (rate: number) => place(rate, lowestRate, plotSize.left, plotSize.width - plotSize.right);
  const y = (rate: number) => place(rate, 1e-4, plotSize.height - plotSize.bottom, plotSize.top);
  const line = points
    .filter(({ falseAccept, falseReject }) => falseAccept > 0 || falseReject < 1)
    .map(({ falseAccept, falseReject }) => `${x(falseAccept).toFixed(1)},${y(falseReject).toFixed(1)}`);
  const grid = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plotSize.width} ${plotSize.height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="${plotSize.left}" y="28" font-size="16" font-weight="600" fill="#111">${escape(title)}</text>
${grid.map((rate) => gridLine(x(rate), plotSize.top, x(rate), plotSize.height - plotSize.bottom) + label(x(rate), plotSize.height - plotSize.bottom + 18, rate, "middle")).join("\n")}
${grid
  .filter((rate) => rate >= 1e-4)
  .map(
    (rate) =>
      gridLine(plotSize.left, y(rate), plotSize.width - plotSize.right, y(rate)) +
      label(plotSize.left - 8, y(rate) + 4, rate, "end"),
  )
  .join("\n")}
<polyline points="${[...new Set(line)].join(" ")}" fill="none" stroke="#2f5bea" stroke-width="2"/>
<text x="${(plotSize.left + plotSize.width - plotSize.right) / 2}" y="${plotSize.height - 16}" text-anchor="middle" fill="#333">False match rate</text>
<text transform="translate(18 ${(plotSize.top + plotSize.height - plotSize.bottom) / 2}) rotate(-90)" text-anchor="middle" fill="#333">False non-match rate</text>
</svg>
`;
}

/** Rates below the lowest shown stand at the edge. */
function place(rate: number, lowest: number, from: number, to: number): number {
  const share = Math.log10(Math.max(rate, lowest) / lowest) / Math.log10(1 / lowest);
  return from + share * (to - from);
}

const gridLine = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`;

const label = (x: number, y: number, rate: number, anchor: string) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#555">${rate >= 0.01 ? `${rate * 100} %` : rate.toExponential(0)}</text>`;

const escape = (text: string) => text.replace(/[<&]/g, (character) => (character === "<" ? "&lt;" : "&amp;"));
