import { svg } from "../view/elements.ts";

/** A face of a few lines that does the step: the dialog's `data-step` and `data-towards` say which, panel.css how. */
export function createDrawing(): SVGSVGElement {
  return svg(
    "svg",
    { class: "drawing", viewBox: "0 0 64 64", "aria-hidden": "true" },
    svg(
      "g",
      { class: "head" },
      svg("ellipse", { cx: "32", cy: "32", rx: "19", ry: "25" }),
      svg(
        "g",
        { class: "features" },
        svg("path", { class: "eyes", d: "M23.5 27.5v2M40.5 27.5v2" }),
        svg("path", { class: "lids", d: "M20.5 28.5q3 3 6 0M37.5 28.5q3 3 6 0" }),
        svg("path", { class: "nose", d: "M32 30.5l-2 6.5h3" }),
        svg("path", { class: "mouth", d: "M26.5 44.5q5.5 1.5 11 0" }),
        svg("path", { class: "grin", d: "M23 42.5q9 10.5 18 0z" }),
      ),
    ),
  );
}
