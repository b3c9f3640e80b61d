import type { ComponentChildren } from "preact";
import { CopyButton } from "./copy.tsx";

interface CodeProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** The text that the button copies. It may contain more than is shown, such as a whole key. */
  readonly copy: string | (() => string);
  readonly tall?: boolean;
}

export function Code({ label, children, copy, tall = false }: CodeProps) {
  return (
    <div class={`code ${tall ? "tall" : ""}`}>
      <CopyButton text={copy} what={label.toLowerCase()} />
      {/* The element scrolls, so it must be focusable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {children}
      </pre>
    </div>
  );
}
