import type { FastifySchema } from "fastify";
import type { Endpoint } from "./endpoint.ts";
import { errorCatalogue, type ErrorCode } from "./errors.ts";
import { failureSchema, idSchema, successSchema } from "./schemas.ts";

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
  "engine_busy",
  "shutting_down",
];

/** The codes an endpoint can answer with, in the order of the catalogue. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const photos = "photos" in endpoint ? withPhotos : [];
  const own = new Set<ErrorCode>([...everywhere, ...ofKey[endpoint.key], ...photos, ...endpoint.codes]);
  return (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => own.has(code));
}

export function routeSchema(endpoint: Endpoint): FastifySchema {
  const { name, summary, description, data, key } = endpoint;
  const statuses = new Set(codesOf(endpoint).map((code) => errorCatalogue[code].status));
  const failures = Object.fromEntries([...statuses].map((status) => [status, failureSchema]));
  return {
    operationId: name.replace("v3.", ""),
    tags: [key === "private" ? "Version 3" : "Live challenge"],
    summary,
    description,
    security: [{ [`${key}Key`]: [] }],
    ...("photos" in endpoint ? { consumes: ["multipart/form-data"], body: endpoint.body } : {}),
    ...("json" in endpoint ? { body: endpoint.json } : {}),
    ...(endpoint.path.includes(":id") ? { params: idSchema } : {}),
    response: { 200: successSchema(data), ...failures },
  };
}
