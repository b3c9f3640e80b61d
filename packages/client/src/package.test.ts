import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import manifest from "../package.json" with { type: "json" };
import { answeringServer } from "./testing/answering-server.ts";
import { verified } from "./testing/answers.ts";
import { binDir, installClient } from "./testing/install-client.ts";

const run = promisify(execFile);
const here = join(import.meta.dirname, "..");
const dir = mkdtempSync(join(tmpdir(), "selfsame-package-"));
const pkgDir = join(dir, "node_modules/@selfsame/client");
after(() => rmSync(dir, { recursive: true }));

before(async () => {
  await installClient(dir);
  writeFileSync(join(dir, "package.json"), `{"type":"module"}`);
});

test("publint has nothing to say", async () => {
  const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test("attw finds the types right", async () => {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", dir], { cwd: pkgDir });
  const tarball = join(dir, `selfsame-client-${manifest.version}.tgz`);
  // attw exits with an error on any problem in the four ways to resolve the package: node10, node16 from CommonJS, node16 from ES modules, bundlers.
  await run(join(binDir, "attw"), [tarball, "--profile", "strict"]);
});

test("it has no dependencies", async () => {
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /dependencies/i.test(key)),
    [],
  );
});

test("it imports nothing but its own files, so that it runs where there is no Node", () => {
  for (const file of globSync("dist/**/*.js", { cwd: pkgDir })) {
    const imports = readFileSync(join(pkgDir, file), "utf8").matchAll(/(?:from |import\()\s*"([^"]+)"/g);
    for (const [, path = ""] of imports) assert.match(path, /^\.\.?\//, file);
  }
});

test("a program that imports the package verifies", async (t) => {
  const { baseUrl } = await answeringServer(t, verified);
  const program = join(dir, "program.js");
  writeFileSync(
    program,
    `import { Selfsame, ApiError } from "@selfsame/client";
     const selfsame = new Selfsame({ apiKey: "k", baseUrl: "${baseUrl}" });
     const { match } = await selfsame.verify({ reference: import.meta.filename, selfie: new Blob(["x"]) });
     console.log(match, ApiError.name);`,
  );
  assert.equal((await run(process.execPath, [program])).stdout, "true ApiError\n");
});

test("a CommonJS program that requires the package verifies", async (t) => {
  const { baseUrl } = await answeringServer(t, verified);
  const program = join(dir, "program.cjs");
  writeFileSync(
    program,
    `const { Selfsame, ApiError } = require("@selfsame/client");
     const selfsame = new Selfsame({ apiKey: "k", baseUrl: "${baseUrl}" });
     selfsame.verify({ reference: __filename, selfie: new Blob(["x"]) }).then(({ match }) => console.log(match, ApiError.name));`,
  );
  assert.equal((await run(process.execPath, [program])).stdout, "true ApiError\n");
});

for (const [module, moduleResolution] of [
  ["commonjs", "bundler"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
] as const) {
  test(`a TypeScript program of a CommonJS project compiles with module ${module}`, async () => {
    const folder = join(dir, `ts-${module}`);
    mkdirSync(join(folder, "node_modules/@selfsame"), { recursive: true });
    symlinkSync(pkgDir, join(folder, "node_modules/@selfsame/client"));
    writeFileSync(join(folder, "package.json"), `{ "type": "commonjs" }`);
    writeFileSync(
      join(folder, "program.ts"),
      `import { Selfsame, ApiError } from "@selfsame/client";
       export const selfsame: Selfsame = new Selfsame({ apiKey: "k", baseUrl: "http://a" });
       export const isOurs = (error: unknown): boolean => error instanceof ApiError && error.code === "no_face";`,
    );
    const options = [
      "--ignoreConfig",
      "--strict",
      "--noEmit",
      "--module",
      module,
      "--moduleResolution",
      moduleResolution,
    ];
    await run(join(binDir, "tsc"), [...options, "--target", "es2022", "--lib", "es2022,dom", "program.ts"], {
      cwd: folder,
    });
  });
}

test("a TypeScript program without DOM types compiles against the types, strictly", async () => {
  mkdirSync(join(dir, "node_modules/@types"), { recursive: true });
  const types = join(dir, "node_modules/@types/node");
  symlinkSync(join(here, "../../node_modules/@types/node"), types);
  symlinkSync(join(here, "../../node_modules/undici-types"), join(dir, "node_modules/undici-types"));
  const program = join(dir, "program.ts");
  writeFileSync(
    program,
    `import { createReadStream } from "node:fs";
     import { Selfsame, type VerifyResult } from "@selfsame/client";
     const selfsame = new Selfsame({ apiKey: "k", baseUrl: "http://a" });
     const photo = createReadStream("a.jpg");
     export const result: VerifyResult = await selfsame.verify({ reference: photo, selfie: Buffer.from("x") });
     // @ts-expect-error: null below the threshold
     export const similarity: number = result.similarity;`,
  );
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023", "--lib", "es2023"];
  await run(join(binDir, "tsc"), [...options, "--types", "node", program], { cwd: dir });
});
