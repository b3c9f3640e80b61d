/** `npm run bench`: measures the service and the peer libraries on the same photos in the same run, and writes docs/benchmarks.md. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Timing } from "./measure.ts";
import { groups, phoneSelfie, selfies } from "./photos.ts";
import { renderReport } from "./report.ts";
import type { Results } from "./report.ts";
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

const [load = 0] = loadavg();
const photos = { selfies: await selfies(), groups: await groups(), phone: [await phoneSelfie()] };
console.log("Timing each stage ...");
const { stages, verifyModelMs, describe } = await timeStages(photos.selfies);
console.log("Timing requests ...");
const requests = await timeRequests(photos);
console.log("Timing the peer libraries ...");
const peers = [{ name: "Selfsame", ...describe }, ...timePeers(photos.selfies)];

const page = renderReport({ stages, verifyModelMs, ...requests, load, peers });
writeFileSync(report, page);
console.log(`\n${page}\nWritten to ${report}`);
