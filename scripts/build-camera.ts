/** The camera as browsers get it: two scripts, the same as modules, the detector's worker and the runtime it needs. */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";
import { compress } from "./compress.ts";

const root = join(import.meta.dirname, "..");

/** What its output depends on. */
export const cameraInputs = [
  "packages/camera/src/**/*.{ts,css}",
  "packages/face/src/**/*.ts",
  "packages/camera/camera*.d.ts",
  "scripts/build*.ts",
  "node_modules/onnxruntime-web/package.json",
  "node_modules/vite/package.json",
];

/** Of the camera's texts, English is in the scripts. */
const languages = readdirSync(join(root, "packages/camera/src/texts"))
  .flatMap((file) => /^([a-z]{2})\.ts$/.exec(file)?.[1] ?? [])
  .filter((language) => language !== "en");

const bundles = [
  { from: "entry/camera.ts", to: "camera.js", format: "iife" },
  { from: "entry/camera-v3.ts", to: "camera-v3.js", format: "iife" },
  { from: "entry/camera.module.ts", to: "camera.mjs", format: "es" },
  { from: "entry/camera-v3.module.ts", to: "camera-v3.mjs", format: "es" },
  { from: "challenge/challenge.ts", to: "challenge.js", format: "es" },
  { from: "detector/worker.ts", to: "detector.js", format: "es" },
  ...languages.map((language) => ({ from: `texts/${language}.ts`, to: `${language}.js`, format: "es" }) as const),
] as const;

/** @param small compresses the runtime as far as it goes: 2.3 instead of 2.7 MB, in 30 instead of 3 seconds */
export async function buildCamera(outDir: string, small: boolean): Promise<void> {
  for (const { from, to, format } of bundles) await bundle(join(root, "packages/camera/src", from), outDir, to, format);
  // The others are small, or not finished: the server writes addresses into them.
  compress(join(outDir, "runtime.wasm"), small);
}

async function bundle(input: string, outDir: string, name: string, format: "iife" | "es"): Promise<void> {
  // Loaded only when there is something to build: it takes longer than to see that there is not.
  const { build } = await import("vite");
  await build({
    root: join(root, "packages/camera"),
    configFile: false,
    logLevel: "warn",
    plugins: [keysOnce],
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      // Safari 15.4 and Chrome 94 run it, too. Named here, they would get every class without fields and private names, a tenth more code,
      // because of faults that none of our classes meets: see the constructor of session.ts; for Chrome, static fields called `name`.
      target: ["es2022", "safari16", "firefox98", "chrome98"],
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: "strict",
        // The only asset is the runtime that the worker's bundle of ONNX Runtime names.
        output: { format, entryFileNames: name, assetFileNames: "runtime[extname]", codeSplitting: false },
      },
    },
  });
}

/** Every language of the challenge has the same keys. In its script English alone names them: that spares pages 2 % of the bytes. */
const keysOnce: Plugin = {
  name: "keys-once",
  resolveId: (id) => (id === "keyed" ? id : undefined),
  load: (id) =>
    id === "keyed"
      ? "export const keyed = (keys, words) => Object.fromEntries(Object.keys(keys).map((key, i) => [key, words[i]]))"
      : undefined,
  async transform(_, id) {
    if (!/\/challenge\/texts\/[a-z]{2}\.ts$/.test(id) || id.endsWith("/en.ts")) return undefined;
    const language = basename(id, ".ts");
    const [english, own] = await Promise.all([textsIn(join(dirname(id), "en.ts"), "en"), textsIn(id, language)]);
    const words = JSON.stringify(Object.keys(english).map((key) => own[key]));
    const code = `import { keyed } from "keyed"; import { en } from "./en.ts"; export const ${language} = keyed(en, ${words})`;
    return { code, map: null };
  },
};

async function textsIn(path: string, language: string): Promise<Readonly<Record<string, string>>> {
  const texts = ((await import(path)) as Readonly<Record<string, Readonly<Record<string, string>>>>)[language];
  if (!texts) throw new Error(`${path} has no texts called ${language}`);
  return texts;
}
