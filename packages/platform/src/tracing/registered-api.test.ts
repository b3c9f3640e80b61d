import assert from "node:assert/strict";
import { test } from "node:test";
import manifest from "../../package.json" with { type: "json" };
import { tracingProblem } from "./registered-api.ts";

const withApi = (...versions: readonly string[]) =>
  Object.fromEntries(versions.map((version) => [Symbol.for(`opentelemetry.js.api.${version[0]}`), { version }]));

test("an SDK that registered with any 1.x from 1.3 on is used", () => {
  for (const version of ["1.3.0", "1.9.1", "1.10.0", "1.44.0"])
    assert.equal(tracingProblem(withApi(version)), undefined);
  assert.equal(tracingProblem(withApi("2.0.0", "1.10.0")), undefined);
});

test("without an SDK there is nothing to say", () => {
  assert.equal(tracingProblem({}), undefined);
  assert.equal(tracingProblem({ [Symbol.for("another")]: { version: "2.0.0" } }), undefined);
  assert.equal(tracingProblem({ [Symbol.for("opentelemetry.js.api.1")]: undefined }), undefined);
});

test("one that cannot be used is named, with what to do", () => {
  for (const version of ["1.2.0", "0.21.0", "2.0.0"]) {
    assert.match(tracingProblem(withApi(version)) ?? "", new RegExp(`api ${version}. Install an SDK that uses 1.3`));
  }
});

test("the oldest version that is used is the one that the service itself depends on", () => {
  const [, minor = ""] = /^~1\.(\d+)\.0$/.exec(manifest.dependencies["@opentelemetry/api"]) ?? [];
  assert.notEqual(minor, "");
  assert.equal(tracingProblem(withApi(`1.${minor}.0`)), undefined);
  assert.notEqual(tracingProblem(withApi(`1.${Number(minor) - 1}.9`)), undefined);
});
