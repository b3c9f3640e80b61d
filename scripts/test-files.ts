import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { pathToFileURL } from "node:url";

export type TestKind = "all" | "fast" | "unit" | "fuzz";

const packages = ["packages/*/{src,testing}/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "bench/**/*.test.ts"];

/** A file with one of these names starts a browser, the models, a whole service or other processes, or builds what they need. */
const heavy =
  /\b(openBrowser|testModels|sharedEngine|createEngine|startService|startServer|startNode|startDashboard|nodeUnderTest|installClient|buildAll|spawn|fork|execFile)\b/;

/**
 * A file with one of these names has its own process: it starts others, measures or changes process-wide state, waits before its first test, or lets
 * sharp read formats that the service blocks in its process.
 */
const alone =
  /\b(openBrowser|startServer|startNode|nodeUnderTest|installClient|buildAll|spawn|fork|execFile)\b|\bprocess\.(env|on|once|emit|chdir|memoryUsage|threadCpuUsage)\b|^(before|after)Each\(|^before\(|^mock\.|globalThis|setFlagsFromString|\.svg"\)|\bphotoOfCard\b|\bprom-client\b/m;

/** Measure how busy the machine is, so nothing else runs beside them. */
const measuring = new Set(["e2e/flood.test.ts", "packages/server/src/api/v3/rush.test.ts"]);

/** A file with one of these names analyzes photos. */
const engines = /\b(testModels|createEngine|sharedEngine)\b/;

/** What "fast" runs in addition to the unit tests: both contracts, and one page in a browser. */
const fastest = [
  "packages/server/src/api/v2/contract.test.ts",
  "packages/server/src/api/v3/{v3,codes}.test.ts",
  "packages/server/src/api/v3/openapi/*.test.ts",
  "e2e/session-page.test.ts",
];

const says = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, "utf8"));

/** The test files of a kind, determined by what each imports. */
export function filesOf(kind: TestKind): string[] {
  const ours = globSync(packages).toSorted();
  const units = ours.filter((file) => !says(heavy)(file));
  if (kind === "unit") return units;
  if (kind === "fast") return [...new Set([...globSync(fastest), ...units])];
  // Slow files come first, so that short ones fill the time left at the end.
  const all = [...globSync("e2e/*.test.ts").toSorted(), ...ours.filter(says(heavy)), ...units];
  return kind === "fuzz" ? all.filter(says(/\b(fuzzRuns|isFuzzRun)\b/)) : all;
}

export interface Grouped {
  /** Files that run in one process each. */
  readonly files: readonly string[];
  /** Files that run after the others, one at a time. */
  readonly last: readonly string[];
  /** For SELFSAME_TEST_TOGETHER: the files of each group, which the group's file in testing/together/ imports. */
  readonly together: string;
}

/**
 * Tests of e2e/ that share a process, by their names. Those left out measure a browser's memory, load models of their own, or have a person perform
 * in front of the camera, which takes a minute and runs in parallel with the others.
 */
const wholes = {
  camera: "e2e/camera-!(challenge|memory|sight).test.ts",
  dashboard: "e2e/dashboard-*.test.ts",
  clients: "e2e/{callers,client,client-jobs,documents,example-languages,examples,logos-at-once,python-client}.test.ts",
  sessions: "e2e/session-*.test.ts",
} as const;

/** Groups most files into a few processes: starting one and loading the server's modules takes longer than most files' tests. */
export function grouped(all: readonly string[]): Grouped {
  const files = all.filter((file) => !measuring.has(file));
  const whole = (group: keyof typeof wholes) => files.filter((file) => matchesGlob(file, wholes[group]));
  const others = files.filter((file) => !file.startsWith("e2e") && !says(alone)(file));
  const small = others.filter((file) => !says(engines)(file));
  const together = {
    camera: whole("camera"),
    dashboard: whole("dashboard"),
    // The groups before and after it spend much of their time waiting for cameras.
    engine: others.filter(says(engines)),
    clients: whole("clients"),
    sessions: whole("sessions"),
    "first-half": small.filter((_, index) => index % 2 === 0),
    "second-half": small.filter((_, index) => index % 2 === 1),
  };
  const shared = new Set(Object.values(together).flat());
  const hrefs = Object.entries(together).map(([group, its]) => [group, its.map((file) => pathToFileURL(file).href)]);
  return {
    files: [
      ...Object.keys(together).map((group) => join("testing", "together", `${group}.ts`)),
      ...files.filter((file) => !shared.has(file)),
    ],
    last: all.filter((file) => measuring.has(file)),
    together: JSON.stringify(Object.fromEntries(hrefs)),
  };
}
