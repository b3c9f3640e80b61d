/**
 * `npm run bench`: measures the service and the peer libraries on the same photos in the same run, and writes the section of docs/benchmarks.md for
 * this kind of machine. `-- --json FILE` stores the figures, `-- --compare FILE` compares them with stored ones.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { timeBatches } from "./batches.ts";
import { installPeers } from "./install-peers.ts";
import type { Timing } from "./measuring/measure.ts";
import { groups, phoneSelfie, selfies } from "./photos.ts";
import { compareRuns, describeComparison, lostMax, type Run } from "./report/compare.ts";
import { describeMachine } from "./report/machine.ts";
import { introduction, renderSection, type Results } from "./report/report.ts";
import { withSection } from "./report/sections.ts";
import { timeRequests } from "./requests.ts";
import { timeStages } from "./stages.ts";

const report = join(import.meta.dirname, "../docs/benchmarks.md");
const peerNames = {
  human: "@vladmandic/human",
  "face-api": "@vladmandic/face-api, SSD MobileNet detector",
  "face-api-tiny": "@vladmandic/face-api, tiny detector",
} as const;

interface PeerAnswer {
  readonly timing: Timing;
  readonly foundShare: number;
}

function timePeers(photos: readonly Buffer[]): Results["peers"] {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-bench-"));
  for (const [index, photo] of photos.entries()) writeFileSync(join(folder, `${index}.jpg`), photo);
  const peers = Object.entries(peerNames).map(([peer, name]) => {
    const output = execFileSync(process.execPath, [join(import.meta.dirname, "peers/time-peer.ts"), peer, folder], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { timing, foundShare } = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as PeerAnswer;
    return { name, timing, foundShare };
  });
  rmSync(folder, { recursive: true });
  return peers;
}

const { values: options } = parseArgs({ options: { json: { type: "string" }, compare: { type: "string" } } });
const machine = describeMachine();
// Read before the measurement, which takes minutes: the file may be missing, or of another machine.
const earlier = options.compare === undefined ? undefined : (JSON.parse(readFileSync(options.compare, "utf8")) as Run);
if (earlier && earlier.kind !== machine.kind) {
  throw new Error(
    `${options.compare} was measured on another kind of machine (${earlier.kind}); this is ${machine.kind}`,
  );
}

installPeers();
const [before = 0] = loadavg();
const photos = { selfies: await selfies(), groups: await groups(), phone: [await phoneSelfie()] };
console.log("Timing each stage ...");
const { stages, verifyModelMs, describe } = await timeStages(photos.selfies);
console.log("Timing requests ...");
const requests = await timeRequests(photos);
console.log("Timing batches ...");
const batches = await timeBatches(photos.selfies);
console.log("Timing the peer libraries ...");
const peers = [{ name: "Selfsame", ...describe }, ...timePeers(photos.selfies)];

const [after = 0] = loadavg();
const results: Results = { stages, verifyModelMs, ...requests, batches, load: { before, after }, peers };
const section = renderSection(machine, results);
writeFileSync(report, withSection(readFileSync(report, "utf8"), introduction, machine.kind, section));
console.log(`\n${machine.kind}\n\n${section}\nWritten to ${report}`);

const run: Run = { kind: machine.kind, results };
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
const comparison = earlier && compareRuns(earlier, run);
if (comparison?.outcome === "compared") {
  console.log(describeComparison(comparison.changes));
  for (const { name, ratio } of comparison.lost) {
    console.error(`${name}: ${ratio.toFixed(2)} times the earlier run, more than ${lostMax}`);
    process.exitCode = 1;
  }
}
