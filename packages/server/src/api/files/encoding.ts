export type Encoding = "br" | "gzip" | "identity";

const ours = ["br", "gzip"] as const;

/** The smallest encoding of a file that the client accepts (RFC 9110, section 12.5.3; weights other than 0 are not compared). */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set((acceptEncoding ?? "").toLowerCase().split(",").filter(isWanted).map(nameOf));
  return ours.find((encoding) => accepted.has(encoding)) ?? "identity";
}

function nameOf(item: string): string {
  return item.split(";")[0]?.trim() ?? "";
}

function isWanted(item: string): boolean {
  return !/;\s*q=0(\.0*)?\s*$/.test(item);
}
