/** Builds the camera for browsers: two scripts, the same two as modules, the detector's worker and its runtime. */
import { join } from "node:path";
import { listBundled } from "./build-bundled.ts";
import { compress } from "./compress.ts";
import { languageCodes, languageParts, partsOf, textInputs } from "./language-parts.ts";

const root = join(import.meta.dirname, "..");

/** Inputs of the build. */
export const cameraInputs = [
  "packages/camera/src/**/*.{ts,css}",
  "packages/face/src/**/*.ts",
  ...textInputs,
  "packages/camera/camera*.d.ts",
  "scripts/build*.ts",
  "node_modules/onnxruntime-web/package.json",
  "node_modules/vite/package.json",
];

const source = join(root, "packages/camera/src");

const bundles = [
  { from: join(source, "entry/camera.ts"), to: "camera.js", format: "iife" },
  { from: join(source, "entry/camera-v3.ts"), to: "camera-v3.js", format: "iife" },
  { from: join(source, "entry/camera.module.ts"), to: "camera.mjs", format: "es" },
  { from: join(source, "entry/camera-v3.module.ts"), to: "camera-v3.mjs", format: "es" },
  { from: join(source, "challenge/challenge.ts"), to: "challenge.js", format: "es" },
  { from: join(source, "detector/worker.ts"), to: "detector.js", format: "es" },
  // English is part of the scripts.
  ...languageCodes
    .filter((code) => code !== "en")
    .map(
      (code) =>
        ({ from: partsOf(code, ["camera", "challenge", "direction"]), to: `${code}.js`, format: "es" }) as const,
    ),
] as const;

/** @param small compresses the runtime to the minimum: 2.3 instead of 2.7 MB, in 30 instead of 3 seconds */
export async function buildCamera(outDir: string, small: boolean): Promise<void> {
  for (const { from, to, format } of bundles) await bundle(from, outDir, to, format);
  // The other files are small, or not final: the server writes addresses into them.
  compress(join(outDir, "runtime.wasm"), small);
}

async function bundle(input: string, outDir: string, name: string, format: "iife" | "es"): Promise<void> {
  // Imported only when there is something to build: loading Vite takes longer than checking whether to build.
  const { build } = await import("vite");
  await build({
    root: join(root, "packages/camera"),
    configFile: false,
    logLevel: "warn",
    plugins: [languageParts, listBundled()],
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      // Safari 15.4 and Chrome 94 run this code, too. As targets, they would replace fields and private names in every class, a tenth more code,
      // because of bugs that none of our classes triggers: see the constructor of session.ts; for Chrome, static fields called `name`.
      target: ["es2022", "safari16", "firefox98", "chrome98"],
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: "strict",
        // The only asset is the runtime that ONNX Runtime's bundle for workers references.
        output: { format, entryFileNames: name, assetFileNames: "runtime[extname]", codeSplitting: false },
      },
    },
  });
}
