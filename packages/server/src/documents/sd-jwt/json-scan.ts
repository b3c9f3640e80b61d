import { budgets } from "../budgets.ts";

const [quote, backslash] = [0x22, 0x5c];
const opening: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const [comma, colon] = [0x2c, 0x3a];

/**
 * Whether texts, if they are JSON (RFC 8259), are together no larger and no more deeply nested than credentials and responses are.
 * @param max elements of all texts together
 */
export function isModestJson(texts: readonly string[], max: number = budgets.jsonElements): boolean {
  let elements = 0;
  return texts.every((text) => {
    const counted = countElements(text, max - elements);
    elements += counted ?? 0;
    return counted !== undefined;
  });
}

/** @returns undefined if there are more than `max`, or if they are nested too deeply */
function countElements(text: string, max: number): number | undefined {
  let [elements, depth, inText] = [1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) inText = !inText;
    else if (inText) at += code === backslash ? 1 : 0;
    else if (opening.has(code)) depth++;
    else if (closing.has(code)) depth--;
    if (!inText && (code === comma || code === colon || opening.has(code))) elements++;
    if (elements > max || depth > budgets.jsonDepth) return undefined;
  }
  return elements;
}

interface JsonObject {
  readonly [name: string]: unknown;
}

/** The properties of an object; none for any other value. */
export const objectOf = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null ? (value as JsonObject) : {};
