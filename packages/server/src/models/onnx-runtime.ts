/** The one door to ONNX Runtime (a lint rule keeps the others shut): modules are run in the order they are imported in. */
import "./no-telemetry.ts";

export { InferenceSession, Tensor } from "onnxruntime-node";
