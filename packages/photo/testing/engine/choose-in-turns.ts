/** Alternates between two models until it is killed: a separate process, for tests. */
import { choose } from "../../src/models/catalog/installed.ts";

const [modelsDir = "", one = "", other = ""] = process.argv.slice(2);
for (let i = 0; ; i++) {
  await choose(modelsDir, i % 2 === 0 ? other : one);
  if (i % 50 === 20) process.stdout.write(".");
}
