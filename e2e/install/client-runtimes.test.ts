/**
 * The table of cases shared by all clients, with the TypeScript client in Node, Deno, Bun, workerd and a browser: `npm run test:install`. Deno, Bun
 * and workerd come from npm's registry, into a temporary folder.
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { build } from "vite";
import { answerer } from "../../packages/client/src/testing/answering-server.ts";
import { assertCase, assertWebhook, replyOf, table } from "../../packages/client/src/testing/assert-case.ts";
import type { performAll } from "../../packages/client/src/testing/perform-case.ts";
import { until } from "../../packages/platform/testing/until.ts";
import { noBrowser, openBrowser } from "../../testing/browser/browser.ts";
import { freePort } from "../../testing/free-port.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

type Performed = Awaited<ReturnType<typeof performAll>>;

let dir: string;
/** Why a runtime is not available here. */
let missing: string | undefined;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "selfsame-runtimes-"));
  await build({
    root: dir,
    configFile: false,
    logLevel: "warn",
    build: {
      target: "es2022",
      minify: false,
      outDir: "built",
      lib: {
        entry: join(root, "packages/client/src/testing/perform-case.ts"),
        formats: ["es"],
        fileName: () => "suite.mjs",
      },
    },
  });
  await copyFile(join(dir, "built/suite.mjs"), join(dir, "suite.mjs"));
  await writeFile(join(dir, "table.json"), JSON.stringify(table));
  await writeFile(join(dir, "program.mjs"), program);
  await writeFile(join(dir, "worker.mjs"), worker);
  await writeFile(join(dir, "package.json"), `{ "private": true }`);
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...runtimes];
  missing = await run("npm", install, { cwd: dir }).then(
    () => undefined,
    ({ stderr }: { stderr: string }) => `npm did not install it: ${stderr.split("\n")[0]}`,
  );
});
after(() => rm(dir, { recursive: true, force: true }));

/** Each runtime is a package that contains its program as an optional dependency for this system, which needs no install script. */
const olderNodes = [20, 22] as const;
const runtimes = [
  "deno@2",
  "bun@1",
  "workerd@1",
  ...olderNodes.map((major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`),
];

/** Path of the program in a package such as @oven/bun-linux-x64. */
async function programOf(name: string, path: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(dir, "node_modules", name, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  for (const dependency of Object.keys(manifest.optionalDependencies)) {
    const file = join(dir, "node_modules", dependency, path);
    if (await run(file, ["--version"]).catch(() => undefined)) return file;
  }
  throw new Error(`${name} has no program for this system`);
}

const program = `import { readFileSync } from "node:fs";
import process from "node:process";
import { performAll } from "./suite.mjs";
const table = JSON.parse(readFileSync(new URL("table.json", import.meta.url), "utf8"));
console.log(JSON.stringify(await performAll(table, process.argv[2])));
`;

const worker = `import { performAll } from "./suite.mjs";
export default {
  async fetch(request) {
    const { table, baseUrl } = await request.json();
    return Response.json(await performAll(table, baseUrl));
  },
};
`;

/** Serves each case's replies at a separate path, and a page for browsers to run them from. */
async function withReplies(performIn: (baseUrl: string) => Promise<Performed>, apiKey = "ss_sk_a"): Promise<void> {
  const expected = JSON.parse(JSON.stringify(table).replaceAll("Bearer ss_sk_a", `Bearer ${apiKey}`)) as typeof table;
  const cases = table.cases.map(({ replies }) => answerer(replies.map(replyOf), (url) => url.replace(/^\/\d+/, "")));
  const server = createServer((request, response) => {
    // Deno, Bun and browsers repeat a request automatically when a reused connection breaks.
    response.shouldKeepAlive = false;
    const [, at] = /^\/(\d+)\//.exec(request.url ?? "") ?? [];
    const one = at === undefined ? undefined : cases[Number(at)];
    if (one) void one.answer(request, response);
    else if (request.url === "/") response.setHeader("content-type", "text/html").end("<!doctype html>");
    else if (request.url === "/suite.mjs") {
      readFile(join(dir, "suite.mjs")).then(
        (code) => response.setHeader("content-type", "text/javascript").end(code),
        (error: Error) => response.destroy(error),
      );
    } else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const performed = await performIn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    assert.deepEqual([performed.cases.length, performed.webhooks.length], [cases.length, table.webhooks.cases.length]);
    const failures: string[] = [];
    const check = (name: string, assertion: () => void) => {
      try {
        assertion();
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
    };
    for (const [at, one] of expected.cases.entries())
      check(one.name, () => assertCase(one, performed.cases[at] ?? assert.fail(), cases[at]?.received ?? []));
    for (const [at, one] of table.webhooks.cases.entries())
      check(one.name, () => assertWebhook(one, performed.webhooks[at] ?? assert.fail()));
    assert.deepEqual(failures, []);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const byProgram = (file: string, ...args: string[]) =>
  withReplies(async (baseUrl) => {
    // Without DENO_DIR, Deno's cache would remain in the home folder.
    const env = { ...process.env, DENO_DIR: join(dir, "deno") };
    const { stdout } = await run(file, [...args, join(dir, "program.mjs"), baseUrl], { cwd: dir, env, maxBuffer: 1e8 });
    return JSON.parse(stdout) as Performed;
  });

test("Node", () => byProgram(process.execPath));

for (const major of olderNodes) {
  test(`Node ${major}`, async (t) => {
    if (missing) return t.skip(missing);
    const file = join(dir, `node_modules/node${major}/bin/node`);
    assert.match((await run(file, ["--version"])).stdout, new RegExp(`^v${major}\\.`));
    await byProgram(file);
  });
}

test("Deno", async (t) => {
  if (missing) return t.skip(missing);
  // Deno asks for permission before it uses anything that the options do not allow.
  await byProgram(await programOf("deno", "deno"), "run", "--no-prompt", "--allow-net", `--allow-read=${dir}`);
});

test("Bun", async (t) => {
  if (missing) return t.skip(missing);
  await byProgram(await programOf("bun", "bin/bun"));
});

test("workerd, which runs Cloudflare's Workers, without its compatibility with Node", async (t) => {
  if (missing) return t.skip(missing);
  const port = await freePort();
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.mjs", esModule = embed "worker.mjs"), (name = "suite.mjs", esModule = embed "suite.mjs")],
      compatibilityDate = "2026-01-01",
      globalOutbound = "private",
    )),
    (name = "private", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
  await writeFile(join(dir, "config.capnp"), config);
  const file = await programOf("workerd", "bin/workerd");
  const workerd = spawn(file, ["serve", join(dir, "config.capnp")], { stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(workerd, "exit");
  t.after(async () => {
    workerd.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/`;
  await withReplies(async (baseUrl) => {
    const body = JSON.stringify({ table, baseUrl });
    const answer = await until(() => fetch(url, { method: "POST", body }).catch(() => undefined));
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Performed;
  });
});

test("a browser, which takes public keys only", { skip: noBrowser }, async (t) => {
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const publicKey = "ss_pk_a";
  await withReplies(async (baseUrl) => {
    await page.goto(baseUrl);
    const asked = `import("/suite.mjs").then(({ performAll }) => performAll(${JSON.stringify(table)}, location.origin, "${publicKey}")).then(JSON.stringify)`;
    return JSON.parse(await page.evaluate<string>(asked)) as Performed;
  }, publicKey);
});
