/** The packages as `npm pack` makes them, each installed into an empty project with an empty home folder: `npm run test:install`. */
import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { makeCountry } from "../../packages/server/testing/documents/issuer.ts";
import { issueMdoc, presentMdoc, transcriptOf } from "../../packages/server/testing/documents/mdoc.ts";
import { until } from "../../packages/platform/testing/until.ts";
import { packAll } from "../../scripts/release/release.ts";
import { sbomName } from "../../scripts/release/write-sbom.ts";
import { noBrowser, openBrowser } from "../../testing/browser/browser.ts";
import { documentBlocks } from "../../testing/document-blocks.ts";
import { emptyHome, npmConfig, printed, sizeOf } from "../../testing/fresh-install.ts";
import { freePort } from "../../testing/free-port.ts";
import { installScripts } from "../../testing/install-scripts.ts";
import { createRegistry } from "../../testing/registry.ts";

const run = promisify(execFile);
const bin = join(import.meta.dirname, "../../node_modules/.bin");

let dir: string;
let env: NodeJS.ProcessEnv;
let tarballs: Record<string, string>;
let registry: ReturnType<typeof createRegistry>;
const notes: string[] = [];
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "selfsame-packages-"));
  env = await emptyHome(join(dir, "home"));
  await run(process.execPath, [join(import.meta.dirname, "../../packages/cli/src/selfsame.js"), "models"]);
  const systems = [`${process.platform}-${process.arch}`];
  tarballs = await packAll({ outDir: join(dir, "packed"), systems, say: (line) => notes.push(line) });
  registry = createRegistry(Object.values(tarballs), await npmConfig("registry")).listen(0, "127.0.0.1");
  await once(registry, "listening");
  env = { ...env, npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/` };
});
after(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(dir, { recursive: true, force: true });
});

/** An empty project with one package, and the packages that it is used with. */
async function project(name: string, ...beside: readonly string[]): Promise<string> {
  const folder = join(dir, `project-${name}`);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), `{ "type": "module", "private": true }`);
  const install = (...wanted: readonly string[]) =>
    run("npm", ["install", "--no-audit", "--no-fund", ...wanted], { cwd: folder, env });
  await install(tarballs[name] ?? assert.fail(name));
  assert.deepEqual(installScripts(folder), [], "no package of the tree runs anything when it is installed");
  if (beside.length > 0) await install(...beside);
  return folder;
}

test("publint has nothing to say, and the sizes are", (t) => {
  for (const note of notes) t.diagnostic(note);
  assert.equal(notes.length, 10);
});

interface Sbom {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly "bom-ref": string }[];
}

/** @throws if it is not valid CycloneDX */
async function sbomOf(name: string): Promise<Sbom> {
  const { stdout } = await run("tar", ["-xOzf", tarballs[name] ?? assert.fail(name), `package/${sbomName}`], {
    maxBuffer: 2 ** 24,
  });
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(stdout);
  assert.equal(problem, null, `${name}: ${JSON.stringify(problem)}`);
  return JSON.parse(stdout) as Sbom;
}

const ours = ["selfsame", "client", "camera", "camera-files", "react", "vue", "react-native", "capacitor", "mcp"];

test("each package of ours has a valid SBOM, which names the package and no machine", async () => {
  for (const name of ours) {
    const sbom = await sbomOf(name);
    assert.equal(sbom.metadata.component.name, name === "selfsame" ? name : `@selfsame/${name}`);
    assert.doesNotMatch(JSON.stringify(sbom), /127\.0\.0\.1|localhost|file:/);
  }
  const inCamera = (await sbomOf("camera-files")).components.map((one) => one["bom-ref"]);
  assert.ok(
    inCamera.some((ref) => ref.startsWith("onnxruntime-web@")),
    inCamera.join(),
  );
});

/** The SBOM lists what npm installed, and what is bundled in the package. */
async function isInSbom(folder: string): Promise<void> {
  const refs = new Set((await sbomOf("selfsame")).components.map((one) => one["bom-ref"]));
  const lock = JSON.parse(await readFile(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string }>;
  };
  const installed = Object.entries(lock.packages).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`,
  );
  assert.deepEqual(
    installed.filter((ref) => !refs.has(ref) && !ref.startsWith("selfsame@")),
    [],
  );
  for (const name of ["@owf/mdoc", "cbor-x", "preact"]) {
    assert.ok(
      [...refs].some((ref) => ref.startsWith(`${name}@`)),
      name,
    );
    assert.ok(!installed.some((ref) => ref.startsWith(`${name}@`)), name);
  }
  const licenses = await readFile(join(folder, "node_modules/selfsame/THIRD-PARTY-LICENSES.md"), "utf8");
  for (const name of ["@owf/mdoc", "cbor-x", "preact", "onnxruntime-web"]) assert.ok(licenses.includes(`## ${name} `));
}

test("selfsame starts, serves its pages and the client verifies with it", async (t) => {
  const beganMs = performance.now();
  const folder = await project("selfsame");
  t.diagnostic(
    `installed in ${secondsSince(beganMs)} s: ${((await sizeOf(join(folder, "node_modules"))) / 2 ** 20).toFixed(0)} MB`,
  );
  await isInSbom(folder);
  const selfsame = join(folder, "node_modules/.bin/selfsame");
  const version = await run(selfsame, ["--version"], { cwd: folder, env });
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  await run(selfsame, ["samples"], { cwd: folder, env });

  const startedMs = performance.now();
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  const service = spawn(selfsame, ["serve", "--port", "0"], { cwd: folder, env, stdio });
  const ended = once(service, "close");
  t.after(async () => {
    service.kill();
    await ended;
  });
  const problems = text(service.stderr);
  const output = await printed(service, /#\/setup\/\S+\n/).catch(async () => assert.fail(await problems));
  t.diagnostic(`fresh start with the models fetched: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  const [, url = ""] = /URL:\n(http:\S+)/.exec(output) ?? [];
  const [, apiKey = ""] = /(ss_sk_\w+)\n/.exec(output) ?? [];
  for (const path of ["/", "/camera.js", "/camera-v3.js", "/docs", "/docs/guide/quick-start", "/openapi.json"]) {
    assert.equal((await fetch(url + path)).status, 200, path);
  }
  const [curl = ""] = /^curl .*$/m.exec(output) ?? [];
  const shown = await run("sh", ["-c", `${curl} --silent`], { cwd: folder });
  assert.equal(JSON.parse(shown.stdout).data.match, true);

  await hasReports(url, output);
  await readsAnMdoc({ folder, selfsame, url, apiKey });

  const other = await project("client");
  await writeFile(
    join(other, "program.js"),
    `import { Selfsame } from "@selfsame/client";
     const [reference, selfie] = process.argv.slice(2);
     console.log((await new Selfsame().verify({ reference, selfie })).match);`,
  );
  const photos = ["reference", "stranger"].map((name) => join(folder, "samples", `${name}.jpg`));
  const settings = { SELFSAME_API_KEY: apiKey, SELFSAME_URL: url };
  const asked = await run(process.execPath, ["program.js", ...photos], { cwd: other, env: { ...env, ...settings } });
  assert.equal(asked.stdout, "false\n");

  await handlesAWebhook(other, selfsame, folder, url);
  t.diagnostic(`from nothing to the first webhook that was handled: ${secondsSince(beganMs)} s`);

  service.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

interface Running {
  readonly folder: string;
  readonly selfsame: string;
  readonly url: string;
  readonly apiKey: string;
}

/** The bundled reader of mobile documents works in a process with restricted reads: its portrait is compared. */
async function readsAnMdoc({ folder, selfsame, url, apiKey }: Running): Promise<void> {
  const country = makeCountry();
  await writeFile(join(folder, "authority.cer"), country.csca);
  await run(selfsame, ["documents", "trust", "add", "authority.cer"], { cwd: folder, env });
  const photo = await readFile(join(folder, "samples/reference.jpg"));
  const transcript = await transcriptOf({ nonce: "installed" });
  const form = new FormData();
  form.set("selfie", new Blob([photo]));
  form.set("reference_document", new Blob([await mdocOf(photo, country, transcript)]));
  form.set("document_format", "mdoc");
  form.set("session_transcript", Buffer.from(transcript.encode()).toString("base64"));
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${url}/api/v3/verify`, { method: "POST", headers, body: form });
  assert.equal(response.status, 200, await response.clone().text());
  const { data } = (await response.json()) as { data: { match: boolean } };
  assert.equal(data.match, true);
}

async function mdocOf(
  portrait: Uint8Array,
  { documentSigner }: ReturnType<typeof makeCountry>,
  transcript: Awaited<ReturnType<typeof transcriptOf>>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await presentMdoc(await issueMdoc(documentSigner, { portrait }), transcript));
}

const secondsSince = (sinceMs: number) => ((performance.now() - sinceMs) / 1000).toFixed(1);

/** The quick start's last step as printed: a test key, `listen`, its handler, `trigger`. */
async function handlesAWebhook(project: string, selfsame: string, folder: string, url: string): Promise<void> {
  const made = await run(selfsame, ["keys", "create", "Local", "--kind", "test"], { cwd: folder, env });
  const [testKey = assert.fail(made.stdout)] = /ss_tk_\w+/.exec(made.stdout) ?? [];
  const port = await freePort();
  const [handler = assert.fail("the quick start has none")] = await documentBlocks(
    "docs/quick-start.md",
    "js",
    "webhook.mjs",
  );
  await writeFile(join(project, "webhook.mjs"), handler.replace("4242", String(port)));
  const started: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], cwd: string, settings: NodeJS.ProcessEnv) => {
    const child = spawn(program, args, { cwd, env: { ...env, ...settings }, stdio: ["ignore", "pipe", "inherit"] });
    started.push(child);
    return child;
  };
  try {
    const asDeveloper = { SELFSAME_API_KEY: testKey, SELFSAME_URL: url };
    const listening = start(
      selfsame,
      ["listen", "--forward-to", `http://localhost:${port}/webhook`],
      folder,
      asDeveloper,
    );
    const [secret] = /whsec_\S+/.exec(await printed(listening, /whsec_\S+\n/)) ?? [];
    const handling = start(process.execPath, ["webhook.mjs"], project, { SELFSAME_WEBHOOK_SECRET: secret });
    await until(() => fetch(`http://localhost:${port}/`, { method: "POST" }).catch(() => undefined));
    const handled = printed(handling, /^session\.verified /m);
    await run(selfsame, ["trigger", "session.verified"], { cwd: folder, env: { ...env, ...asDeveloper } });
    await handled;
  } finally {
    for (const child of started) child.kill();
    await Promise.all(started.map(async (child) => child.exitCode ?? child.signalCode ?? once(child, "exit")));
  }
}

/** The dashboard's reports: SQLite computes them on a thread, whose file has another name in the package than in the repository. */
async function hasReports(url: string, output: string): Promise<void> {
  const [, secret] = /#\/setup\/(\S+)/.exec(output) ?? [];
  const body = JSON.stringify({ secret, email: "owner@example.com", password: "correct horse battery" });
  const headers = { origin: url, "content-type": "application/json" };
  const entered = await fetch(`${url}/api/dashboard/setup`, { method: "POST", body, headers });
  assert.equal(entered.status, 201, await entered.clone().text());
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const usage = await fetch(`${url}/api/v3/usage?by=day&split=endpoint`, { headers: { cookie } });
  assert.equal(usage.status, 200, await usage.clone().text());
}

// Not checked: `selfsame`, a program that exports only its manifest, and has no types.
test("attw finds the types of the client, the camera and the frameworks' packages right", async () => {
  for (const name of ["client", "camera", "react", "vue"]) {
    // Packages for browsers are ESM only, so the profiles of require() and Node 10 are left out.
    const profile = name === "client" ? "strict" : "esm-only";
    const tarball = tarballs[name] ?? assert.fail(name);
    await run(join(bin, "attw"), [tarball, "--profile", profile, "--entrypoints", "."]);
  }
});

const compile = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];

/** The camera's files, 17 MB, come from the service and not from the package. */
async function assertSmall(folder: string): Promise<void> {
  const sizeBytes = await sizeOf(join(folder, "node_modules/@selfsame"));
  assert.ok(sizeBytes < 100_000, `${sizeBytes} bytes`);
}

test("the React package is small and typed, and renders on a server, with React 18", async () => {
  const folder = await project("react", "react@18", "react-dom@18", "@types/react@18", "@types/react-dom@18");
  await assertSmall(folder);
  await writeFile(
    join(folder, "program.tsx"),
    `import { SelfsameCamera, useSelfsameCamera } from "@selfsame/react";
     import { renderToString } from "react-dom/server";
     const keep = ({ blob }: { blob: Blob }) => console.log(blob.size);
     function Button() {
       const { capture } = useSelfsameCamera("https://faces.example.com");
       return <button onClick={() => void capture({ language: "fr" })}>Go</button>;
     }
     console.log(renderToString(<><SelfsameCamera from="/faces/" onCapture={keep} challenge className="tall" /><Button /></>));`,
  );
  const emit = compile.filter((option) => option !== "--noEmit");
  await run(join(bin, "tsc"), [...emit, "--jsx", "react-jsx", "program.tsx"], { cwd: folder });
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder });
  assert.equal(stdout, '<div class="tall"></div><button>Go</button>\n');
});

test("the Vue package is small and typed, and renders on a server", async () => {
  const folder = await project("vue", "vue@3", "@types/node");
  await assertSmall(folder);
  const program = (props: string) => `import { SelfsameCamera, useSelfsameCamera } from "@selfsame/vue";
     import { createSSRApp, h } from "vue";
     import { renderToString } from "vue/server-renderer";
     const onCapture = ({ blob }: { blob: Blob }) => console.log(blob.size);
     const setup = () => {
       const { capture } = useSelfsameCamera("https://faces.example.com");
       const go = () => void capture({ language: "fr" });
       return () => [h(SelfsameCamera, { from: "/faces/", onCapture, class: "tall", ${props} }), h("button", { onClick: go }, "Go")];
     };
     console.log(await renderToString(createSSRApp({ setup })));`;
  await writeFile(join(folder, "program.ts"), program("challenge: true, publicKey: 'ss_pk_a'"));
  await writeFile(join(folder, "wrong.ts"), program("challenge: 'yes'"));
  // Types of Vue's server renderer name Node's streams.
  const typed = [...compile, "--types", "node"];
  const emit = typed.filter((option) => option !== "--noEmit");
  await run(join(bin, "tsc"), [...emit, "program.ts"], { cwd: folder });
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder });
  assert.equal(stdout, '<!--[--><div class="tall" style=""></div><button>Go</button><!--]-->\n');
  // Only the prop differs.
  const wrong = run(join(bin, "tsc"), [...typed, "wrong.ts"], { cwd: folder });
  await assert.rejects(wrong, ({ stdout }: { stdout: string }) => /^wrong\.ts\(/m.test(stdout));
});

test("the packages for apps are typed against the libraries of the phones, and so are their examples", async () => {
  const phones = {
    // React Native has its own globals instead of the DOM's, and its template leaves libraries' types unchecked.
    "react-native": {
      beside: ["react", "react-native", "react-native-webview", "@types/react"],
      file: "App.tsx",
      wrong: ["onEnd={finish}", "onEnd={7}"],
      lib: ["--lib", "es2022", "--skipLibCheck"],
    },
    capacitor: {
      beside: ["@capacitor/app", "@capacitor/browser", "@capacitor/core"],
      file: "verify.ts",
      wrong: ["session: id", "session: 7"],
      lib: ["--lib", "es2022,dom"],
    },
  } as const;
  // Options for apps as Metro and Vite build them.
  const bundled = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--jsx", "react-jsx"];
  for (const [name, { beside, file, wrong, lib }] of Object.entries(phones)) {
    const folder = await project(name, "--ignore-scripts", ...beside);
    const example = await readFile(join(import.meta.dirname, "../../examples", name, file), "utf8");
    const check = async (code: string) => {
      await writeFile(join(folder, file), code);
      return run(join(bin, "tsc"), ["--strict", "--noEmit", ...bundled, ...lib, file], { cwd: folder });
    };
    await check(example);
    const said = ({ stdout }: { readonly stdout: string }) => stdout.startsWith(`${file}(`);
    await assert.rejects(check(example.replace(wrong[0], wrong[1])), said);
  }
});

test("an agent's client starts the server of tools, which brings no other package", async (t) => {
  const folder = await project("mcp");
  const modules = await readdir(join(folder, "node_modules"));
  assert.deepEqual(modules.toSorted(), [".bin", ".package-lock.json", "@selfsame"]);
  const client = new Client({ name: "test", version: "1.0.0" });
  t.after(() => client.close());
  const command = join(folder, "node_modules/.bin/selfsame-mcp");
  await client.connect(new StdioClientTransport({ command, env: { ...env, SELFSAME_API_KEY: "ss_tk_abc" } }));
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === "read_docs"));
});

const types: Readonly<Record<string, string>> = { ".wasm": "application/wasm", ".html": "text/html" };

test("the camera is typed, and loads from a folder of one's own", { skip: noBrowser }, async (t) => {
  const folder = await project("camera", "@selfsame/camera-files");
  await writeFile(
    join(folder, "program.ts"),
    `import { loadCamera, type Capture } from "@selfsame/camera";
     const VerifyCameraV3 = await loadCamera("https://faces.example.com");
     export const capture: Capture | null = await VerifyCameraV3.capture({ language: "fr" });`,
  );
  await run(join(bin, "tsc"), [...compile, "program.ts"], { cwd: folder });

  const packagesDir = join(folder, "node_modules/@selfsame");
  assert.ok((await readdir(join(packagesDir, "camera-files/files/camera"))).some((name) => name.endsWith(".onnx")));
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path === "/") return response.setHeader("content-type", "text/html").end("<!doctype html>");
    readFile(join(packagesDir, path)).then(
      (bytes) => response.setHeader("content-type", types[extname(path)] ?? "text/javascript").end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const name = await page.evaluate(`import("/camera/index.js").then(async ({ loadCamera }) => {
    const camera = await loadCamera("/camera-files/files");
    if (camera !== (await loadCamera("/camera-files/files/"))) throw new Error("loaded twice");
    await camera.preload();
    const script = document.createElement("script");
    script.src = "/camera-files/files/camera-v3.js";
    document.head.append(script);
    await new Promise((resolve) => (script.onload = resolve));
    await window.VerifyCameraV3.preload();
    return typeof camera.capture;
  })`);
  assert.equal(name, "function");
});
