import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { until } from "../packages/platform/testing/until.ts";
import { noBrowser } from "../testing/browser/browser.ts";

const root = join(import.meta.dirname, "..");
const skip = process.platform === "win32" && "a signal ends a process there without its notice";

/** A test that never ends and has started the kinds of processes that tests start: a child, one in a separate group, an orphan, a browser. */
const endless = (folder: string) => `
  import { spawn } from "node:child_process";
  import { once } from "node:events";
  import { writeFileSync } from "node:fs";
  import { test } from "node:test";
  import { setTimeout } from "node:timers/promises";
  ${noBrowser ? "" : `import { openBrowser } from ${JSON.stringify(join(root, "testing/browser/browser.ts"))};`}
  test("it never ends", async () => {
    const wait = ["-e", "setInterval(() => {}, 1000)"];
    const child = spawn(process.execPath, wait, { env: {} });
    const apart = spawn(process.execPath, wait, { detached: true, stdio: "ignore" });
    const parent = spawn("sh", ["-c", process.execPath + " -e 'setInterval(() => {}, 1000)' >&- & echo $!"]);
    const [orphan] = await once(parent.stdout, "data");
    await once(parent, "exit");
    ${noBrowser ? "" : "const browser = await openBrowser(); await (await browser.newPage()).setContent('<p>Here</p>');"}
    const pids = [process.pid, process.ppid, child.pid, apart.pid, Number(orphan)];
    writeFileSync(${JSON.stringify(join(folder, "pids.json"))}, JSON.stringify(pids));
    await setTimeout(1e8);
  });`;

/** Running processes, found by their arguments; a browser's by the browser's arguments. */
const running = (pids: readonly number[]) => {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  const all = stdout.split("\n").map((line) => {
    const [pid, parent, state = "Z", ...args] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state, args: args.join(" ") };
  });
  return all.filter(
    ({ pid, parent, state }) => !state.startsWith("Z") && (pids.includes(pid) || pids.includes(parent)),
  );
};

async function start(t: TestContext, command: readonly [string, ...string[]]) {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-endless-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "endless.test.ts");
  await writeFile(file, endless(folder));
  // In a process group, as a shell starts a foreground command.
  const [program, ...args] = command;
  const run = spawn(program, [...args, file], {
    cwd: root,
    stdio: "ignore",
    detached: true,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  const ended = once(run, "exit");
  const pids = await until(async () => {
    const text = await readFile(join(folder, "pids.json"), "utf8").catch(() => "");
    return text === "" ? undefined : (JSON.parse(text) as readonly number[]);
  });
  // Its current descendants, including the browser.
  const tree = running(pids).map(({ pid }) => pid);
  t.after(() => {
    for (const { pid } of running(tree)) process.kill(pid, "SIGKILL");
  });
  assert.ok(tree.length >= (noBrowser ? 5 : 6), `${tree.length} processes`);
  return { pid: run.pid ?? assert.fail(), ended, tree };
}

const direct = [process.execPath, join(root, "scripts/test.ts"), "--unit"] as const;

for (const [signal, to] of [
  ["SIGINT", "all of the terminal's group"],
  ["SIGTERM", "the run alone"],
  ["SIGHUP", "all of the terminal's group"],
] as const) {
  test(`after ${signal} to ${to} no process is left`, { skip }, async (t) => {
    const { pid, ended, tree } = await start(t, direct);
    process.kill(to === "the run alone" ? pid : -pid, signal);
    const [code] = (await ended) as [number | null];
    assert.ok((code ?? 0) > 128, `${code}`);
    assert.deepEqual(
      running(tree).map(({ args }) => args),
      [],
    );
  });
}

test("after SIGTERM to npm alone no process is left", { skip }, async (t) => {
  const { pid, ended, tree } = await start(t, ["npm", "run", "test:unit", "--"]);
  process.kill(pid, "SIGTERM");
  await ended;
  await until(() => running(tree).length === 0);
});
