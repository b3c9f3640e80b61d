import type { IncomingMessage } from "node:http";
import { collect } from "../bodies/collect.ts";
import { photosPace, shortPace } from "@selfsame/photo/images/limits";
import type { z } from "zod";
import type { Rejection } from "./endpoint.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";
import { jsonProblem } from "./problems/json-problem.ts";
import { schemaProblem } from "./problems/schema-problem.ts";

const bytesUsual = 1024;

/** What a JSON body must fit. */
export interface JsonBody {
  readonly json: z.ZodType;
  readonly jsonBytesMax?: number;
}

/** Reads a short JSON body. A missing body counts as an empty object and is checked as well, so that the schema's defaults apply. */
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
  try {
    return checked(json, JSON.parse(text));
  } catch (error) {
    return jsonProblem(text, error);
  }
}

const isJson = ({ headers }: IncomingMessage): boolean => mediaTypeOf(headers["content-type"]) === "application/json";

/** @returns the parsed value, or a rejection that names the invalid parameter */
export function checked(schema: z.ZodType, value: unknown): { readonly json: unknown } | Rejection {
  const lost = lostField(value);
  if (lost !== undefined) return { code: "invalid_parameter", param: lost };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { json: parsed.data };
  return schemaProblem(schema, parsed.error.issues[0], value);
}

/** Finds a field named `__proto__`, which records keyed by text would drop silently. */
function lostField(value: unknown): string | undefined {
  return Object.entries(value ?? {}).find(
    ([, inner]) => typeof inner === "object" && inner !== null && Object.hasOwn(inner, "__proto__"),
  )?.[0];
}
