/**
 * For e2e/install/registry-only.test.ts. Runs in a network that reaches only the registry, which listens on a Unix socket: installs the package into
 * an empty project, starts it, and verifies two photos. Prints the durations, and all other calls.
 */
import { execFile, spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { emptyHome, printed, sizeOf } from "../fresh-install.ts";
import { installScripts } from "../install-scripts.ts";
import { openSinkhole } from "./sinkhole.ts";

const run = promisify(execFile);
const { HOME = "", REGISTRY_SOCKET = "", INSTALL = "npm install" } = process.env;
const sinkhole = await openSinkhole();

const door = createServer((socket) => {
  const registry = connect(REGISTRY_SOCKET);
  for (const end of [socket, registry]) end.on("error", () => [socket, registry].forEach((one) => one.destroy()));
  socket.pipe(registry).pipe(socket);
}).listen(0, "127.0.0.1");
await once(door, "listening");
const home = join(HOME, "empty");
const env = {
  ...(await emptyHome(home)),
  npm_config_registry: `http://127.0.0.1:${(door.address() as AddressInfo).port}/`,
};
const folder = join(HOME, "project");
await mkdir(folder);
await writeFile(join(folder, "package.json"), `{ "private": true }`);

const seconds = async (work: Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work;
  return Math.round((performance.now() - startedMs) / 100) / 10;
};
const megabytes = async (path: string): Promise<number> => Math.round((await sizeOf(path)) / 1e6);

const installS = await seconds(run("sh", ["-c", `${INSTALL} selfsame`], { cwd: folder, env }));
const scripts = installScripts(folder);
const installedMb = await megabytes(join(folder, "node_modules"));

const selfsame = join(folder, "node_modules/.bin/selfsame");
await run(selfsame, ["samples"], { cwd: folder, env });
const service = spawn(selfsame, ["serve", "--port", "0"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
const ended = once(service, "close");
let output = "";
const startS = await seconds(printed(service, /#\/setup\/\S+\n/).then((text) => (output = text)));
const [curl = ""] = /^curl .*$/m.exec(output) ?? [];
const { stdout } = await run("sh", ["-c", `${curl} --silent`], { cwd: folder });
const { match } = (JSON.parse(stdout) as { data: { match: boolean } }).data;
service.kill("SIGTERM");
const [code] = (await ended) as [number | null];

const called = { lookups: [...sinkhole.lookups], connections: [...sinkhole.connections] };
// Proves that the sinkhole records a look-up.
await lookup("proof.example");
const seen = sinkhole.lookups.length - called.lookups.length > 0;
sinkhole.close();
door.close();
console.log(
  JSON.stringify({ scripts, match, code, called, seen, installS, installedMb, homeMb: await megabytes(home), startS }),
);
