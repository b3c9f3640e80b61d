/** Formats JSON with two spaces, but with lists of numbers and small objects on one line each, since people review it. */
export function formatManifest(manifest: object): string {
  return `${format(manifest, "")}\n`;
}

const line = 118;

function format(value: unknown, indent: string): string {
  const short = inline(value);
  if (typeof value !== "object" || value === null || short.length + indent.length <= line || isNumbers(value))
    return short;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((one) => deeper + format(one, deeper)).join(",\n")}\n${indent}]`;
  const entries = Object.entries(value).map(([key, one]) => `${deeper}${JSON.stringify(key)}: ${format(one, deeper)}`);
  return `{\n${entries.join(",\n")}\n${indent}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`);
  return `{ ${entries.join(", ")} }`;
}

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "number" || isNumbers(one));
