/**
 * `npm run build`: everything that browsers receive, and the server for agents, into each package's dist/. Parts with unchanged inputs are not built
 * again. `npm start` and `npm test` call it with --quick, which prefers a fast build to small files.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildCamera, cameraInputs } from "./build-camera.ts";
import { buildDashboard, dashboardInputs } from "./build-dashboard.ts";
import { buildMcp, mcpInputs } from "./build-mcp.ts";
import { buildSite, siteInputs } from "./build-site.ts";
import { buildVerifyPage, verifyPageInputs } from "./build-verify-page.ts";

interface Part {
  readonly name: string;
  /** Inputs of the build, as globs relative to the root. */
  readonly inputs: readonly string[];
  /** Writes into `outDir`, an empty folder next to the package's dist/. `small`: minimizes the files, which takes longer. */
  readonly build: (outDir: string, small: boolean) => Promise<void>;
}

const parts: readonly Part[] = [
  { name: "camera", inputs: cameraInputs, build: buildCamera },
  { name: "dashboard", inputs: dashboardInputs, build: buildDashboard },
  { name: "verify-page", inputs: verifyPageInputs, build: buildVerifyPage },
  { name: "site", inputs: siteInputs, build: buildSite },
  { name: "mcp", inputs: mcpInputs, build: buildMcp },
];

const root = join(import.meta.dirname, "..");
const stampName = "build.json";

/** Builds parts that are missing or stale. */
export async function buildAll({ small }: { readonly small: boolean }): Promise<void> {
  for (const part of parts) await buildPart(part, small);
  await buildSamples(join(root, "samples"));
}

/** The sample photos that README's first command and the greeting name: crops of pictures that the tests' packages contain. */
async function buildSamples(folder: string): Promise<void> {
  if (existsSync(join(folder, "stranger.jpg"))) return;
  const { installedPictures, writeSamples } = await import("../packages/lab/src/samples/write-samples.ts");
  const pictures = installedPictures();
  if (pictures !== undefined) await writeSamples(folder, pictures);
}

async function buildPart({ name, inputs, build }: Part, small: boolean): Promise<void> {
  const dist = join(root, "packages", name, "dist");
  const hash = hashOf(inputs);
  const built = stampIn(dist);
  if (built?.hash === hash && (built.small || !small)) return;
  if (!hasBundler()) {
    if (!built) console.log(`The ${name} is not built, and there is no Vite to build it with`);
    return;
  }

  console.log(`Building the ${name}`);
  const startedMs = performance.now();
  // Built in a separate folder and renamed, so that a server that starts in the meantime finds either the old or the new files.
  const fresh = `${dist}-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    await build(fresh, small);
    writeFileSync(join(fresh, stampName), JSON.stringify({ hash, small }));
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  console.log(`Built in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Whether Vite is installed. A production install lacks it, and serves what was built. */
function hasBundler(): boolean {
  try {
    import.meta.resolve("vite");
    return true;
  } catch {
    return false;
  }
}

function hashOf(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    if (!path.endsWith(".test.ts"))
      hash
        .update(path)
        .update("\0")
        .update(readFileSync(join(root, path)))
        .update("\0");
  }
  return hash.digest("hex");
}

function stampIn(dist: string): { readonly hash: string; readonly small: boolean } | undefined {
  try {
    return JSON.parse(readFileSync(join(dist, stampName), "utf8")) as { hash: string; small: boolean };
  } catch {
    return undefined;
  }
}

if (import.meta.main) await buildAll({ small: !process.argv.includes("--quick") });
