import { useEffect, useRef, useState } from "preact/hooks";
import { type Curve, errorsAt } from "./curves.ts";

interface DetChartProps {
  readonly curves: readonly { readonly curve: Curve; readonly colour: string }[];
  readonly threshold: number;
}

const height = 320;
const margin = { left: 52, right: 14, top: 12, bottom: 46 };
const lowest = { pass: 1e-7, refused: 1e-3 };
const passTicks = [
  [1e-6, "1 in 1M"],
  [1e-4, "1 in 10k"],
  [1e-2, "1 in 100"],
  [1, "all"],
] as const;
const refusedTicks = [
  [1e-3, "0.1%"],
  [1e-2, "1%"],
  [0.1, "10%"],
  [1, "100%"],
] as const;

/** The detection error trade-off (ISO/IEC 19795-1): FNMR over FMR, both axes logarithmic. */
export function DetChart({ curves, threshold }: DetChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const resized = new ResizeObserver(() => setWidth(Math.max(240, place.clientWidth)));
    resized.observe(place);
    return () => resized.disconnect();
  }, []);
  const x = (rate: number) => along(rate, lowest.pass, margin.left, width - margin.right);
  const y = (rate: number) => along(rate, lowest.refused, height - margin.bottom, margin.top);
  const label = `Trade-off of both errors at threshold ${threshold.toFixed(2)}: the stricter, the fewer impostors match and the more genuine people are rejected.`;
  return (
    <div class="det" ref={ref}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {passTicks.map(([rate, text]) => (
          <g key={text}>
            <line class="grid" x1={x(rate)} x2={x(rate)} y1={margin.top} y2={height - margin.bottom} />
            <text x={x(rate)} y={height - margin.bottom + 16} text-anchor={rate === 1 ? "end" : "middle"}>
              {text}
            </text>
          </g>
        ))}
        {refusedTicks.map(([rate, text]) => (
          <g key={text}>
            <line class="grid" x1={margin.left} x2={width - margin.right} y1={y(rate)} y2={y(rate)} />
            <text x={margin.left - 8} y={y(rate) + 4} text-anchor="end">
              {text}
            </text>
          </g>
        ))}
        <text x={(margin.left + width - margin.right) / 2} y={height - 8} text-anchor="middle">
          impostors who match (FMR)
        </text>
        <text transform={`translate(12 ${(height - margin.bottom) / 2}) rotate(-90)`} text-anchor="middle">
          rejected (FNMR)
        </text>
        {curves.map(({ curve, colour }) => (
          <Line key={curve.id} curve={curve} colour={colour} threshold={threshold} x={x} y={y} />
        ))}
      </svg>
      <ul class="legend">
        {curves.map(({ curve, colour }) => (
          <li key={curve.id}>
            <span class="dot" style={{ background: colour }} />
            {curve.name}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Scale = (rate: number) => number;

function Line({
  curve,
  colour,
  threshold,
  x,
  y,
}: {
  readonly curve: Curve;
  readonly colour: string;
  readonly threshold: number;
  readonly x: Scale;
  readonly y: Scale;
}) {
  // Points with an FMR of zero cannot be drawn on a logarithmic axis.
  const points = curve.thresholds.flatMap((_, i) => {
    const [pass, refused] = [curve.pass[i], curve.refused[i]];
    return pass && refused && pass.rate > 0 ? [`${x(pass.rate).toFixed(1)},${y(refused.rate).toFixed(1)}`] : [];
  });
  const { pass, refused } = errorsAt(curve, threshold);
  return (
    <g style={{ color: colour }}>
      <polyline points={points.join(" ")} />
      {pass && refused && <circle cx={x(pass.rate)} cy={y(refused.rate)} r={5} />}
    </g>
  );
}

/** Rates below the axis are drawn at its edge. */
function along(rate: number, from: number, start: number, end: number): number {
  return start + (Math.log10(Math.max(rate, from) / from) / Math.log10(1 / from)) * (end - start);
}
