import type { ComponentChildren } from "preact";
import type { Change } from "./change.ts";

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly href: string;
  readonly change?: Change | undefined;
  readonly children?: ComponentChildren;
}

/** One number, with a link to the view that explains it. */
export function Figure({ title, value, note, href, change, children }: FigureProps) {
  return (
    <a class="figure" href={href}>
      <span class="figure-title">{title}</span>
      <span class="figure-value">{value}</span>
      {children}
      <span class="figure-note">{note}</span>
      {change && <span class={`figure-note change ${change.tone}`}>{change.text}</span>}
    </a>
  );
}
