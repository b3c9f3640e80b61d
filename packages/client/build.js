// Plain JavaScript: npm runs it at install (`prepare`), on whatever Node there is. Where only what production
// needs was installed there is no compiler, and nobody who would import the client either.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
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
// Another folder than dist/ for tests and releases: `node build.js FOLDER`.
const dist = process.argv[2] ?? join(here, "dist");
rmSync(dist, { recursive: true, force: true });
const tsc = join(dirname(compiler), "bin", "tsc");
const compile = (project, outDir) =>
  spawnSync(process.execPath, [tsc, "-p", join(here, project), "--outDir", outDir], { stdio: "inherit" }).status ?? 1;
// For require(): Jest, and TypeScript programs that are compiled to CommonJS.
const commonJs = join(dist, "cjs");
process.exitCode = compile("tsconfig.build.json", dist) || compile("tsconfig.commonjs.json", commonJs);
mkdirSync(commonJs, { recursive: true });
writeFileSync(join(commonJs, "package.json"), '{ "type": "commonjs" }\n');
