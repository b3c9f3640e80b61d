import type { ComponentChildren } from "preact";

/** Drawings of a good selfie, one half in shade, and one with sunglasses and a hat. The lead text describes the same. */
export function GoodSelfie() {
  return (
    <svg class="examples" viewBox="0 0 232 112" aria-hidden="true">
      <Example x={0} y={24} scale={0.7} mark="bad">
        <path class="shade" d="M50 20a28 34 0 0 1 0 68Z" />
      </Example>
      <Example x={66} y={0} scale={1} mark="good" />
      <Example x={162} y={24} scale={0.7} mark="bad">
        <path
          class="ink"
          d="M29 46h18v6a9 8 0 0 1-18 0ZM53 46h18v6a9 8 0 0 1-18 0ZM45 47h10v3H45ZM18 33h64v5H18ZM31 14h38l3 20H28Z"
        />
      </Example>
    </svg>
  );
}

interface ExampleProps {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly mark: "good" | "bad";
  readonly children?: ComponentChildren;
}

/** Drawn on a grid of 100 x 112. */
function Example({ x, y, scale, mark, children }: ExampleProps) {
  return (
    <g class={mark} transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect class="frame" x="2" y="2" width="96" height="100" rx="14" />
      <path class="skin" d="M14 102c2-14 14-20 27-22V70h18v10c13 2 25 8 27 22Z" />
      <ellipse class="skin" cx="50" cy="48" rx="25" ry="31" />
      <path class="ink" d="M25 44c-2-24 10-33 25-33s27 9 25 33c-3-12-9-16-25-16s-22 4-25 16Z" />
      <path class="line" d="M36 48h6M58 48h6M42 63c5 4 11 4 16 0" />
      {children}
      <circle class="mark" cx="84" cy="96" r="14" />
      <path class="sign-line" d={mark === "good" ? "M77 96l5 5 9-10" : "M79 91l10 10M89 91l-10 10"} />
    </g>
  );
}
