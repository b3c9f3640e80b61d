import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type BodyLimits, consume } from "./consume.ts";
import { jsonBytesMax, photosPace } from "./limits.ts";

export type JsonResult =
  | { readonly outcome: "read"; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly outcome: "malformed" | "too_large" | "slow" | "gone" };

/** Characters of JSON outside of strings. Photos and URLs are strings; millions of empty objects would cost far more memory than their bytes. */
const structureLengthMax = 64 * 1024;
const quotesMax = 20_000;

/** Reads a JSON object into memory; reading stops at the first exceeded limit. @throws BudgetExhausted */
export async function readJson(
  body: Readable,
  photos: number,
  { pace = photosPace, memory }: Partial<BodyLimits> = {},
): Promise<JsonResult> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let isText = true;
  const decode = (chunk?: Buffer) => {
    try {
      text += decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isText = false;
    }
    return isText;
  };
  const end = await consume(body, { bytesMax: jsonBytesMax(photos), pace, memory }, decode);
  if (end === "too_large" || end === "slow" || end === "gone") return { outcome: end };
  if (!isText || !decode() || !isModest(text)) return { outcome: "malformed" };
  await nextTurn();
  const fields = parseObject(text);
  return fields === undefined ? { outcome: "malformed" } : { outcome: "read", fields };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether parsing costs about as much as the text's size. Skips from quote to quote, so photos cost nothing here. */
function isModest(text: string): boolean {
  let structureLength = 0;
  let outside = 0;
  let inString = false;
  let at = text.indexOf('"');
  for (let quotes = 0; at !== -1; at = text.indexOf('"', at + 1)) {
    if (++quotes > quotesMax) return false;
    if (inString && isEscaped(text, at)) continue;
    if (!inString) structureLength += at - outside;
    inString = !inString;
    outside = at + 1;
    if (structureLength > structureLengthMax) return false;
  }
  return structureLength + (inString ? 0 : text.length - outside) <= structureLengthMax;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
