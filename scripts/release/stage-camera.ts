import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashedName, readCameraFiles } from "../../packages/server/src/api/camera/files.ts";
import { modelPath } from "../../packages/server/src/models/model-path.ts";
import { defaultManifestPath, readManifest } from "../../packages/server/src/models/manifest.ts";
import { common, manifestOf, root, writeManifest, writeReadme } from "./stage.ts";

/**
 * The package `@selfsame/camera`: a typed module that loads the camera from a server, and its files as the server sends them.
 * @param modelsDir where the models were fetched to
 * @throws where the camera was not built
 */
export async function stageCamera(outDir: string, modelsDir: string): Promise<void> {
  const { version } = manifestOf("packages/camera");
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
  for (const name of ["index.js", "index.d.ts", "camera-v3.d.ts"])
    cpSync(join(root, "packages/camera", name), join(outDir, name));

  writeReadme(outDir, "packages/camera/npm/README.md");
  writeManifest(outDir, {
    name: "@selfsame/camera",
    version,
    description: "The browser camera of Selfsame: guides a person to a selfie that can be compared.",
    keywords: ["camera", "face verification", "liveness", "selfie"],
    ...common,
    type: "module",
    sideEffects: false,
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./files/*": "./files/*",
      "./package.json": "./package.json",
    },
  });
}
