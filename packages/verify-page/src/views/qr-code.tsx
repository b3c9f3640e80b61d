import { encodeQR } from "qr";
import { useMemo } from "preact/hooks";

/** Dark on light in every scheme, with its quiet zone: some phones read nothing else. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

function drawn(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 3 });
  let path = "";
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`;
  }
  return { path, size: rows.length };
}
