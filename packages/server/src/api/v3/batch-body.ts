import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ItemList, itemsMax, parseJson } from "../../features/batches/items.ts";
import type { ItemsChecked, NewItem } from "../../features/batches/items.ts";
import { type BodyEnd, consume } from "@selfsame/photo/images/consume";
import { photosPace } from "@selfsame/photo/images/limits";
import { type Rejection } from "./endpoint.ts";
import { collect } from "../bodies/collect.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";
import { numberOf } from "../bodies/number-text.ts";

const mebibyte = 1024 * 1024;
/** Media types of newline-delimited JSON. None is registered with IANA; each is sent by some library. */
export const lineTypes = ["application/x-ndjson", "application/ndjson", "application/jsonl"] as const;
/** A JSON body is parsed in one go and blocks the event loop; lines are parsed one by one. */
const bytesMax = { json: 8 * mebibyte, ndjson: 32 * mebibyte };
const lineBytesMax = 64 * 1024;
/** Limit on brackets, braces and commas: an item with five references has nine. A body with millions of them takes seconds to parse. */
const marksMax = 10 * itemsMax;

export interface BatchBody {
  readonly items: readonly NewItem[];
  readonly threshold?: number | undefined;
  readonly callback?: string | undefined;
  readonly receipt?: boolean | undefined;
  /** SHA-256 of the body, hex. */
  readonly sha256: string;
}

/** Reads a query parameter. An empty value means absent, as in forms: as a threshold it would be read as 0, which everyone matches. */
const numberOrNone = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  return value.trim() === "" ? undefined : numberOf(value);
};

export const batchSettings = {
  threshold: z.preprocess(numberOrNone, z.number().min(0).max(1).optional()),
  callback: z.string().max(2048).optional(),
} as const;

/** Reads a batch and checks all its items before the batch is created. */
export function readBatch(body: IncomingMessage): Promise<BatchBody | Rejection> {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = body.headers;
  if (encoding === "identity") {
    const mime = mediaTypeOf(type);
    if (isLines(mime)) return readLines(body);
    if (mime === "application/json") return readObject(body);
  }
  return Promise.resolve({ code: "unsupported_content_type" });
}

export const batchBytesMax = ({ headers }: IncomingMessage): number =>
  isLines(mediaTypeOf(headers["content-type"])) ? bytesMax.ndjson : bytesMax.json;

const isLines = (mime: string | undefined): boolean => lineTypes.some((known) => known === mime);

async function readLines(body: IncomingMessage): Promise<BatchBody | Rejection> {
  const list = new ItemList((index) => `line ${index + 1 + blank}`);
  const hash = createHash("sha256");
  let blank = 0;
  let rest: Buffer = Buffer.alloc(0);
  const takeLine = (line: Buffer): boolean => {
    const text = line.toString().trim();
    // Skips at most this many blank lines: a body could hold millions of them.
    if (text === "" && blank < itemsMax) {
      blank++;
      return true;
    }
    return list.add(line.length > lineBytesMax ? undefined : parseJson(text));
  };
  const end = await consume(body, { bytesMax: bytesMax.ndjson, pace: photosPace }, (chunk) => {
    hash.update(chunk);
    let at = 0;
    for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, at)) {
      if (!takeLine(Buffer.concat([rest, chunk.subarray(at, newline)]))) return false;
      rest = Buffer.alloc(0);
      at = newline + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(at)]);
    return rest.length <= lineBytesMax || takeLine(rest);
  });
  if (end === "ended" && rest.length > 0) takeLine(rest);
  // "stopped" means that a line was invalid: `list` holds the reason.
  const isCut = end !== "ended" && end !== "stopped";
  const rejection = isCut ? endRejection(end, bytesMax.ndjson) : rejectionOf(list.result());
  if (rejection) return rejection;
  return { items: itemsOf(list.result()), sha256: hash.digest("hex") };
}

const settingsSchema = z.strictObject({
  items: z.array(z.unknown()),
  threshold: z.number().min(0).max(1).optional(),
  callback: batchSettings.callback,
  receipt: z.boolean().optional(),
});

async function readObject(body: IncomingMessage): Promise<BatchBody | Rejection> {
  const bytes = await collect(body, { bytesMax: bytesMax.json, pace: photosPace });
  if (typeof bytes === "string") return endRejection(bytes, bytesMax.json);
  if (!isModest(bytes)) return tooMany;
  const parsed = settingsSchema.safeParse(parseJson(bytes.toString()));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const param = issue?.path[0] ?? (issue?.code === "unrecognized_keys" ? issue.keys[0] : "items");
    return { code: "invalid_parameter", param: String(param).slice(0, 64) };
  }
  const { items, threshold, callback, receipt } = parsed.data;
  const list = new ItemList((index) => `items[${index}]`);
  for (const item of items) if (!list.add(item)) break;
  const rejection = rejectionOf(list.result());
  if (rejection) return rejection;
  return {
    items: itemsOf(list.result()),
    threshold,
    callback,
    receipt,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

const [quote, backslash, comma, bracket, brace] = Buffer.from('"\\,[{');

/** Whether the JSON text has no more values than a full batch. Counts without parsing. */
function isModest(json: Buffer): boolean {
  let marks = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) inString = !inString;
    else if (inString) at += Number(byte === backslash);
    else if (byte === comma || byte === bracket || byte === brace) marks++;
  }
  return marks <= marksMax;
}

function endRejection(end: Exclude<BodyEnd, "ended">, limit: number): Rejection {
  if (end === "too_large") return { code: "body_too_large", limit, actual: null };
  return { code: "invalid_parameter", param: "items", detail: `the body is ${end}` };
}

const tooMany: Rejection = { code: "too_many_items", param: "items", limit: itemsMax, actual: null };

function rejectionOf(checked: ItemsChecked): Rejection | undefined {
  switch (checked.outcome) {
    case "checked":
      return undefined;
    case "too_many":
      return tooMany;
    case "invalid":
      return { code: "invalid_parameter", param: checked.param };
  }
}

const itemsOf = (checked: ItemsChecked): readonly NewItem[] => (checked.outcome === "checked" ? checked.items : []);
