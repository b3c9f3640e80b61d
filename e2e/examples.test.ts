/** Sends every example of the reference to the real service, and compares the answers with those in the reference. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { examples, readExampleAnswers, type ExampleName } from "../packages/server/src/api/v3/openapi/examples.ts";
import { openApiCheck } from "../packages/server/testing/service/openapi-check.ts";
import { sendExample } from "../packages/server/testing/service/send-example.ts";
import { sharedService } from "../testing/service.ts";

const server = await sharedService();

const tolerances: Readonly<Record<string, number>> = {
  ...Object.fromEntries(["x", "y", "width", "height", "yaw", "pitch", "roll"].map((name) => [name, 4])),
  ...Object.fromEntries(["score", "similarity", "false_match_rate"].map((name) => [name, 0.02])),
  processing_ms: Number.POSITIVE_INFINITY,
};

/** Compares with tolerances: another processor rounds differently, so a score or a pixel may differ slightly. Verdicts, counts and text may not. */
function assertAlike(actual: unknown, expected: unknown, at: string): void {
  const tolerance = tolerances[at.slice(at.lastIndexOf(".") + 1)];
  if (typeof actual === "number" && typeof expected === "number" && tolerance !== undefined) {
    return assert.ok(Math.abs(actual - expected) <= tolerance, `${at}: ${actual} instead of ${expected}`);
  }
  if (typeof actual !== "object" || actual === null || typeof expected !== "object" || expected === null) {
    return assert.deepEqual(actual, expected, at);
  }
  assert.deepEqual(Object.keys(actual), Object.keys(expected), at);
  for (const [key, value] of Object.entries(expected)) {
    assertAlike((actual as Record<string, unknown>)[key], value, `${at}.${key}`);
  }
}

for (const name of Object.keys(examples) as ExampleName[]) {
  test(`example: ${examples[name].summary}`, async () => {
    const { endpoint } = examples[name];
    const answer = await sendExample(server.url, server.privateKey, examples[name]);
    (await openApiCheck(server.url))(`/api/v3/${endpoint}`, endpoint === "models" ? "GET" : "POST", 200, answer);
    assertAlike(answer, readExampleAnswers()[name], name);
  });
}
