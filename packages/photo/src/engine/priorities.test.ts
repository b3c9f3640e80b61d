import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const priorities = join(import.meta.dirname, "priorities.ts");

/** The priority of a process that is started with `nice` and then lowers itself to 5. */
const priorityAfter = (nice: number) =>
  Number(
    execFileSync("nice", [
      "-n",
      String(nice),
      process.execPath,
      "--input-type=module",
      "-e",
      `import { lowerPriority } from ${JSON.stringify(priorities)};
       import { getPriority } from "node:os";
       lowerPriority(5);
       console.log(getPriority());`,
    ]),
  );

test("a process of the engine has a low priority, and one of a service with a lower one still starts", () => {
  assert.deepEqual([0, 10].map(priorityAfter), [5, 10]);
});
