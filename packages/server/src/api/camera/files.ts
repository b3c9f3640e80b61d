import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, ModelEntry } from "@selfsame/face/manifest";
import { roundWeights } from "@selfsame/photo/models/rewrite/round-weights";
import { type ServedFile, servedBytes, servedFile, servedText } from "../files/file.ts";
import { htmlUnder } from "../path-prefix.ts";

const cameraFolder = join(import.meta.dirname, "../../../../camera");

/** The model facts that the camera needs. */
export interface CameraModels {
  readonly manifest: Manifest;
  /** The path of an entry's file. */
  readonly pathOf: (entry: ModelEntry) => string;
}

export interface CameraFiles {
  /** By path: addresses that never change. */
  readonly stable: ReadonlyMap<string, ServedFile>;
  /** By name, such as detector.js: served under /camera/ with the content's hash in the name. */
  readonly hashed: ReadonlyMap<string, ServedFile>;
}

const scripts = ["camera.js", "camera-v3.js", "camera.mjs", "camera-v3.mjs"];
const demos = ["camera", "camera-v3"];

/**
 * Reads the output of `npm run build`. The scripts receive the worker's URL; the worker receives the models' URLs and input formats.
 * @param prefix of the service's path
 * @returns undefined if nothing was built
 */
export function readCameraFiles({ manifest, pathOf }: CameraModels, prefix = ""): CameraFiles | undefined {
  const dist = join(cameraFolder, "dist");
  if (!existsSync(join(dist, "build.json"))) return undefined;

  const hashed = new Map<string, ServedFile>();
  /** @returns its address, relative to the other files under /camera/ */
  const serve = (name: string, file: ServedFile) => {
    hashed.set(name, file);
    return hashedName(name, file.hash);
  };
  const serveModel = <Entry extends ModelEntry>(name: string, entry: Entry) => {
    // Do not publish paths of the operator's machine.
    const { card: _, source: __, ...rest } = entry;
    const model = roundWeights(readFileSync(pathOf(entry)));
    const path = serve(name, servedBytes(name, model));
    return { ...rest, sizeBytes: model.length, sha256: sha256Of(model), source: { path } };
  };
  const { detect, landmarks, eyes, covered } = manifest.models;
  const assets = {
    runtime: serve("runtime.wasm", servedFile(join(dist, "runtime.wasm"))),
    detect: serveModel("detect.onnx", detect),
    landmarks: serveModel("landmarks.onnx", landmarks),
    eyes: serveModel("eyes.onnx", eyes),
    ...(covered && { covered: serveModel("covered.onnx", covered) }),
  };
  const builtWith = (name: string, values: Readonly<Record<string, unknown>>) => {
    const text = readFileSync(join(dist, name), "utf8");
    return servedText(
      name,
      // In parentheses: as the body of an arrow function, an object would be a block.
      text.replaceAll(/\bSELFSAME_[A-Z]+\b/g, (word) => `(${JSON.stringify(values[word])})`),
    );
  };
  const worker = serve("detector.js", builtWith("detector.js", { SELFSAME_ASSETS: assets }));
  const challenge = serve("challenge.js", servedFile(join(dist, "challenge.js")));

  const stable = new Map<string, ServedFile>();
  const languages = globSync("[a-z][a-z].js", { cwd: dist })
    .toSorted()
    .map((name) => {
      const address = serve(name, servedFile(join(dist, name)));
      return [name.slice(0, 2), `camera/${address}`] as const;
    });
  const addresses = {
    SELFSAME_WORKER: `camera/${worker}`,
    SELFSAME_CHALLENGE: `camera/${challenge}`,
    SELFSAME_LANGUAGES: Object.fromEntries(languages),
  };
  for (const name of scripts) stable.set(`/${name}`, builtWith(name, addresses));
  for (const name of ["camera.d.ts", "camera-v3.d.ts"]) stable.set(`/${name}`, servedFile(join(cameraFolder, name)));
  for (const name of demos) {
    const page = readFileSync(join(cameraFolder, "demo", `${name}.html`), "utf8");
    stable.set(`/demo/${name}`, servedText(`${name}.html`, htmlUnder(prefix, page)));
    stable.set(`/demo/${name}.js`, servedFile(join(cameraFolder, "demo", `${name}.js`)));
  }
  stable.set("/demo/demo.css", servedFile(join(cameraFolder, "demo/demo.css")));
  return { stable, hashed };
}

function sha256Of(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** detector.js of the hash 0123456789 is detector-0123456789.js */
export function hashedName(name: string, hash: string): string {
  return name.replace(/(?=\.\w+$)/, `-${hash}`);
}

/** Splits a hashed name into name and hash; undefined for other names. */
export function parseHashedName(hashed: string): { readonly name: string; readonly hash: string } | undefined {
  const [, stem, hash, extension] = /^([a-z]+)-([0-9a-f]{10})(\.\w+)$/.exec(hashed) ?? [];
  return stem && hash && extension ? { name: stem + extension, hash } : undefined;
}
