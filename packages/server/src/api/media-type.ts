/** The media type of a Content-Type header, in small letters and without its parameters (RFC 9110 section 8.3.1). */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase();
}

/**
 * Which of what there is a client prefers by its Accept header: what has the greatest weight, of those what is named more exactly, of those
 * what stands first (RFC 9110 section 12.5.1). The first of `offered` where nothing fits, or there is no header.
 */
export function preferredType<T extends string>(accept: string | undefined, offered: readonly [T, ...T[]]): T {
  const ranges = (accept ?? "").split(",").map(readRange);
  const [best] = offered
    .flatMap((type) => rangeFor(type, ranges).map((range) => ({ ...range, type })))
    .filter(({ weight }) => weight > 0)
    // Stable: among equals `offered` decides.
    .toSorted((a, b) => b.weight - a.weight || b.exactness - a.exactness || a.place - b.place);
  return best?.type ?? offered[0];
}

interface MediaRange {
  readonly name: string;
  readonly weight: number;
  readonly exactness: number;
  readonly place: number;
}

function readRange(text: string, place: number): MediaRange {
  const name = mediaTypeOf(text) ?? "";
  const [, weight = "1"] = /;\s*q=([\d.]+)\s*(?:;|$)/i.exec(text) ?? [];
  return { name, weight: Number(weight), exactness: name === "*/*" ? 0 : name.endsWith("/*") ? 1 : 2, place };
}

/** The most exact of those that a type is of: only its weight counts. */
function rangeFor(type: string, ranges: readonly MediaRange[]): readonly MediaRange[] {
  const fitting = new Set([type, type.replace(/\/.*/, "/*"), "*/*"]);
  return ranges
    .filter(({ name }) => fitting.has(name))
    .toSorted((a, b) => b.exactness - a.exactness)
    .slice(0, 1);
}
