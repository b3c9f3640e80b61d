import type { OpenAPIV3_1 } from "openapi-types";
import { codeSamples } from "./code-samples.ts";
import type { Endpoint } from "../endpoint.ts";
import { failure, type Problem, success } from "../envelope.ts";
import { errorCatalog, type ErrorCode } from "../errors.ts";
import { examples, readExampleAnswers, type ExampleName } from "./examples.ts";
import { endpointsByPath } from "../endpoints/endpoints.ts";
import { codesOf } from "./route-schema.ts";

type Document = Partial<OpenAPIV3_1.Document>;
type Operation = OpenAPIV3_1.OperationObject;
type Examples = Record<string, OpenAPIV3_1.ExampleObject>;

const statusTexts: Readonly<Record<number, string>> = {
  200: "The response.",
  201: "Created.",
  202: "Accepted.",
  400: "The request is malformed.",
  401: "The key is missing or not valid. With `WWW-Authenticate: Bearer`.",
  403: "The key may not do this.",
  404: "It does not exist, or belongs to another account.",
  409: "It conflicts with an earlier request.",
  413: "Too large.",
  415: "A format that this endpoint does not accept.",
  422: "The photo or the token cannot be used.",
  429: "A limit of the plan, the key or the network is reached. With `Retry-After`.",
  500: "An error of the service.",
  503: "Temporarily unavailable. With `Retry-After`.",
};

/** Adds to every version 3 operation what schemas cannot express: the meaning of each response, and an example of each response and error. */
export function describeExamples(document: Document): Document {
  const answers = readExampleAnswers();
  for (const [endpoint, operation] of operationsOf(document)) {
    if (operation.requestBody && !("$ref" in operation.requestBody)) {
      operation.requestBody.required = !("json" in endpoint);
    }
    const samples = codeSamples[operation.operationId ?? ""];
    if (samples) Object.assign(operation, { "x-codeSamples": samples });
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ("$ref" in response) continue;
      response.description = statusTexts[Number(status)] ?? "";
      const content = response.content?.["application/json"];
      if (!content) continue;
      const codes = codesOf(endpoint).filter((code) => String(errorCatalog[code].status) === status);
      content.examples =
        Number(status) < 300 ? successExamples(endpoint, operation.operationId ?? "", answers) : failureExamples(codes);
    }
  }
  return withoutUnused(document);
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

function operationsOf(document: Document): [Endpoint, Operation][] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method): [Endpoint, Operation][] => {
      const endpoint = endpointsByPath.get(`${method} ${path}`);
      const operation: Operation | undefined = item?.[method];
      return endpoint && operation ? [[endpoint, operation]] : [];
    }),
  );
}

/** Removes unused input schemas: the generator emits every schema for input and for output. */
function withoutUnused(document: Document): Document {
  const used = JSON.stringify(document);
  const schemas = Object.entries(document.components?.schemas ?? {});
  const included = schemas.filter(([name]) => !name.endsWith("Input") || used.includes(`/schemas/${name}"`));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(included) } };
}

function successExamples(
  { example }: Endpoint,
  operationId: string,
  answers: Readonly<Record<ExampleName, object>>,
): Examples {
  if (example) return { [operationId]: { summary: example.summary, value: success(example.data, exampleMeta) } };
  const named = (Object.keys(examples) as ExampleName[]).filter((name) => examples[name].endpoint === operationId);
  return Object.fromEntries(named.map((name) => [name, { summary: examples[name].summary, value: answers[name] }]));
}

/** A fixed example address: the document is the same for all installations. */
export const exampleVersion = "1.0.0";
const exampleMeta = {
  request_id: "b0e6a2f4-5f0c-4c55-9d4e-3a8a7c1f2d90",
  version: "3",
  service_version: exampleVersion,
  processing_ms: 3,
} as const;

/** Details of the example error, by code. */
const problems: Partial<Record<ErrorCode, Omit<Problem, "code">>> = {
  missing_file: { param: "selfie" },
  unexpected_field: { param: "photo_url" },
  invalid_parameter: { param: "threshold" },
  file_too_large: { param: "selfie", limit: 5_242_880 },
  body_too_large: { limit: 33_554_432, actual: null },
  too_many_items: { param: "items", limit: 10_000, actual: null },
  image_too_large: { param: "selfie", limit: 50_000_000, actual: 108_000_000 },
  unsupported_image_format: { param: "selfie" },
  image_unreadable: { param: "reference" },
  no_face: { param: "selfie" },
  rate_limited: {
    message: "Your plan allows 20 requests per minute: used up until 2026-11-22T09:30:42.000Z.",
    limit: 20,
    reached: { limit_of: "plan", limit_window: "minute", resets_at: "2026-11-22T09:30:42.000Z" },
  },
  quota_exceeded: {
    message: "The key key_8vN3xQ5rTb1Lw7Zc allows 5000 requests per month: used up until 2026-12-01T00:00:00.000Z.",
    limit: 5000,
    reached: { limit_of: "key", limit_window: "month", resets_at: "2026-12-01T00:00:00.000Z" },
  },
  challenge_failed: { param: "frame_2" },
  step_too_early: { param: "frame" },
  step_too_late: { param: "frame" },
  invalid_challenge_token: { param: "challenge_token" },
};

const exampleFailure = (code: ErrorCode) =>
  failure({ code, ...problems[code] }, exampleMeta, "https://face.example.com");

function failureExamples(codes: readonly ErrorCode[]): Examples {
  return Object.fromEntries(
    codes.map((code) => [code, { summary: errorCatalog[code].message, value: exampleFailure(code) }]),
  );
}
