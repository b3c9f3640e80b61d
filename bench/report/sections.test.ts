import assert from "node:assert/strict";
import { test } from "node:test";
import { withSection } from "./sections.ts";

test("a run writes the section of its own kind of machine and leaves the others", () => {
  const one = withSection("", "# Benchmarks", "One, AVX2", "### A verify\n\n1 ms");
  const two = withSection(one, "# Benchmarks", "Two, NEON", "2 ms");
  assert.equal(two, "# Benchmarks\n\n## One, AVX2\n\n### A verify\n\n1 ms\n\n## Two, NEON\n\n2 ms\n");
  const again = withSection(two, "# Benchmarks, again", "One, AVX2", "3 ms");
  assert.equal(again, "# Benchmarks, again\n\n## One, AVX2\n\n3 ms\n\n## Two, NEON\n\n2 ms\n");
});

test("a kind whose name another begins with is not taken for it", () => {
  const page = withSection("", "# Benchmarks", "AMD EPYC, AVX2 AVX-512", "1 ms");
  assert.match(
    withSection(page, "# Benchmarks", "AMD EPYC, AVX2", "2 ms"),
    /AVX-512\n\n1 ms\n\n## AMD EPYC, AVX2\n\n2 ms/,
  );
});
