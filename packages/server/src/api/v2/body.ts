import type { IncomingMessage } from "node:http";
import type { BodyMemory } from "@selfsame/photo/images/consume";
import { readJson } from "@selfsame/photo/images/json";
import { jsonBytesMax, multipartBytesMax } from "@selfsame/photo/images/limits";
import { readForm } from "@selfsame/photo/images/multipart";
import type { Holding } from "@selfsame/photo/images/memory-budget";
import type { PhotoSource } from "@selfsame/photo/verify/photo";
import type { V2Error } from "./errors.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";

export interface BodyShape {
  /** Names of the photos. With `urls`, each photo may also be sent as a URL, in a field whose name ends in `_url`. */
  readonly photos: readonly string[];
  readonly urls: boolean;
  readonly json: boolean;
}

export type BodyResult =
  | { readonly outcome: "read"; readonly photos: Readonly<Record<string, PhotoSource | undefined>> }
  | { readonly outcome: "refused"; readonly error: V2Error };

type Kind = "multipart" | "json";

/** The format of the body; undefined if the endpoint does not accept it. */
export function bodyKind(request: IncomingMessage, shape: BodyShape): Kind | undefined {
  // A compressed body would have to be decompressed before a size limit could apply; no client of version 2 sends one.
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") return undefined;
  const type = mediaTypeOf(request.headers["content-type"]);
  if (type === "multipart/form-data") return "multipart";
  return type === "application/json" && shape.json ? "json" : undefined;
}

/** Copies of the body in memory, at most: chunks and photos; for JSON the text, parsed strings and photos. */
const timesOf: Readonly<Record<Kind, number>> = { multipart: 2, json: 4 };

/**
 * @param holding the body's share of the memory budget, held until the photos are no longer needed
 * @throws BudgetExhausted
 */
export async function readBody(
  request: IncomingMessage,
  kind: Kind,
  shape: BodyShape,
  holding: Holding,
): Promise<BodyResult> {
  const count = shape.photos.length;
  const bytesMax = kind === "json" ? jsonBytesMax(count) : multipartBytesMax(count);
  if (Number(request.headers["content-length"]) > bytesMax) return { outcome: "refused", error: "too_large" };
  const memory = { holding, times: timesOf[kind] };
  return kind === "json" ? readJsonBody(request, shape, memory) : readMultipartBody(request, shape, memory);
}

async function readMultipartBody(request: IncomingMessage, shape: BodyShape, memory: BodyMemory): Promise<BodyResult> {
  const texts = shape.urls ? shape.photos.map((name) => `${name}_url`) : [];
  const form = await readForm(
    request,
    request.headers["content-type"] ?? "",
    { photos: shape.photos, texts },
    { memory },
  );
  if (form.outcome !== "read") return { outcome: "refused", error: bodyError(form.outcome) };
  const sources = shape.photos.map((name): [string, PhotoSource | undefined] => {
    const bytes = form.photos.get(name);
    const url = form.texts.get(`${name}_url`);
    if (bytes !== undefined) return [name, { from: "bytes", bytes }];
    return [name, url === undefined ? undefined : { from: "url", url }];
  });
  return { outcome: "read", photos: Object.fromEntries(sources) };
}

async function readJsonBody(request: IncomingMessage, shape: BodyShape, memory: BodyMemory): Promise<BodyResult> {
  const json = await readJson(request, shape.photos.length, { memory });
  if (json.outcome !== "read") return { outcome: "refused", error: bodyError(json.outcome) };
  const sources = shape.photos.map((name): [string, PhotoSource | undefined] => [
    name,
    jsonSource(json.fields[name], json.fields[`${name}_url`]),
  ]);
  return { outcome: "read", photos: Object.fromEntries(sources) };
}

/** Any value but a string is invalid as base64 or as a URL; null and "" count as absent, as an empty part does. */
function jsonSource(photo: unknown, url: unknown): PhotoSource | undefined {
  if (isGiven(photo)) return { from: "base64", text: typeof photo === "string" ? photo : "not base64" };
  if (isGiven(url)) return { from: "url", url: typeof url === "string" ? url : "" };
  return undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** A client that is too slow or has disconnected leaves a body that cannot be parsed. */
function bodyError(outcome: "malformed" | "too_large" | "slow" | "gone"): V2Error {
  return outcome === "too_large" ? "too_large" : "invalid_body";
}
