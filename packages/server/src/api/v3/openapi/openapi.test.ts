import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { errorCodes } from "../errors.ts";
import { openApiCheck } from "../../../../testing/service/openapi-check.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../../testing/service/service.ts";

const scripted = { engine: scriptedEngine(), comparison: scriptedComparison };

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Content>> }>>;
}
interface Content {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

test("docs/openapi.json is what the running service serves (npm run docs writes it)", async (t) => {
  const { url } = await startService(t, scripted);
  const served = await (await fetch(`${url}/openapi.json`)).json();
  const snapshot = JSON.parse(readFileSync(new URL("../../../../../../docs/openapi.json", import.meta.url), "utf8"));
  assert.deepEqual(served, snapshot);
});

test("every example fits its schema, and every operation has one of each answer and each error", async (t) => {
  const { url } = await startService(t, scripted);
  const check = await openApiCheck(url);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  assert.equal(document.openapi, "3.1.0");
  const shown = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId, responses }] of Object.entries(item)) {
      for (const [status, { content }] of Object.entries(responses)) {
        const examples = Object.entries(content["application/json"]?.examples ?? {});
        assert.ok(examples.length > 0, `${operationId} ${status}`);
        for (const [name, { value }] of examples) {
          check(path, method, Number(status), value);
          shown.add(name);
        }
      }
    }
  }
  const unshown = errorCodes.filter((code) => !shown.has(code));
  // Codes that no operation returns by itself.
  assert.deepEqual(unshown, ["not_found", "method_not_allowed"]);
});
