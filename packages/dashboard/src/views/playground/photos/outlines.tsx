import type { Box } from "@selfsame/client";

export interface Outline {
  /** Pixels of the photo. */
  readonly box: Box;
  readonly tone: "good" | "plain";
  readonly label?: string;
  readonly points?: readonly { readonly x: number; readonly y: number }[];
}

/** Marks faces on a photo by four corners each, so that the face itself stays visible. The response beside it states the same in words. */
export function Outlines({
  outlines,
  width,
  height,
}: {
  readonly outlines: readonly Outline[];
  readonly width: number;
  readonly height: number;
}) {
  const x = (pixels: number) => `${(100 * pixels) / width}%`;
  const y = (pixels: number) => `${(100 * pixels) / height}%`;
  return (
    <div class="outlines" aria-hidden="true">
      {outlines.map(({ box, tone, label, points = [] }, index) => (
        <div key={index}>
          <div
            class={`outline ${tone}${box.y < 0.1 * height ? " at-top" : ""}`}
            style={{ left: x(box.x), top: y(box.y), width: x(box.width), height: y(box.height) }}
          >
            {label && <span>{label}</span>}
          </div>
          {points.map((point, index) => (
            <i key={index} style={{ left: x(point.x), top: y(point.y) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
