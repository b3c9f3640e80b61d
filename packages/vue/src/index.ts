export { SelfsameCamera } from "./selfsame-camera.ts";
export { type CameraOfPage, useSelfsameCamera } from "./use-selfsame-camera.ts";
export type { Capture, CaptureOptions } from "@selfsame/camera";
