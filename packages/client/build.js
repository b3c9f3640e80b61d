// Plain JavaScript: npm runs it at install (`prepare`), on whatever Node there is. Where only what production
// needs was installed there is no compiler, and nobody who would import the client either.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const here = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
let compiler;
try {
  compiler = createRequire(import.meta.url).resolve("typescript/package.json");
} catch {
  console.log("@selfsame/client: no TypeScript installed, not built");
  process.exit(0);
}
rmSync(join(here, "dist"), { recursive: true, force: true });
const tsc = join(dirname(compiler), "bin", "tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", join(here, "tsconfig.build.json")], { stdio: "inherit" });
process.exitCode = status ?? 1;
