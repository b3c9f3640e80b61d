/**
 * ONNX Runtime reports to its maker: it contacts a host of Microsoft's, stores a device id under `~/.cache/Microsoft` and leaves logs in the temporary
 * folder (all seen with 1.30). This is its own switch, read when its library is loaded. So every process that loads it imports this module first
 * (onnx-runtime.ts).
 */
process.env["ORT_DISABLE_TELEMETRY"] = "1";
