import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { pathToFileURL } from "node:url";

export type TestKind = "all" | "fast" | "unit" | "fuzz";

const packages = ["packages/*/{src,testing}/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "bench/**/*.test.ts"];

/** A file that names one of these starts a browser, the models, a whole service or other processes, or builds what they need. */
const heavy =
  /\b(openBrowser|testModels|sharedEngine|createEngine|startService|startServer|startNode|startDashboard|nodeUnderTest|installClient|buildAll|spawn|fork|execFile)\b/;

/**
 * A file that names one of these has a process of its own: it starts others, measures or changes what all of a process share, waits
 * before its first test, or lets sharp read what the service keeps its process from.
 */
const alone =
  /\b(openBrowser|startServer|startNode|nodeUnderTest|installClient|buildAll|spawn|fork|execFile)\b|\bprocess\.(env|on|once|emit|chdir|memoryUsage)\b|^(before|after)Each\(|^before\(|^mock\.|globalThis|setFlagsFromString|\.svg"\)|\bphotoOfCard\b|\bprom-client\b/m;

/** A file that contains this measures how busy the machine is, so nothing else runs beside it. */
const measuring = /Runs alone, at the end\./;

/** A file that names one of these has photos looked at. */
const engines = /\b(testModels|createEngine|sharedEngine)\b/;

/** Beside the unit tests, what "fast" runs: both contracts, and one page in a browser. */
const fastest = [
  "packages/server/src/api/v2/contract.test.ts",
  "packages/server/src/api/v3/{v3,codes}.test.ts",
  "packages/server/src/api/v3/openapi/*.test.ts",
  "e2e/session-page.test.ts",
];

const says = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, "utf8"));

/** The test files of a kind: which it is, the file itself says by what it imports. */
export function filesOf(kind: TestKind): string[] {
  const ours = globSync(packages).toSorted();
  const units = ours.filter((file) => !says(heavy)(file));
  if (kind === "unit") return units;
  if (kind === "fast") return [...new Set([...globSync(fastest), ...units])];
  // Those that take long come first: a short one fills what is left at the end.
  const all = [...globSync("e2e/*.test.ts").toSorted(), ...ours.filter(says(heavy)), ...units];
  return kind === "fuzz" ? all.filter(says(/\b(fuzzRuns|isFuzzRun)\b/)) : all;
}

export interface Grouped {
  /** What is run in a process each. */
  readonly files: readonly string[];
  /** What is run after the others, one after the other. */
  readonly last: readonly string[];
  /** For SELFSAME_TEST_TOGETHER: the files of each group, which one in testing/together/ imports. */
  readonly together: string;
}

/**
 * Tests of e2e/ that share a process, by their names. Those left out measure what a browser holds, load models of their own, or have somebody
 * perform before the camera: there a minute passes, beside the others.
 */
const wholes = {
  camera: "e2e/camera-!(challenge|memory|sight).test.ts",
  dashboard: "e2e/dashboard-*.test.ts",
  clients: "e2e/{callers,client,client-jobs,documents,example-languages,examples,logos-at-once,python-client}.test.ts",
  sessions: "e2e/session-*.test.ts",
} as const;

/** Puts most files into a few processes: to start one and to load the server's modules takes longer than most files' tests. */
export function grouped(all: readonly string[]): Grouped {
  const files = all.filter((file) => !says(measuring)(file));
  const whole = (group: keyof typeof wholes) => files.filter((file) => matchesGlob(file, wholes[group]));
  const others = files.filter((file) => !file.startsWith("e2e") && !says(alone)(file));
  const small = others.filter((file) => !says(engines)(file));
  const together = {
    camera: whole("camera"),
    dashboard: whole("dashboard"),
    // Those before and after it wait for cameras much of their time.
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
    last: all.filter(says(measuring)),
    together: JSON.stringify(Object.fromEntries(hrefs)),
  };
}
