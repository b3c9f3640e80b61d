/** Shared by every copy of the camera on a page, camera.js and camera-v3.js among them. */
const key = Symbol.for("selfsame.camera.open");
type Page = { [key]?: (() => void) | undefined };

/**
 * One camera view at a time: whichever is open is cancelled by the next.
 * @returns to be called when this one is closed
 */
export function takeTurn(cancel: () => void): () => void {
  const page = globalThis as Page;
  page[key]?.();
  page[key] = cancel;
  return () => {
    if (page[key] === cancel) page[key] = undefined;
  };
}
