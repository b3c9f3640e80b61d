import assert from "node:assert/strict";
import { test } from "node:test";
import { curve } from "../statistics/metrics.ts";
import { detAxes, plotDet } from "./plot.ts";

const scores = (count: number, from: number) => Array.from({ length: count }, (_, i) => from + i / count);
const points = curve(scores(100, 0.5), scores(1000, 0));
const xs = (svg: string, name: string) =>
  [...(new RegExp(`class="${name}" points="([^"]*)"`).exec(svg)?.[1] ?? "").matchAll(/([\d.]+),[\d.]+/g)].map(([, x]) =>
    Number(x),
  );

test("the axes start at the decade of the lowest rate seen, and a line ends there, not at a rate that nothing was seen of", () => {
  const axes = detAxes([points]);
  assert.ok(Math.abs(axes.lowest.x / 1e-3 - 1) < 1e-9, `${axes.lowest.x}`);
  assert.ok(Math.abs(axes.lowest.y / 1e-2 - 1) < 1e-9, `${axes.lowest.y}`);
  const svg = plotDet({ title: "1,100 pairs", points });
  assert.match(svg, />0\.1 %</);
  assert.doesNotMatch(svg, />0\.01 %</);
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
  // From the left edge, set by one impostor in 1,000, to one half: below that no genuine pair is rejected.
  assert.ok(Math.abs(Math.min(...xs(svg, "line-0")) - 96) < 0.1);
  assert.ok(Math.max(...xs(svg, "line-0")) < 612 - 40);
});

test("a curve drawn beneath shares the axes", () => {
  const svg = plotDet({ title: "a", points: curve(scores(50, 0.5), scores(50, 0)), beneath: points });
  assert.ok(Math.min(...xs(svg, "line-0")) > Math.min(...xs(svg, "beneath")));
});

test("where no threshold makes both errors the plot says so", () => {
  const svg = plotDet({ title: "<apart>", points: curve([0.9, 0.8], [0.1, 0.2]) });
  assert.match(svg, /Both errors were seen at no threshold/);
  assert.match(svg, /&lt;apart>/);
  assert.doesNotMatch(svg, /polyline/);
});
