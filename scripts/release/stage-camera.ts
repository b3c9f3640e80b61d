import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashedName, readCameraFiles } from "../../packages/server/src/api/camera/files.ts";
import { modelPath } from "../../packages/photo/src/models/model-path.ts";
import { defaultManifestPath } from "../../packages/photo/src/models/default-manifest-path.ts";
import { readManifest } from "../../packages/photo/src/models/manifest.ts";
import { type BundledPackage, readBundled } from "../build-bundled.ts";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";
import { writeLicenses } from "./write-licenses.ts";

/** The package `@selfsame/camera`: a small typed module that loads the camera from a server; the frameworks' packages depend on it. */
export function stageCamera(outDir: string): readonly [] {
  for (const name of ["index.js", "index.d.ts", "camera-v3.d.ts"])
    cpSync(join(root, "packages/camera", name), join(outDir, name));
  writeReadme(outDir, "packages/camera/npm/README.md");
  writeManifest(outDir, {
    name: "@selfsame/camera",
    version: manifestOf("packages/camera").version,
    description: "The browser camera of Selfsame: guides a person to a selfie that can be compared.",
    keywords: ["camera", "face verification", "liveness", "selfie"],
    ...common,
    type: "module",
    sideEffects: false,
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./package.json": "./package.json",
    },
  });
  return [];
}

/**
 * The package `@selfsame/camera-files`: the camera's scripts, detector and models as the server sends them, for pages that cannot reach the server.
 * @param modelsDir folder of the downloaded models
 * @returns the packages whose code is inside
 * @throws if the camera was not built
 */
export async function stageCameraFiles(outDir: string, modelsDir: string): Promise<readonly BundledPackage[]> {
  const manifest = readManifest(defaultManifestPath);
  const files = readCameraFiles({ manifest, pathOf: (entry) => modelPath(entry, defaultManifestPath, modelsDir) });
  if (!files) throw new Error("The camera is not built: npm run build");

  const write = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    writeFileSync(join(outDir, path), bytes);
  };
  for (const [path, file] of files.stable) {
    if (!path.startsWith("/demo/")) write(`files${path}`, await file.body("identity"));
  }
  for (const [name, file] of files.hashed)
    write(`files/camera/${hashedName(name, file.hash)}`, await file.body("identity"));

  const packages = readBundled(join(root, "packages/camera/dist"));
  writeLicenses(outDir, packages);
  writeReadme(outDir, "packages/camera/npm/files/README.md");
  writeManifest(outDir, {
    name: "@selfsame/camera-files",
    version: manifestOf("packages/camera").version,
    description: "The files of Selfsame's browser camera, to be served from an address of your own.",
    keywords: ["camera", "face verification", "liveness", "selfie"],
    ...common,
    type: "module",
    exports: { "./files/*": "./files/*", "./package.json": "./package.json" },
  });
  return packages;
}
