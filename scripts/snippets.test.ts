/** Checks code in the documentation that is not a copy of a file of examples/: its types match the packages', and its language can parse it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { parseSync } from "oxc-parser";
import { parse as parseYaml } from "yaml";
import { noLanguage } from "../testing/languages.ts";
import { pageBlocks } from "../testing/page-commands.ts";

const root = join(import.meta.dirname, "..");
/** Code blocks to check. Those of the dashboard's API are generated from the code. */
const blocksIn = (...languages: readonly string[]) =>
  pageBlocks.filter(({ file, language }) => languages.includes(language) && file !== "docs/dashboard-api.md");

/** Declares what a reader fills in, and libraries that are not installed here. React Native is not declared: e2e/install compiles its example. */
const ambient = `
declare const send: (...parts: unknown[]) => Promise<void>, close: () => void, showProblem: (name: string) => void;
declare const selfsame: import("@selfsame/client").Selfsame;
declare const SelfsameCamera: typeof import("@selfsame/react").SelfsameCamera;
declare namespace NodeJS { interface ProcessEnv { SELFSAME_API_KEY: string; SELFSAME_WEBHOOK_SECRET: string } }
declare const url: string, askYourBackend: (...parts: unknown[]) => Promise<void>;
declare const askForAnother: (photo: string | null) => void, reference: Blob, selfie: Blob;
declare const VerifyCameraV3: typeof import("@selfsame/camera").VerifyCameraV3;
declare module "https://faces.example.com/camera-v3.mjs" {
  export const VerifyCameraV3: typeof import("@selfsame/camera").VerifyCameraV3;
}
declare module "https://faces.example.com/camera.mjs" { export const VerifyCamera: new () => object; }
declare module "@opentelemetry/sdk-node" { export class NodeSDK { start(): void; shutdown(): Promise<void> } }
`;

const phoneTypes = join(root, "packages/react-native/src/testing/phone.d.ts");

const compilerOptions = {
  noImplicitAny: false,
  useUnknownInCatchVariables: false,
  exactOptionalPropertyTypes: false,
  rewriteRelativeImportExtensions: false,
  allowImportingTsExtensions: true,
  lib: ["ES2024", "DOM", "DOM.Iterable"],
  types: ["node", "react"],
  typeRoots: [join(root, "node_modules/@types")],
  jsx: "preserve",
  paths: {
    "@selfsame/camera": [join(root, "packages/camera/index.d.ts")],
    "@selfsame/client": [join(root, "packages/client/src/index.ts")],
    "@selfsame/react": [join(root, "packages/react/src/index.ts")],
    "@selfsame/capacitor": [join(root, "packages/capacitor/src/index.ts")],
  },
};

test("JavaScript and TypeScript on a page have the types of the packages", () => {
  mkdirSync(join(root, "dist"), { recursive: true });
  const dir = mkdtempSync(join(root, "dist/snippets-"));
  after(() => rmSync(dir, { recursive: true }));
  const write = (name: string, code: string) => writeFileSync(join(dir, name), code);
  const blocks = blocksIn("js", "mjs", "jsx", "ts", "tsx");
  assert.ok(blocks.length > 10, `${blocks.length}`);
  for (const [index, { file, code }] of blocks.entries())
    write(`${file.replaceAll(/\W/g, "-")}-${index}.tsx`, `${code}\nexport {};\n`);
  for (const example of ["react/main.jsx", "capacitor/verify.ts"])
    write(`${basename(example).split(".", 1)[0]}.tsx`, readFileSync(join(root, "examples", example), "utf8"));
  write("ambient.d.ts", ambient);
  write(
    "tsconfig.json",
    JSON.stringify({ extends: "../../tsconfig.base.json", compilerOptions, include: [".", phoneTypes] }),
  );
  const { stdout } = spawnSync(`tsc -p ${dir}`, { encoding: "utf8", shell: true });
  assert.deepEqual(
    stdout.split("\n").filter((line) => line !== ""),
    [],
  );
});

test("scripts of pages in HTML and Vue can be read", () => {
  const scripts = blocksIn("html").flatMap(({ file, code }) =>
    [...code.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = ""]) => ({ file, script })),
  );
  assert.ok(scripts.length > 3, `${scripts.length}`);
  for (const { file, script } of scripts)
    assert.deepEqual(parseSync("script.mjs", script).errors, [], `${file}: ${script}`);
});

test("JSON and YAML of pages can be read", () => {
  const lines = ({ code }: { readonly code: string }) => {
    const whole = code.trim().replaceAll(/,\s*\.\.\./g, "");
    if (whole.startsWith('"')) return [`{${whole}}`];
    return /^\{.*\}$/m.test(whole) ? whole.split("\n") : [whole];
  };
  for (const block of blocksIn("json", "jsonc"))
    for (const line of lines(block)) assert.doesNotThrow(() => JSON.parse(line), `${block.file}: ${line}`);
  for (const { file, code } of blocksIn("yaml", "yml")) assert.doesNotThrow(() => parseYaml(code), file);
});

test("Python of pages can be read", { skip: noLanguage("Python") }, () => {
  const code = blocksIn("python").map((block) => block.code);
  assert.ok(code.length > 2);
  const program = "import json, sys\nfor code in json.load(sys.stdin): compile(code, code, 'exec')";
  const { status, stderr } = spawnSync("python3", ["-c", program], { input: JSON.stringify(code), encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

/** Commands that parse a recipe without the app's libraries. */
const readers = {
  "examples/webviews/session.swift": ["swiftc", "-frontend", "-parse"],
  "clients/flutter/lib/selfsame_session.dart": ["dart", "format", "--output=none"],
  "examples/webviews/session.kt": ["ktlint", "--log-level=error"],
} as const;

for (const [name, [command, ...args]] of Object.entries(readers)) {
  const skip = spawnSync(command, ["--version"]).status === 0 ? false : `${command} is not installed`;
  test(`the recipe ${name} can be read`, { skip }, () => {
    const { status, stderr } = spawnSync(command, [...args, join(root, name)], {
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
  });
}
