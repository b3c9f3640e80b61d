/** The one door to ONNX Runtime (a lint rule keeps the others shut): modules are run in the order they are imported in. */
import "./no-telemetry.ts";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Runtime from "onnxruntime-node";
import { OperatorError } from "../../platform/operator-error.ts";

const require = createRequire(import.meta.url);

/** The npm package `selfsame` brings the first, for one system and without an install script; clones and images have the second. */
const packages = [`@selfsame/onnxruntime-${process.platform}-${process.arch}`, "onnxruntime-node"];

/** Ours has the processor only: one that was installed with CUDA comes before it. */
function hasCuda(name: string): boolean {
  if (!isInstalled(name)) return false;
  const libraries = join(dirname(require.resolve(name)), `../bin/napi-v6/${process.platform}/${process.arch}`);
  return existsSync(join(libraries, "libonnxruntime_providers_cuda.so"));
}

function load(): typeof Runtime {
  const name = packages.find(hasCuda) ?? packages.find(isInstalled);
  if (name !== undefined) return require(name) as typeof Runtime;
  throw new OperatorError(
    `The library that runs the models is not installed: neither ${packages.join(" nor ")} was found. Install again without --omit=optional. ` +
      "Where there is no such package for your system (Linux needs glibc), add one: npm install onnxruntime-node.",
  );
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

export const { InferenceSession, Tensor, listSupportedBackends } = load();
export type InferenceSession = Runtime.InferenceSession;
export type Tensor = Runtime.Tensor;
