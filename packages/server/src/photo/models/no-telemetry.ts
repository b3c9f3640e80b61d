/**
 * ONNX Runtime reports to its maker: it looks up and calls a host of Microsoft's, keeps an id of the device under `~/.cache/Microsoft`
 * and leaves logs in the temporary folder (all seen with 1.30). This is its own switch, read when its library is loaded; so this module
 * is imported before it, and by every process that loads it (onnx-runtime.ts).
 */
process.env["ORT_DISABLE_TELEMETRY"] = "1";
