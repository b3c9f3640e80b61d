import type { Box } from "@selfsame/face/plane/geometry";
import type { Size } from "../capture/sighting.ts";
import { svg } from "./elements.ts";

export interface Oval {
  readonly element: SVGSVGElement;
  /** Draws it anew for a view of this size, in CSS pixels. */
  place(view: Size, oval: Box): void;
}

/** Everything around the oval is dimmed; on its edge are the ring, the progress, the tick and four arrows. The view's data attributes say which show. */
export function createOval(): Oval {
  const dim = svg("path", { class: "dim", "fill-rule": "evenodd" });
  // From the top and clockwise; a path length of 100 makes dashes and progress independent of the size.
  const ring = svg("path", { class: "ring", pathLength: "100" });
  const progress = svg("path", { class: "progress", pathLength: "100" });
  const tick = svg(
    "g",
    {},
    svg("g", { class: "badge" }, svg("circle", { r: "17" }), svg("path", { d: "M-7 .5 -2 5.5 7-4.5" })),
  );
  const arrows = {
    left: arrow("left", "M7-14-7 0 7 14"),
    right: arrow("right", "M-7-14 7 0-7 14"),
    up: arrow("up", "M-14 7 0-7 14 7"),
    down: arrow("down", "M-14-7 0 7 14-7"),
  };
  const element = svg(
    "svg",
    { class: "scrim", "aria-hidden": "true" },
    dim,
    ring,
    progress,
    tick,
    ...Object.values(arrows),
  );

  function place(view: Size, { x, y, width, height }: Box): void {
    element.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    const middleX = x + width / 2;
    const middleY = y + height / 2;
    const sizes = { x: middleX, y: middleY, across: width / 2, down: height / 2 };
    for (const [name, value] of Object.entries(sizes)) element.style.setProperty(`--oval-${name}`, `${value}px`);
    const half = `A${width / 2} ${height / 2} 0 0 1`;
    const ellipse = `M${middleX} ${y}${half} ${middleX} ${y + height}${half} ${middleX} ${y}Z`;
    dim.setAttribute("d", `M0 0H${view.width}V${view.height}H0Z${ellipse}`);
    ring.setAttribute("d", ellipse);
    progress.setAttribute("d", ellipse);
    move(tick, middleX, y + height);
    move(arrows.left, x - 26, middleY);
    move(arrows.right, x + width + 26, middleY);
    move(arrows.up, middleX, y + 30);
    move(arrows.down, middleX, y + height - 30);
  }
  return { element, place };
}

function arrow(towards: string, d: string): SVGGElement {
  return svg("g", {}, svg("path", { class: `arrow ${towards}`, d }));
}

function move(element: SVGElement, x: number, y: number): void {
  element.setAttribute("transform", `translate(${x} ${y})`);
}
