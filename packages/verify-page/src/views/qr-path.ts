import { encodeQR } from "qr";

/** A QR code as an SVG path with its quiet zone, and its width and height in modules. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 3 });
  let path = "";
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`;
  }
  return { path, size: rows.length };
}
