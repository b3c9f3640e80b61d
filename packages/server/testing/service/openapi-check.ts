import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >;
}

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

type Check = (path: string, method: string, status: number, body: unknown) => void;

let check: Promise<Check> | undefined;

/**
 * Checks responses against the OpenAPI document that services serve. It is the same for all services of a process, so it is fetched from the first.
 */
export function openApiCheck(url: string): Promise<Check> {
  check ??= readCheck(url);
  return check;
}

async function readCheck(url: string): Promise<Check> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  return (path, method, status, body) => {
    // A missing path or method is answered in the same envelope, but no operation describes it.
    const described = document.paths[path]?.[method.toLowerCase()];
    const at = described
      ? pointer(
          "paths",
          path,
          method.toLowerCase(),
          "responses",
          String(status),
          "content",
          "application/json",
          "schema",
        )
      : pointer("components", "schemas", "Failure");
    const validate = ajv.getSchema(`openapi#${at}`);
    assert.ok(validate, `${method} ${path} says nothing of ${status}`);
    assert.ok(validate(body), ajv.errorsText(validate.errors));
  };
}
