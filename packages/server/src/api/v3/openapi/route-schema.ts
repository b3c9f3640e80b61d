import type { FastifySchema } from "fastify";
import { z } from "zod";
import { routeScopes } from "../../route-scopes.ts";
import type { Endpoint } from "../endpoint.ts";
import { errorCatalog, type ErrorCode } from "../errors.ts";
import { failureSchema, successSchema } from "../schemas/faces.ts";
import { idempotencyHeaders } from "../schemas/idempotency.ts";

/** Codes that every endpoint can return; `engine_busy` also covers an unavailable database. */
const everywhere: readonly ErrorCode[] = ["rate_limited", "internal_error", "engine_busy"];
const withKey = ["missing_api_key", "invalid_api_key", "quota_exceeded", "storage_full"] as const;

const ofKey = {
  private: [...withKey, "private_key_required", "scope_missing", "address_not_allowed"],
  public: [...withKey, "public_key_required", "origin_not_allowed"],
  link: ["session_link_invalid"],
} as const satisfies Record<Endpoint["key"], readonly ErrorCode[]>;

/** Codes that every endpoint with photos can return. */
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
  "shutting_down",
];

/** Analyzing photos costs computing time, and test keys are free. */
export const takesTestKeys = (endpoint: Endpoint): boolean =>
  endpoint.key === "private" && (endpoint.testKeys ?? !("photos" in endpoint || "streamed" in endpoint));

/** The codes an endpoint can return, in the order of the catalog. */
export function codesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const photos = "photos" in endpoint ? withPhotos : [];
  const live = endpoint.key === "private" && !takesTestKeys(endpoint) ? (["live_key_required"] as const) : [];
  const counted = endpoint.counts ? (["quota_exceeded"] as const) : [];
  const working = endpoint.key === "link" && endpoint.method === "POST" ? (["storage_full"] as const) : [];
  const making = endpoint.makes ? (["idempotency_conflict", "idempotency_in_progress"] as const) : [];
  const own = new Set<ErrorCode>([
    ...everywhere,
    ...ofKey[endpoint.key],
    ...live,
    ...counted,
    ...working,
    ...photos,
    ...making,
    ...endpoint.codes,
  ]);
  return (Object.keys(errorCatalog) as ErrorCode[]).filter((code) => own.has(code));
}

export function routeSchema(endpoint: Endpoint): FastifySchema {
  const { name, summary, description, data, key } = endpoint;
  const statuses = new Set(codesOf(endpoint).map((code) => errorCatalog[code].status));
  const failures = Object.fromEntries([...statuses].map((status) => [status, failureSchema]));
  return {
    operationId: name.replace("v3.", ""),
    tags: [endpoint.tag ?? (key === "private" ? "Version 3" : "Live challenge")],
    summary,
    description: key === "private" ? `${description}${scopeText(name)}` : description,
    security: [{ [key === "link" ? "link" : `${key}Key`]: [] }],
    ...("photos" in endpoint ? { consumes: ["multipart/form-data"], body: endpoint.body } : {}),
    ...("json" in endpoint ? { body: endpoint.json } : {}),
    ...("streamed" in endpoint ? { consumes: [...endpoint.consumes], body: endpoint.streamed } : {}),
    ...(endpoint.makes ? { headers: idempotencyHeaders } : {}),
    ...("query" in endpoint ? { querystring: endpoint.query } : {}),
    ...paramsOf(endpoint),
    response: { [endpoint.status ?? 200]: successSchema(data), ...failures },
  };
}

const scopeText = (name: string): string => {
  const scope = routeScopes[name];
  return scope === undefined || scope === "any" ? "" : `\n\nScope: \`${scope}\`.`;
};

/** The path's placeholders, in order. */
function paramsOf({ path }: Endpoint): FastifySchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  return names.length === 0 ? {} : { params: z.object(Object.fromEntries(names.map((name) => [name, idOf(name)]))) };
}

const idOf = (name: string) => z.string().meta({ description: name === "id" ? "Its id." : `The ${name}'s id.` });
