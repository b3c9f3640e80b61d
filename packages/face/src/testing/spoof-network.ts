import type { SpoofNetwork } from "../manifest.ts";

/** For tests: a network of the spoof check that takes crops of 8 x 8 pixels. */
export const spoofNetwork = (weight = 1, more: Partial<SpoofNetwork> = {}): SpoofNetwork => ({
  id: "spoof",
  source: { path: "spoof.onnx" },
  sizeBytes: 1,
  sha256: "0".repeat(64),
  licence: "none",
  input: { name: "input", width: 8, height: 8, channels: "bgr", mean: [0, 0, 0], scale: [1, 1, 1] },
  outputs: { logits: "output" },
  cropScales: [2.7],
  liveClass: 0,
  weight,
  ...more,
});
