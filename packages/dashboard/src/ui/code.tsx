import type { ComponentChildren } from "preact";
import { CopyButton } from "./copy.tsx";

interface CodeProps {
  readonly label: string;
  readonly children: ComponentChildren;
  /** What the button copies, where that is more than what is shown, such as a key. */
  readonly copy: string | (() => string);
  readonly tall?: boolean;
}

export function Code({ label, children, copy, tall = false }: CodeProps) {
  return (
    <div class={`code ${tall ? "tall" : ""}`}>
      <CopyButton text={copy} what={label.toLowerCase()} />
      {/* Scrolls, so the keyboard must reach it. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {children}
      </pre>
    </div>
  );
}
