import { changeOf, isDepthStep, type Task } from "@selfsame/face/assess/gestures";
import { svg } from "../view/elements.ts";

/** A line drawing of a face that does the step: the dialog's `data-towards` and `data-part` say which part moves, panel.css how. */
export function createDrawing() {
  const other = svg("path", { class: "other" });
  const element = svg(
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
        svg("path", { class: "nose", d: "M32 30.5l-2 6.5h3" }),
        svg("path", { class: "mouth", d: "M26.5 44.5q5.5 1.5 11 0" }),
        other,
      ),
    ),
  );
  return {
    element,
    /** @returns the part that changes; "" for a task that turns the head */
    draw(task: Task): string {
      if (typeof task !== "string" || isDepthStep(task)) return "";
      const { drawn } = changeOf(task);
      other.setAttribute("d", "lines" in drawn ? drawn.lines : "");
      return drawn.part;
    },
  };
}
