import type { FastifySchema } from "fastify";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { errorCatalogue, type ErrorCode } from "../errors.ts";
import { failureSchema, idempotencyHeaders, successSchema } from "../schemas.ts";

/** What every endpoint can answer with. */
const everywhere: readonly ErrorCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "rate_limited",
  "quota_exceeded",
  "internal_error",
];

const ofKey = {
  private: ["private_key_required"],
  public: ["public_key_required", "origin_not_allowed"],
} as const satisfies Record<Endpoint["key"], readonly ErrorCode[]>;

/** What every endpoint that takes photos can. */
const withPhotos: readonly ErrorCode[] = [
  "invalid_multipart",
  "missing_file",
  "unexpected_field",
  "file_too_large",
  "image_too_large",
  "unsupported_image_format",
  "unsupported_content_type",
  "image_unreadable",
  "image_too_complex",
  "engine_busy",
  "shutting_down",
];

/** The codes an endpoint can answer with, in the order of the catalogue. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const photos = "photos" in endpoint ? withPhotos : [];
  const making = endpoint.makes ? (["idempotency_conflict", "idempotency_in_progress"] as const) : [];
  const own = new Set<ErrorCode>([...everywhere, ...ofKey[endpoint.key], ...photos, ...making, ...endpoint.codes]);
  return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => own.has(code));
}

export function routeSchema(endpoint: Endpoint): FastifySchema {
  const { name, summary, description, data, key } = endpoint;
  const statuses = new Set(codesOf(endpoint).map((code) => errorCatalogue[code].status));
  const failures = Object.fromEntries([...statuses].map((status) => [status, failureSchema]));
  return {
    operationId: name.replace("v3.", ""),
    tags: [endpoint.tag ?? (key === "private" ? "Version 3" : "Live challenge")],
    summary,
    description,
    security: [{ [`${key}Key`]: [] }],
    ...("photos" in endpoint ? { consumes: ["multipart/form-data"], body: endpoint.body } : {}),
    ...("json" in endpoint ? { body: endpoint.json } : {}),
    ...("streamed" in endpoint
      ? { consumes: ["application/json", "application/x-ndjson"], body: endpoint.streamed }
      : {}),
    ...(endpoint.makes ? { headers: idempotencyHeaders } : {}),
    ...("query" in endpoint ? { querystring: endpoint.query } : {}),
    ...paramsOf(endpoint),
    response: { [endpoint.status ?? 200]: successSchema(data), ...failures },
  };
}

/** Its placeholders, in the order in which they come. */
function paramsOf({ path }: Endpoint): FastifySchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return names.length === 0 ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, idOf(name)]))) };
}

const idOf = (name: string) => z.string().meta({ description: name === "id" ? "Its id." : `The ${name}'s id.` });
