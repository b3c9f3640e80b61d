import { useMemo } from "preact/hooks";
import { qrPath } from "./qr-path.ts";

/** Dark on light in every color scheme, with a quiet zone: some phones cannot read other codes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
