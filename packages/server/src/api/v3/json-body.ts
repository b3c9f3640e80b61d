import type { IncomingMessage } from "node:http";
import { collect } from "../bodies/collect.ts";
import { photosPace, shortPace } from "../../images/limits.ts";
import type { z } from "zod";
import type { Rejection } from "./endpoint.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";

const bytesUsual = 1024;

/** What a JSON body has to be. */
export interface JsonBody {
  readonly json: z.ZodType;
  readonly jsonBytesMax?: number;
}

/** Reads a short JSON body. None is an empty object, which has to fit as well: defaults come from the schema. */
export async function readJson(
  request: IncomingMessage,
  { json, jsonBytesMax: bytesMax = bytesUsual }: JsonBody,
): Promise<{ readonly json: unknown } | Rejection> {
  const pace = bytesMax > bytesUsual ? photosPace : shortPace;
  const body = await collect(request, { bytesMax, pace });
  if (typeof body === "string") return { code: "invalid_parameter", detail: `the body is ${body}` };
  const text = body.toString();
  if (text === "") return checked(json, {});
  if (!isJson(request)) return { code: "unsupported_content_type" };
  return checked(json, parse(text));
}

const isJson = ({ headers }: IncomingMessage): boolean => mediaTypeOf(headers["content-type"]) === "application/json";

/** @returns what fits the schema, or which parameter does not */
export function checked(schema: z.ZodType, value: unknown): { readonly json: unknown } | Rejection {
  const lost = lostField(value);
  if (lost !== undefined) return { code: "invalid_parameter", param: lost };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { json: parsed.data };
  const [issue] = parsed.error.issues;
  // A name too many is in no path: it is named beside it.
  const param = issue?.path[0] ?? (issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined);
  return { code: "invalid_parameter", ...(typeof param === "string" ? { param } : {}) };
}

/** A field that holds a value named `__proto__`, which records of texts by name would drop in silence. */
function lostField(value: unknown): string | undefined {
  return Object.entries(value ?? {}).find(
    ([, inner]) => typeof inner === "object" && inner !== null && Object.hasOwn(inner, "__proto__"),
  )?.[0];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
