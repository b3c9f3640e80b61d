import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { load, modules, toTensor, wasmFolder } from "./tensorflow.ts";
import type { Describe, Tensor, Tensorflow } from "./tensorflow.ts";

/** @vladmandic/human with only its detector and its face description enabled. */
export async function human(): Promise<Describe> {
  interface Human {
    readonly tf: Tensorflow;
    load(): Promise<void>;
    detect(input: Tensor): Promise<{ face: { embedding?: readonly number[] }[] }>;
  }
  const { Human } = load(join(modules, "@vladmandic/human/dist/human.node-wasm.js")) as {
    Human: new (config: object) => Human;
  };
  const off = { enabled: false };
  const engine = new Human({
    backend: "wasm",
    wasmPath: wasmFolder,
    modelBasePath: await serve(join(modules, "@vladmandic/human/models")),
    cacheSensitivity: 0,
    filter: off,
    gesture: off,
    body: off,
    hand: off,
    object: off,
    segmentation: off,
    face: {
      detector: { maxDetected: 1, rotation: false },
      mesh: off,
      iris: off,
      emotion: off,
      antispoof: off,
      liveness: off,
    },
  });
  await engine.load();
  return async (pixels) => {
    const input = toTensor(engine.tf, pixels);
    const { face } = await engine.detect(input);
    input.dispose();
    return face[0]?.embedding?.length ?? 0;
  };
}

/** Serves the models, since the WASM build reads them over HTTP only. */
async function serve(folder: string): Promise<string> {
  const server = createServer(({ url }, response) => response.end(readFileSync(join(folder, basename(url ?? "")))));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
