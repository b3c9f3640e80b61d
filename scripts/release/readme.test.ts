import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { publishedReadme, readmeProblems } from "./readme.ts";

const root = join(import.meta.dirname, "../..");
/** Without the packages of ONNX Runtime, which is third-party code and not installed by name. */
const published = globSync(
  [
    "packages/{client,react,vue,react-native,capacitor,mcp}/README.md",
    "packages/{cli,camera}/npm/**/README.md",
    "clients/python/README.md",
  ],
  { cwd: root },
).filter((file) => !file.includes("onnxruntime"));

test("the page of each package on its registry has what somebody who lands there needs", () => {
  assert.equal(published.length, 10, published.join());
  for (const file of published) {
    const source = readFileSync(join(root, file), "utf8");
    // The wheel contains its page unchanged.
    const text = file.startsWith("clients") ? source : publishedReadme(source);
    assert.deepEqual(readmeProblems(text), [], file);
  }
});

test("what a page lacks is named", () => {
  const text = publishedReadme("# A\n\n[Sessions](../../docs/sessions.md) and [more](docs/more.md).\n");
  assert.match(text, /Sessions and/);
  const problems = readmeProblems(text);
  assert.ok(problems.includes("it lacks an example") && problems.includes("it lacks its license"));
  assert.ok(problems.includes("its link docs/more.md leads nowhere there"));
});
