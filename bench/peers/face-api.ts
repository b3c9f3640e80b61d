import { join } from "node:path";
import { load, modules, toTensor, wasmFolder } from "./tensorflow.ts";
import type { Describe, Tensor, Tensorflow } from "./tensorflow.ts";

/** @vladmandic/face-api, with landmarks, which it needs to align the face for the descriptor. */
export async function faceApi(detector: "ssdMobilenetv1" | "tinyFaceDetector"): Promise<Describe> {
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
  (load("@tensorflow/tfjs-backend-wasm") as { setWasmPaths(path: string): void }).setWasmPaths(wasmFolder);
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
