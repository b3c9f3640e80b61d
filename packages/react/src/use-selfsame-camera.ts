import { useCallback, useEffect, useRef } from "react";
import { type Capture, type CaptureOptions, captureUntil } from "@selfsame/camera";

export interface CameraOfPage {
  /**
   * Covers the page with the camera, or shows it in the option's `container`. Gives the photo, or null when the person cancels, the component
   * unmounts, or `stop` is called. Rejects with an Error whose `name` says why there can be no photo.
   */
  readonly capture: (options?: CaptureOptions) => Promise<Capture | null>;
  readonly stop: () => void;
}

/**
 * The camera for a button of yours. Both functions stay the same while `from` does.
 * @param from your Selfsame server, such as `"https://faces.example.com"`, or where you serve the camera's files
 */
export function useSelfsameCamera(from: string | URL): CameraOfPage {
  const url = String(from);
  const life = useRef<AbortController>(undefined);
  useEffect(() => {
    life.current = new AbortController();
    return () => life.current?.abort();
  }, []);
  const stop = useCallback(() => {
    const open = life.current;
    // Of a component that is gone there is nothing to stop, and nothing is to begin again.
    if (!open || open.signal.aborted) return;
    life.current = new AbortController();
    open.abort();
  }, []);
  const capture = useCallback(
    async (options: CaptureOptions = {}) => (life.current ? captureUntil(life.current.signal, url, options) : null),
    [url],
  );
  return { capture, stop };
}
