import type { IncomingMessage } from "node:http";
import { readJson } from "../../images/json.ts";
import { jsonBytesMax, multipartBytesMax } from "../../images/limits.ts";
import { readForm } from "../../images/multipart.ts";
import type { UploadBudget } from "../../images/upload-budget.ts";
import type { PhotoSource } from "../../verify/photo.ts";
import type { V2Error } from "./errors.ts";

export interface BodyShape {
  /** Names of the photos. Where `urls` is set each has a twin with `_url` at its end. */
  readonly photos: readonly string[];
  readonly urls: boolean;
  readonly json: boolean;
}

export type BodyResult =
  | { readonly outcome: "read"; readonly photos: Readonly<Record<string, PhotoSource | undefined>> }
  | { readonly outcome: "refused"; readonly error: V2Error };

type Kind = "multipart" | "json";

/** Which of the two bodies this is; undefined where the endpoint does not know it. */
export function bodyKind(request: IncomingMessage, shape: BodyShape): Kind | undefined {
  // A compressed body would have to be unpacked before any limit means something; no client of version 2 sends one.
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") return undefined;
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "multipart/form-data") return "multipart";
  return type === "application/json" && shape.json ? "json" : undefined;
}

/** The most memory that a body can take until its request is answered: text, parsed strings and photos of a JSON body are there at once. */
function memoryOf(request: IncomingMessage, kind: Kind, bytesMax: number): number {
  const declared = Number(request.headers["content-length"] ?? bytesMax);
  return Math.min(declared, bytesMax) * (kind === "json" ? 4 : 2);
}

/**
 * @returns also `release`, which gives the memory back when the photos are not needed any more
 * @throws BudgetExhausted
 */
export async function readBody(
  request: IncomingMessage,
  kind: Kind,
  shape: BodyShape,
  budget: UploadBudget,
  signal: AbortSignal,
): Promise<{ readonly result: BodyResult; readonly release: () => void }> {
  const count = shape.photos.length;
  const bytesMax = kind === "json" ? jsonBytesMax(count) : multipartBytesMax(count);
  if (Number(request.headers["content-length"]) > bytesMax) {
    return { result: { outcome: "refused", error: "too_large" }, release: () => {} };
  }
  const release = await budget.reserve(memoryOf(request, kind, bytesMax), signal);
  try {
    const result = kind === "json" ? await readJsonBody(request, shape) : await readMultipartBody(request, shape);
    return { result, release };
  } catch (error) {
    release();
    throw error;
  }
}

async function readMultipartBody(request: IncomingMessage, shape: BodyShape): Promise<BodyResult> {
  const texts = shape.urls ? shape.photos.map((name) => `${name}_url`) : [];
  const form = await readForm(request, request.headers["content-type"] ?? "", { photos: shape.photos, texts });
  if (form.outcome !== "read") return { outcome: "refused", error: bodyError(form.outcome) };
  const sources = shape.photos.map((name): [string, PhotoSource | undefined] => {
    const bytes = form.photos.get(name);
    const url = form.texts.get(`${name}_url`);
    if (bytes !== undefined) return [name, { from: "bytes", bytes }];
    return [name, url === undefined ? undefined : { from: "url", url }];
  });
  return { outcome: "read", photos: Object.fromEntries(sources) };
}

async function readJsonBody(request: IncomingMessage, shape: BodyShape): Promise<BodyResult> {
  const json = await readJson(request, shape.photos.length);
  if (json.outcome !== "read") return { outcome: "refused", error: bodyError(json.outcome) };
  const sources = shape.photos.map((name): [string, PhotoSource | undefined] => [
    name,
    jsonSource(json.fields[name], json.fields[`${name}_url`]),
  ]);
  return { outcome: "read", photos: Object.fromEntries(sources) };
}

/** Anything but a string is a photo that is not base64, or a URL that is none; null and "" are absent, as an empty part is. */
function jsonSource(photo: unknown, url: unknown): PhotoSource | undefined {
  if (isGiven(photo)) return { from: "base64", text: typeof photo === "string" ? photo : "not base64" };
  if (isGiven(url)) return { from: "url", url: typeof url === "string" ? url : "" };
  return undefined;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** A client that is too slow or has gone left a body that cannot be parsed. */
function bodyError(outcome: "malformed" | "too_large" | "slow" | "gone"): V2Error {
  return outcome === "too_large" ? "too_large" : "invalid_body";
}
