import assert from "node:assert/strict";
import { test } from "node:test";
import { preferredType } from "./media-type.ts";

const offered = ["application/json", "application/x-ndjson", "text/csv"] as const;
const cases = [
  [undefined, "application/json"],
  ["*/*", "application/json"],
  ["text/csv", "text/csv"],
  ["TEXT/CSV; charset=utf-8", "text/csv"],
  ["text/csv;q=0.1, application/json", "application/json"],
  ["text/csv ; Q=0.9, application/json;q=0.8", "text/csv"],
  ["application/x-ndjson, text/csv", "application/x-ndjson"],
  ["text/csv, application/x-ndjson", "text/csv"],
  ["application/json, text/plain, */*", "application/json"],
  ["text/csv, */*", "text/csv"],
  ["text/*", "text/csv"],
  ["text/csv;q=0, */*;q=0.1", "application/json"],
  ["application/json;q=0, */*;q=0.1", "application/x-ndjson"],
  ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "application/json"],
  ["text/csv2", "application/json"],
  ["text/csv;q=...", "application/json"],
  ["", "application/json"],
  ["image/png", "application/json"],
] as const;

for (const [accept, type] of cases) {
  test(`Accept: ${accept ?? "(missing)"} gets ${type}`, () => assert.equal(preferredType(accept, offered), type));
}
