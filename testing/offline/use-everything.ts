/**
 * For e2e/nothing-leaves.test.ts. Runs in an isolated network: uses the service, and the command that loads the models in its own process, then
 * proves that the sinkhole records traffic. Prints what was recorded.
 */
import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { reference, selfie } from "../photos.ts";
import { startServer } from "../server.ts";
import { openSinkhole } from "./sinkhole.ts";

const { HOME = "", TMPDIR = "", OFFLINE_CACHE = "" } = process.env;
const sinkhole = await openSinkhole();

async function useService(): Promise<number[]> {
  const server = await startServer({ SELFSAME_WORKERS: "1" });
  const headers = { authorization: `Bearer ${server.privateKey}` };
  const statuses = [];
  // Some seconds of work, because telemetry is often sent after a delay.
  for (const path of Array.from({ length: 30 }, () => ["/api/v2/verify", "/api/v3/verify"]).flat()) {
    const body = new FormData();
    body.set("reference", new Blob([Buffer.from(reference)]), "reference.jpg");
    body.set("selfie", new Blob([Buffer.from(selfie)]), "selfie.jpg");
    statuses.push((await fetch(server.url + path, { method: "POST", headers, body })).status);
  }
  for (const path of ["/docs", "/docs/guide", "/health/ready"]) statuses.push((await fetch(server.url + path)).status);
  await server.stop();
  return [...new Set(statuses)];
}

async function useEvaluate(): Promise<string> {
  const dir = join(TMPDIR, "pairs");
  await mkdir(dir);
  await writeFile(join(dir, "a.jpg"), reference);
  await writeFile(join(dir, "b.jpg"), selfie);
  await writeFile(join(dir, "pairs.csv"), "path_a,path_b,same\na.jpg,b.jpg,1\nb.jpg,a.jpg,1\n");
  const command = join(import.meta.dirname, "../../packages/cli/src/selfsame.js");
  const args = [command, "evaluate", "--pairs", join(dir, "pairs.csv")];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: dir });
  return stdout;
}

/** Files that programs left in these folders, without our own pairs. */
async function filesLeft(): Promise<string[]> {
  const found = await Promise.all([HOME, TMPDIR, OFFLINE_CACHE].map((dir) => readdir(dir, { recursive: true })));
  return found.flat().filter((path) => !path.startsWith("pairs"));
}

/** Makes a look-up, a connection to a port of the web and one to another port, as telemetry would. */
async function tryToLeave(): Promise<void> {
  const { address } = await lookup("proof.example");
  for (const port of [443, 8883]) {
    const socket = connect(port, address);
    await new Promise(
      (resolve) =>
        void socket
          .on("error", () => {})
          .once("close", resolve)
          .resume(),
    );
  }
}

const statuses = await useService();
const evaluated = await useEvaluate();
const used = {
  lookups: [...sinkhole.lookups],
  connections: [...sinkhole.connections],
  unanswered: await sinkhole.unanswered(),
  files: await filesLeft(),
};
await tryToLeave();
const proof = {
  lookups: [...new Set(sinkhole.lookups.slice(used.lookups.length))],
  connections: sinkhole.connections.slice(used.connections.length),
  unanswered: (await sinkhole.unanswered()) - used.unanswered,
};
sinkhole.close();
console.log(JSON.stringify({ statuses, evaluated: evaluated !== "", used, proof }));
