import { type Box, centerOf } from "@selfsame/face/plane/geometry";
import sharp from "sharp";
import { type Corners, warp } from "./warp.ts";

/** How a card was printed and photographed. */
export interface Shot {
  /** Width of the face on the card, about from ear to ear, in pixels of the photo. */
  readonly faceWidth: number;
  /** Clockwise. */
  readonly angleDegrees?: number;
  /** By which share the far edge of the tilted card is shorter. */
  readonly perspective?: number;
  /** Standard deviation, in pixels of the photo. */
  readonly blur?: number;
  readonly jpegQuality?: number;
  /** Whether the card has a second, small and pale portrait. */
  readonly ghost?: boolean;
  /** A lamp's reflection on the portrait: the light that it adds at its center, 0 to 1. */
  readonly glare?: number;
  readonly tint?: "grey" | "green";
  /** Fine lines over the card. */
  readonly lamination?: boolean;
}

/** A card of the size of an identity card (ISO/IEC 7810 ID-1), in its own pixels. */
const card = { width: 1284, height: 810 };
const place = { left: 70, top: 190, width: 380, height: 490 };

/** Where the face is on a portrait, as shares of the portrait's width and height. */
export interface FacePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Center and width of a face, from its box. */
export function facePlace(box: Box, photo: { readonly width: number; readonly height: number }): FacePlace {
  const { x, y } = centerOf(box);
  return { x: x / photo.width, y: y / photo.height, width: box.width / photo.width };
}

/**
 * A photo of a card with a portrait on it, lying on a table.
 * @param portrait upright, of one person
 */
export async function photoOfCard(portrait: Buffer, face: FacePlace, shot: Shot): Promise<Buffer> {
  const { data, info } = await sharp(await printedCard(portrait, face, shot))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = shot.faceWidth / (place.width * face.width);
  const { corners, width, height } = cornersOf(shot, scale);
  // Scaled down first: a warp samples single pixels, which would turn fine print into noise.
  const small = await sharp(data, { raw: info })
    .resize(Math.max(1, Math.round(card.width * Math.min(1, scale))))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: small.info.width, height: small.info.height, channels: 3 as const, data: small.data };
  const taken = sharp(warp(image, corners, width, height, [112, 98, 86]), { raw: { width, height, channels: 3 } });
  return (shot.blur ? taken.blur(shot.blur) : taken).jpeg({ quality: shot.jpegQuality ?? 85 }).toBuffer();
}

async function printedCard(
  portrait: Buffer,
  face: FacePlace,
  { ghost, glare, tint, lamination }: Shot,
): Promise<Buffer> {
  const print = (width: number, height: number) => {
    const resized = sharp(portrait).resize(width, height, { fit: "cover", position: "top" });
    return (tint === "grey" ? resized.greyscale() : resized).toColourspace("srgb").png().toBuffer();
  };
  const layers = [{ input: await print(place.width, place.height), left: place.left, top: place.top }];
  if (ghost) {
    const pale = await sharp(await print(150, 195))
      .ensureAlpha(0.45)
      .png()
      .toBuffer();
    layers.push({ input: pale, left: 1060, top: 480 });
  }
  return sharp(Buffer.from(cardFront(tint === "green" ? "#cfe3cf" : "#dfe6ee")))
    .composite([...layers, { input: Buffer.from(overlay(face, tint, glare, lamination)), left: 0, top: 0 }])
    .png()
    .toBuffer();
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}">${content}</svg>`;

const cardFront = (ground: string) =>
  svg(
    `<rect width="100%" height="100%" rx="40" fill="${ground}"/><rect y="40" width="100%" height="90" fill="#31507f"/>` +
      Array.from(
        { length: 8 },
        (_, i) => `<rect x="520" y="${200 + i * 60}" width="${300 + ((i * 137) % 260)}" height="20" fill="#444"/>`,
      ).join(""),
  );

function overlay(face: FacePlace, tint: Shot["tint"], glare = 0, lamination = false): string {
  const lines = Array.from(
    { length: 60 },
    (_, i) =>
      `<path d="M0 ${i * 28}Q320 ${i * 28 - 60} 640 ${i * 28}T1284 ${i * 28}" stroke="#fff" stroke-opacity=".28" stroke-width="3" fill="none"/>`,
  );
  const radius = 0.45 * face.width * place.width;
  const [x, y] = [place.left + place.width * face.x + radius * 0.3, place.top + place.height * face.y];
  return svg(
    (tint === "green" ? '<rect width="100%" height="100%" fill="#5fae6a" fill-opacity=".28"/>' : "") +
      (lamination ? lines.join("") : "") +
      (glare > 0
        ? `<defs><radialGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity="${glare}"/><stop offset=".6" stop-color="#fff" stop-opacity="${glare}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius}" fill="url(#g)"/>`
        : ""),
  );
}

/** The card's corners in the photo, clockwise from the upper left, and the photo's size. */
function cornersOf({ angleDegrees = 0, perspective = 0 }: Shot, scale: number) {
  const angle = (angleDegrees * Math.PI) / 180;
  const [halfWidth, halfHeight] = [(card.width * scale) / 2, (card.height * scale) / 2];
  const far = 1 - perspective;
  const flat = [
    [-halfWidth * far, -halfHeight * far],
    [halfWidth * far, -halfHeight * far],
    [halfWidth, halfHeight],
    [-halfWidth, halfHeight],
  ] as const;
  const turned = flat.map(
    ([x, y]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)] as const,
  );
  const margin = 0.08 * Math.hypot(halfWidth, halfHeight) * 2;
  const lowest = (axis: 0 | 1) => Math.min(...turned.map((point) => point[axis])) - margin;
  const highest = (axis: 0 | 1) => Math.max(...turned.map((point) => point[axis])) + margin;
  const corners = turned.map(([x, y]) => [x - lowest(0), y - lowest(1)] as const) as unknown as Corners;
  return { corners, width: Math.round(highest(0) - lowest(0)), height: Math.round(highest(1) - lowest(1)) };
}
