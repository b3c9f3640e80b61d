import { onBeforeUnmount, onDeactivated, onMounted, toValue, type MaybeRefOrGetter } from "vue";
import { type Capture, type CaptureOptions, captureUntil } from "@selfsame/camera";

export interface CameraOfPage {
  /**
   * Covers the page with the camera, or shows it in the option's `container`. Gives the photo, or null when the person cancels, the component
   * leaves the page, or `stop` is called. Rejects with an Error whose `name` says why there can be no photo.
   */
  readonly capture: (options?: CaptureOptions) => Promise<Capture | null>;
  readonly stop: () => void;
}

/**
 * The camera for a button of yours.
 * @param from your Selfsame server, such as `"https://faces.example.com"`, or where you serve the camera's files
 */
export function useSelfsameCamera(from: MaybeRefOrGetter<string | URL>): CameraOfPage {
  let life: AbortController | undefined;
  const stop = () => {
    life?.abort();
    life = life && new AbortController();
  };
  onMounted(() => {
    life = new AbortController();
  });
  onDeactivated(stop);
  onBeforeUnmount(() => {
    life?.abort();
    life = undefined;
  });
  const capture = async (options: CaptureOptions = {}) =>
    life ? captureUntil(life.signal, String(toValue(from)), options) : null;
  return { capture, stop };
}
