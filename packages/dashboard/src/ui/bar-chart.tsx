import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { theme } from "../state/theme.ts";
import { shortCount } from "./words.ts";

interface BarChartProps {
  readonly label: string;
  /** One a bar. */
  readonly names: readonly string[];
  /** Rows of numbers, each with those before it added: the lowest part of the bars first. */
  readonly sums: readonly (readonly number[])[];
  /** The bar under the pointer. */
  readonly onHover: (index: number | undefined) => void;
}

const heightPx = 240;

/** Stacked bars, drawn by uPlot. */
export function BarChart({ label, names, sums, onHover }: BarChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  // Drawn anew only for other numbers: not when the pointer moves and the readout above changes.
  const content = JSON.stringify([names, sums, theme.value]);
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = plotIn(place, names, sums, onHover);
    };
    draw();
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    const resized = new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height: heightPx }));
    resized.observe(place);
    return () => {
      scheme.removeEventListener("change", draw);
      resized.disconnect();
      plot?.destroy();
    };
  }, [content]);
  return <div class="bar-chart" ref={ref} role="img" aria-label={label} />;
}

function plotIn(
  place: HTMLElement,
  names: readonly string[],
  sums: readonly (readonly number[])[],
  onHover: BarChartProps["onHover"],
): uPlot {
  const colour = colourReader(place);
  const axis = { stroke: colour("--muted"), font: `12px ${getComputedStyle(place).fontFamily}` };
  const grid = { stroke: colour("--line"), width: 1 };
  const bars = uPlot.paths.bars?.({ size: [0.78, 48], radius: 0.15 });
  // The whole bar first, then what stands lower in front of it.
  const rows = sums.map((values, index) => ({ values, colour: colour(`--part-${index + 1}`) })).toReversed();
  const most = Math.max(1, ...(sums.at(-1) ?? []));
  return new uPlot(
    {
      width: place.clientWidth,
      height: heightPx,
      legend: { show: false },
      padding: [8, 0, 0, 0],
      cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false } },
      scales: { x: { time: false, range: [-0.5, names.length - 0.5] }, y: { range: [0, most * 1.06] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          ticks: { show: false },
          splits: (_, __, ___, ____, spacing) => labelled(names.length, Math.max(spacing, 1)),
          space: 132,
          size: 28,
          values: (_, splits) => splits.map((index) => names[index] ?? ""),
        },
        {
          ...axis,
          grid,
          ticks: { show: false },
          border: { show: false },
          size: 44,
          space: 44,
          incrs: [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
            10_000_000,
          ],
          values: (_, splits) => splits.map((value) => shortCount(value)),
        },
      ],
      series: [
        {},
        ...rows.map(({ colour }) => ({
          fill: colour,
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        })),
      ],
      hooks: { setCursor: [({ cursor: { idx, left = -1 } }) => onHover(left < 0 ? undefined : (idx ?? undefined))] },
    },
    [names.map((_, index) => index), ...rows.map(({ values }) => Array.from(values))],
    place,
  );
}

/** Which bars have a name under them, evenly, counted from the last. */
function labelled(length: number, spacing: number): number[] {
  const step = Math.max(1, Math.ceil(spacing));
  const places: number[] = [];
  for (let index = length - 1 - (step > 1 ? Math.floor(step / 2) : 0); index >= 0; index -= step) places.unshift(index);
  return places;
}

/** A canvas knows no custom properties and no light-dark(): the browser resolves them on an element. */
function colourReader(place: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = place.appendChild(document.createElement("span"));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
