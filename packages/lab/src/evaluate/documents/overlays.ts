import sharp from "sharp";

export const overlayKinds = ["guilloche", "hologram", "words", "kinegram"] as const;
export type OverlayKind = (typeof overlayKinds)[number];

const hues = (index: number, count: number) =>
  Array.from({ length: count }, (_, i) => `hsl(${(index * 47 + i * (360 / count)) % 360} 90% 60%)`);

function guilloche(index: number, width: number, height: number): string {
  const [step, wave] = [7 + (index % 5), 18 + (index % 7) * 5];
  const line = (y: number, phase: number) =>
    Array.from({ length: 60 }, (_, i) => {
      const x = (i * width) / 59;
      return `${x.toFixed(1)},${(y + 14 * Math.sin(x / wave + phase) + 5 * Math.sin(x / 9 + phase * 2)).toFixed(1)}`;
    }).join(" ");
  const rows = Array.from({ length: Math.ceil(height / step) + 4 }, (_, i) =>
    line((i - 2) * step, i / (3 + (index % 4))),
  );
  return rows
    .map((points) => `<polyline points="${points}" fill="none" stroke="${hues(index, 3)[1]}" stroke-width="2"/>`)
    .join("");
}

function stars(index: number, width: number, height: number): string {
  const step = 46 + (index % 4) * 10;
  const places = Array.from({ length: Math.ceil(width / step) * Math.ceil(height / step) }, (_, i) => {
    const across = Math.ceil(width / step);
    return [(i % across) * step + 20, Math.floor(i / across) * step + 20] as const;
  });
  return places
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${step * 0.3}" fill="none" stroke="url(#g)" stroke-width="7"/>`)
    .join("");
}

function words(index: number, width: number, height: number): string {
  const [size, angle] = [16 + (index % 5) * 5, -40 + (index % 9) * 10];
  const rows = Array.from(
    { length: 40 },
    (_, i) => `<text x="${-width + (i % 3) * 20}" y="${(i - 10) * size * 1.7}">${"SPECIMEN UTOPIA ".repeat(12)}</text>`,
  );
  return `<g transform="rotate(${angle} ${width / 2} ${height / 2})" font-family="sans-serif" font-weight="bold" font-size="${size}" fill="${index % 2 ? "#ffffff" : hues(index, 2)[0]}">${rows.join("")}</g>`;
}

function rays(index: number, width: number, height: number): string {
  const [x, y] = [width * (0.2 + (index % 4) * 0.2), height * (0.2 + (index % 3) * 0.3)];
  return Array.from({ length: 40 + (index % 5) * 8 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / (40 + (index % 5) * 8);
    return `<line x1="${x}" y1="${y}" x2="${x + 900 * Math.cos(angle)}" y2="${y + 900 * Math.sin(angle)}" stroke="url(#g)" stroke-width="4"/>`;
  }).join("");
}

const drawings = {
  guilloche,
  hologram: (index: number, width: number, height: number) =>
    `<rect width="${width}" height="${height}" fill="url(#g)" opacity="0.5"/>${stars(index, width, height)}`,
  words,
  kinegram: rays,
} as const;

/** Draws a pattern over a portrait, by other code than that of the overlay network's training data. @param strength opacity, 0 to 1 */
export async function withOverlay(png: Buffer, kind: OverlayKind, strength: number, index: number): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const stops = hues(index, 6).map((color, i) => `<stop offset="${i * 20}%" stop-color="${color}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${width}" y2="${height * ((index % 5) / 4)}">${stops.join("")}</linearGradient></defs><g opacity="${strength}">${drawings[kind](index, width, height)}</g></svg>`;
  // This SVG is our own; the decoder of photos, once loaded, forbids SVG.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  const input = await sharp(Buffer.from(svg)).png().toBuffer();
  return sharp(png)
    .composite([{ input, blend: kind === "hologram" ? "screen" : "over" }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
