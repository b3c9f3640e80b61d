/**
 * `node bench/peer.ts human|face-api|face-api-tiny FOLDER`: times a peer library on the photos in a folder and prints the times as JSON.
 * A process each, since both bring their own TensorFlow back end. The work is the same for all: the file's bytes in,
 * the descriptor of one face out, decoded by the same decoder (sharp); nothing else is switched on.
 */
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import sharp from "sharp";
import { timeEach } from "./measure.ts";

const modules = join(import.meta.dirname, "../node_modules");
const wasm = join(modules, "@tensorflow/tfjs-backend-wasm/dist/");
const load = createRequire(import.meta.url);
const rounds = 5;

interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** Gives the length of the descriptor of the most prominent face, 0 when none was found. */
type Describe = (pixels: Pixels) => Promise<number>;

interface Tensor {
  dispose(): void;
}
interface Tensorflow {
  tensor(data: Uint8Array, shape: readonly number[], type: "int32"): Tensor;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
}

const toTensor = (tf: Tensorflow, { data, info }: Pixels): Tensor =>
  tf.tensor(data, [info.height, info.width, 3], "int32");

async function human(): Promise<Describe> {
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
    wasmPath: wasm,
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

/** Its WASM build reads models over HTTP only. */
async function serve(folder: string): Promise<string> {
  const server = createServer(({ url }, response) => response.end(readFileSync(join(folder, basename(url ?? "")))));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function faceApi(detector: "ssdMobilenetv1" | "tinyFaceDetector"): Promise<Describe> {
  interface Net {
    loadFromDisk(folder: string): Promise<void>;
  }
  interface FaceApi {
    readonly nets: Record<"ssdMobilenetv1" | "tinyFaceDetector" | "faceLandmark68Net" | "faceRecognitionNet", Net>;
    readonly SsdMobilenetv1Options: new (options: object) => object;
    readonly TinyFaceDetectorOptions: new (options: object) => object;
    detectSingleFace(
      input: Tensor,
      options: object,
    ): { withFaceLandmarks(): { withFaceDescriptor(): Promise<{ descriptor: Float32Array } | undefined> } };
  }
  const tf = load("@tensorflow/tfjs") as Tensorflow;
  (load("@tensorflow/tfjs-backend-wasm") as { setWasmPaths(path: string): void }).setWasmPaths(wasm);
  await tf.setBackend("wasm");
  await tf.ready();
  const api = load("@vladmandic/face-api/dist/face-api.node-wasm.js") as FaceApi;
  const nets = [api.nets[detector], api.nets.faceLandmark68Net, api.nets.faceRecognitionNet];
  await Promise.all(nets.map(async (net) => net.loadFromDisk(join(modules, "@vladmandic/face-api/model"))));
  const Options = detector === "ssdMobilenetv1" ? api.SsdMobilenetv1Options : api.TinyFaceDetectorOptions;
  const options = new Options({});
  return async (pixels) => {
    const input = toTensor(tf, pixels);
    const face = await api.detectSingleFace(input, options).withFaceLandmarks().withFaceDescriptor();
    input.dispose();
    return face?.descriptor.length ?? 0;
  };
}

const peers: Readonly<Record<string, () => Promise<Describe>>> = {
  human,
  "face-api": async () => faceApi("ssdMobilenetv1"),
  "face-api-tiny": async () => faceApi("tinyFaceDetector"),
};

const [name = "", folder = ""] = process.argv.slice(2);
const peer = peers[name];
if (peer === undefined) throw new Error(`one of ${Object.keys(peers).join(", ")}, then a folder of photos`);
const describe = await peer();
const photos = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
let found = 0;
const timesMs = await timeEach(photos, rounds, async (photo) => {
  const length = await describe(await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true }));
  if (length > 0) found += 1;
});
const share = found / (photos.length * (rounds + 1));
// human prints to stdout on its own: the last line is the answer.
console.log(JSON.stringify({ timesMs, foundShare: share }));
process.exit();
