/** @type {Map<string, Promise<typeof import("./camera-v3.js").VerifyCameraV3>>} */
const loaded = new Map();

/** Loads the camera once from where its files are served. See index.d.ts. */
export function loadCamera(from) {
  const base = new URL(from, globalThis.document?.baseURI);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const url = new URL("camera-v3.mjs", base).href;
  let camera = loaded.get(url);
  if (!camera) {
    // The comments keep bundlers from looking for it at build time.
    camera = import(/* @vite-ignore */ /* webpackIgnore: true */ url).then((module) => module.VerifyCameraV3);
    camera.catch(() => loaded.delete(url));
    loaded.set(url, camera);
  }
  return camera;
}

/** One capture that ends when the signal aborts. See index.d.ts. */
export async function captureUntil(signal, from, options) {
  const VerifyCameraV3 = await loadCamera(from);
  if (signal.aborted) return null;
  const camera = new VerifyCameraV3(options);
  const stop = () => camera.stop();
  signal.addEventListener("abort", stop);
  try {
    return await camera.start();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
