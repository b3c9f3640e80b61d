import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { theme } from "../state/theme.ts";

interface TimeChartProps {
  readonly label: string;
  /** Labels of the times on the x-axis. */
  readonly names: readonly string[];
  /** `bars` are stacked: each row is a part of the whole bar. */
  readonly kind: "bars" | "lines";
  /** One value per time; null if there is none, which breaks a line. */
  readonly rows: readonly (readonly (number | null)[])[];
  /** One CSS color per row. */
  readonly colours: readonly string[];
  /** Formats a value briefly. */
  readonly short: (value: number) => string;
  /** Receives the index under the pointer. */
  readonly onHover: (index: number | undefined) => void;
}

const heightPx = 240;

/** A chart of bars or lines over time, drawn by uPlot. */
export function TimeChart(props: TimeChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  // Redrawn only if the data changes, not when the pointer moves and the text above changes.
  const content = JSON.stringify([props.names, props.rows, props.colours, props.kind, theme.value]);
  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = plotIn(place, props);
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
  return <div class="time-chart" ref={ref} role="img" aria-label={props.label} />;
}

function plotIn(place: HTMLElement, { names, kind, rows, colours, short, onHover }: TimeChartProps): uPlot {
  const colour = colourReader(place);
  const axis = { stroke: colour("var(--muted)"), font: `12px ${getComputedStyle(place).fontFamily}` };
  const grid = { stroke: colour("var(--line)"), width: 1 };
  const drawn = kind === "bars" ? standing(rows) : rows.map((values, part) => ({ values, part }));
  const most = Math.max(1, ...drawn.flatMap(({ values }) => values.map((value) => value ?? 0)));
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
          incrs: everyStep,
          space: 116,
          size: 28,
          values: (_, splits) => splits.map((index) => names[index] ?? ""),
        },
        {
          ...axis,
          grid,
          ticks: { show: false },
          border: { show: false },
          size: 52,
          space: 44,
          incrs: wholeSteps,
          values: (_, splits) => splits.map(short),
        },
      ],
      series: [
        {},
        ...drawn.map(({ part }) => ({ ...looks(kind), [inkOf[kind]]: colour(colours[part] ?? "var(--ink)") })),
      ],
      hooks: { setCursor: [({ cursor: { idx, left = -1 } }) => onHover(left < 0 ? undefined : (idx ?? undefined))] },
    },
    [names.map((_, index) => index), ...drawn.map(({ values }) => Array.from(values))],
    place,
  );
}

const wholeSteps = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000].flatMap((ten) => [ten, 2 * ten, 5 * ten]);

/** As many label steps as possible, because uPlot's own are too far apart for a phone. */
const everyStep = Array.from({ length: 800 }, (_, index) => index + 1);

const inkOf = { bars: "fill", lines: "stroke" } as const;

function looks(kind: TimeChartProps["kind"]): uPlot.Series {
  if (kind === "lines") return { width: 2, points: { size: 5 } };
  const paths = uPlot.paths.bars?.({ size: [0.78, 48], radius: 0.15 });
  return { width: 0, points: { show: false }, ...(paths && { paths }) };
}

/** Cumulative sums of the rows. The whole bar is drawn first and the lower parts in front of it. */
function standing(rows: TimeChartProps["rows"]): { values: readonly number[]; part: number }[] {
  const sums: number[][] = [];
  for (const row of rows) sums.push(row.map((value, index) => (value ?? 0) + (sums.at(-1)?.[index] ?? 0)));
  return sums.map((values, index) => ({ values, part: index })).toReversed();
}

/** Which bars have a label: evenly spaced, counted from the last. */
function labelled(length: number, spacing: number): number[] {
  const step = Math.max(1, Math.ceil(spacing));
  const places: number[] = [];
  const half = step > 1 ? Math.floor(step / 2) : 0;
  // None at the far left either, where the y-axis has its numbers.
  for (let index = length - 1 - half; index >= half; index -= step) places.unshift(index);
  return places;
}

/** Resolves a CSS color through an element, because a canvas supports neither custom properties nor light-dark(). */
function colourReader(place: HTMLElement): (colour: string) => string {
  return (colour) => {
    const probe = place.appendChild(document.createElement("span"));
    probe.style.color = colour;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
