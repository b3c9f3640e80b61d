/** The only import of ONNX Runtime (a lint rule forbids others): modules run in the order of their imports, so no-telemetry.ts runs first. */
import "./no-telemetry.ts";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Runtime from "onnxruntime-node";
import { OperatorError } from "@selfsame/platform/operator-error";

const require = createRequire(import.meta.url);

/** The npm package `selfsame` depends on the first: one system, no install script. Clones and images have the second. */
const packages = [`@selfsame/onnxruntime-${process.platform}-${process.arch}`, "onnxruntime-node"];

/** Our package supports only the processor: an installed one with CUDA takes precedence. */
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
