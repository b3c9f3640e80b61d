import type { FastifySchema } from "fastify";
import type { Endpoint } from "./endpoint.ts";
import { errorCatalogue, type ErrorCode } from "./errors.ts";
import { failureSchema, successSchema } from "./schemas.ts";

/** What every endpoint can answer with. */
const everywhere: readonly ErrorCode[] = [
  "missing_api_key",
  "invalid_api_key",
  "private_key_required",
  "rate_limited",
  "quota_exceeded",
  "internal_error",
];

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
  "engine_busy",
  "shutting_down",
];

/** The codes an endpoint can answer with, in the order of the catalogue. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const own = new Set([...everywhere, ...(endpoint.method === "POST" ? withPhotos : []), ...endpoint.codes]);
  return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => own.has(code));
}

export function routeSchema(endpoint: Endpoint): FastifySchema {
  const { name, summary, description, data, method } = endpoint;
  const statuses = new Set(codesOf(endpoint).map((code) => errorCatalogue[code].status));
  const failures = Object.fromEntries([...statuses].map((status) => [status, failureSchema]));
  return {
    operationId: name.replace("v3.", ""),
    tags: ["Version 3"],
    summary,
    description,
    security: [{ privateKey: [] }],
    ...(method === "POST" ? { consumes: ["multipart/form-data"], body: endpoint.body } : {}),
    response: { 200: successSchema(data), ...failures },
  };
}
