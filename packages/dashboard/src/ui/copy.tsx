import { useState } from "preact/hooks";
import { Button } from "./forms/button.tsx";
import { CheckIcon, CopyIcon } from "./icons.tsx";

const shownMs = 1600;

/** @param text the copied text, which may contain more than is shown */
export function CopyButton({
  text,
  what = "",
  kind = "plain",
  autofocus,
}: {
  readonly text: string | (() => string);
  readonly what?: string;
  readonly kind?: "plain" | "primary";
  readonly autofocus?: boolean;
}) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setSaid("Copied");
    } catch {
      // No secure context, or the person denied access to the clipboard.
      setSaid("Select and copy it by hand");
    }
    setTimeout(() => setSaid(""), shownMs);
  };
  return (
    <Button
      size="small"
      kind={kind}
      label={said || `Copy ${what}`.trim()}
      autofocus={autofocus}
      onClick={() => void copy()}
    >
      {said === "Copied" ? <CheckIcon /> : <CopyIcon />}
      <span aria-hidden="true">{said || "Copy"}</span>
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </Button>
  );
}
