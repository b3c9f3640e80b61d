import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import type { BusboyInstance } from "@fastify/busboy";
import { type BodyLimits, consume } from "./consume.ts";
import { Gathered } from "./gathered.ts";
import { freeBytes, overwrite } from "./free-bytes.ts";
import { documentBytesMax, multipartBytesMax, photoBytesMax, photosPace } from "./limits.ts";
import { urlLengthMax } from "@selfsame/platform/outbound/photo-url";

/** Parts that an endpoint expects: names of photos and of short texts. */
export interface Wanted {
  readonly photos: readonly string[];
  readonly texts: readonly string[];
  /** Names of files that are not photos, and smaller. */
  readonly documents?: readonly string[] | undefined;
  /** A photo that may be repeated, and its largest count. Its name is also in `photos`. */
  readonly repeated?: { readonly name: string; readonly max: number } | undefined;
  /** Whether an empty text counts as present, so that the endpoint can reject it. By default it counts as absent. */
  readonly emptyTexts?: "kept" | undefined;
}

/** Largest size of the whole form. */
export const formBytesMax = ({ photos, repeated, documents = [] }: Wanted): number =>
  multipartBytesMax(photos.length + (repeated ? repeated.max - 1 : 0), documents.length);

export interface Form {
  readonly outcome: "read";
  /** By name: the first non-empty part of each. An empty part is absent, except for texts with `emptyTexts`. */
  readonly photos: ReadonlyMap<string, Uint8Array>;
  readonly documents: ReadonlyMap<string, Uint8Array>;
  readonly texts: ReadonlyMap<string, string>;
  /** All parts of the repeated photo, in order. */
  readonly series: readonly Uint8Array[];
  /** Names of unknown and of repeated parts. Their content was not stored. */
  readonly unexpected: readonly string[];
}

export type FormResult =
  | Form
  | { readonly outcome: "malformed" | "slow" | "gone" }
  /** `part`: the file that exceeds the limit; absent if the request as a whole does. */
  | { readonly outcome: "too_large"; readonly part?: string };

const partsMax = 16;
const nameLengthMax = 100;
/** Chunks have up to 64 KiB. The parser retains at most a boundary, and Node limits headers to 16 KiB: larger memory can be freed. */
const givenBackMin = 32 * 1024;
/** Shorter pieces may lie in the parser's own memory, which holds as much as a boundary (RFC 2046, 5.1.1) and is still searched. */
const overwrittenMin = 256;
const partHeaderBytesMax = 4 * 1024;
const partHeaderPairsMax = 16;

/**
 * Reads a multipart/form-data body into memory. Limits apply while reading: nothing beyond them is read.
 * A part counts as a photo by its name, with or without a file name.
 * @throws BudgetExhausted
 */
export async function readForm(
  body: Readable,
  contentType: string,
  wanted: Wanted,
  { pace = photosPace, memory }: Partial<BodyLimits> = {},
): Promise<FormResult> {
  const collected = collect(contentType, wanted);
  if (collected === undefined) return { outcome: "malformed" };
  const { parser, form, failure } = collected;

  const limits = { bytesMax: formBytesMax(wanted), pace, memory };
  const end = await consume(body, limits, (chunk) => {
    parser.write(chunk);
    return failure() === undefined;
  }).catch((error: unknown) => {
    parser.destroy();
    throw error;
  });
  if (end === "too_large" || end === "slow" || end === "gone") {
    parser.destroy();
    return { outcome: end };
  }
  if (failure() === undefined) parser.end();
  return form;
}

interface Collected {
  readonly parser: BusboyInstance;
  readonly form: Promise<FormResult>;
  /** Set as soon as the body can no longer become a form. */
  readonly failure: () => FormResult | undefined;
}

function collect(contentType: string, wanted: Wanted): Collected | undefined {
  const parser = startParser(contentType, wanted);
  if (parser === undefined) return undefined;

  const parts: Part[] = [];
  let failure: FormResult | undefined;
  const form = new Promise<FormResult>((resolve) => {
    const fail = (result: FormResult) => {
      failure ??= result;
      resolve(failure);
    };
    const malformed = () => fail({ outcome: "malformed" });

    parser.on("file", (name: string | undefined, file) => {
      file.on("error", malformed);
      if (name === undefined || name.length > nameLengthMax) return malformed();
      const part: Part = { name, bytes: new Gathered() };
      parts.push(part);
      const isDocument = wanted.documents?.includes(name) ?? false;
      if (!isDocument && !wanted.photos.includes(name)) return void file.resume();
      const tooLarge = () => fail({ outcome: "too_large", part: name });
      file.on("data", (chunk: Buffer) => {
        if (isDocument && part.bytes.length + chunk.length > documentBytesMax) return tooLarge();
        part.bytes.add(chunk);
        if (chunk.length >= givenBackMin) freeBytes(chunk);
        else if (chunk.length >= overwrittenMin) overwrite(chunk);
      });
      file.on("limit", tooLarge);
    });
    parser.on("field", (name: string, text: string) => parts.push({ name, bytes: new Gathered(), text }));
    parser.on("partsLimit", malformed);
    parser.on("error", malformed);
    parser.on("finish", () => resolve(failure ?? toForm(parts, wanted)));
  });
  return { parser, form, failure: () => failure };
}

/** Content of expected files and texts; only the name of other parts. */
interface Part {
  readonly name: string;
  readonly bytes: Gathered;
  readonly text?: string;
}

function toForm(parts: readonly Part[], wanted: Wanted): Form {
  const photos = new Map<string, Uint8Array>();
  const documents = new Map<string, Uint8Array>();
  const texts = new Map<string, string>();
  const series: Uint8Array[] = [];
  const unexpected: string[] = [];
  for (const { name, bytes, text = "" } of parts) {
    const isDocument = wanted.documents?.includes(name) ?? false;
    const asked = isDocument || wanted.photos.includes(name) || wanted.texts.includes(name);
    const isThere = photos.has(name) || documents.has(name) || texts.has(name);
    const storesEmpty = wanted.emptyTexts === "kept" && wanted.texts.includes(name);
    const empty = bytes.length === 0 && text === "" && !storesEmpty;
    if (name === wanted.repeated?.name) {
      if (!empty && series.length < wanted.repeated.max) series.push(bytes.take());
      else if (!empty) unexpected.push(name);
    } else if (!asked || (!empty && isThere)) unexpected.push(name);
    else if (bytes.length > 0) (isDocument ? documents : photos).set(name, bytes.take());
    else if (text !== "" || storesEmpty) texts.set(name, text);
  }
  return { outcome: "read", photos, documents, texts, series, unexpected };
}

function startParser(contentType: string, wanted: Wanted): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // Everything but expected texts is streamed like a file, and not collected.
      isPartAFile: (name) => name === undefined || !wanted.texts.includes(name),
      limits: {
        parts: partsMax,
        fieldSize: urlLengthMax + 1,
        fileSize: photoBytesMax,
        headerPairs: partHeaderPairsMax,
        headerSize: partHeaderBytesMax,
      },
    });
  } catch {
    // Busboy throws for a content type without a boundary.
    return undefined;
  }
}
