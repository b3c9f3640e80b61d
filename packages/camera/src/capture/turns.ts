/** Shared by every copy of the camera on a page, camera.js and camera-v3.js among them. */
const key = Symbol.for("selfsame.camera.open");
type Page = { [key]?: (() => void) | undefined };

/**
 * Allows one camera view at a time: opening one cancels the one before.
 * @returns call it when this one closes
 */
export function takeTurn(cancel: () => void): () => void {
  const page = globalThis as Page;
  page[key]?.();
  page[key] = cancel;
  return () => {
    if (page[key] === cancel) page[key] = undefined;
  };
}
