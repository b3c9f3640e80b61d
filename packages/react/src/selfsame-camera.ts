import { createElement, type CSSProperties, type ReactElement, useEffect, useRef } from "react";
import { type Capture, type CaptureOptions, captureUntil } from "@selfsame/camera";

/** Options are read when the capture begins; of callbacks, those of the last render are called. */
export interface SelfsameCameraProps extends Omit<CaptureOptions, "container"> {
  /** Your Selfsame server, such as `"https://faces.example.com"`, or where you serve the camera's files. Another one begins anew. */
  readonly from: string | URL;
  readonly onCapture: (capture: Capture) => void;
  /** The person cancelled. */
  readonly onCancel?: () => void;
  /** There can be no photo; `name` says why. Without it, the error is an unhandled rejection. */
  readonly onError?: (error: Error) => void;
  readonly className?: string;
  /** The camera fills the element, which is 560 pixels high at most, unless this or a class says otherwise. */
  readonly style?: CSSProperties;
}

/**
 * Shows the camera in itself, and begins one capture as soon as it is there. Unmounted, it stops, and calls nothing any more.
 * For another capture, give it another `key`.
 */
export function SelfsameCamera(props: SelfsameCameraProps): ReactElement {
  const { className, style } = props;
  const from = String(props.from);
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const life = new AbortController();
    void follow(from, container.current as HTMLDivElement, () => latest.current, life.signal);
    return () => life.abort();
  }, [from]);
  const size = className === undefined ? { height: "min(80vh, 560px)" } : {};
  return createElement("div", { ref: container, className, style: { ...size, ...style } });
}

/** Tells the component's owner what becomes of its capture, until the signal aborts. */
async function follow(
  from: string,
  container: HTMLElement,
  props: () => SelfsameCameraProps,
  signal: AbortSignal,
): Promise<void> {
  const onHint: SelfsameCameraProps["onHint"] = (hint) => props().onHint?.(hint);
  let capture: Capture | null;
  try {
    capture = await captureUntil(signal, from, { ...optionsOf(props()), container, onHint });
  } catch (error) {
    if (signal.aborted) return;
    const { onError } = props();
    if (!onError) throw error;
    return onError(error as Error);
  }
  if (signal.aborted) return;
  if (capture) props().onCapture(capture);
  else props().onCancel?.();
}

/** What is left is for the camera, which refuses what it does not know: a misspelt `challenge` is an error, and no photo without one. */
function optionsOf(props: SelfsameCameraProps): CaptureOptions {
  return Object.fromEntries(Object.entries(props).filter(([name]) => !Object.hasOwn(ownProps, name)));
}

const ownProps: Readonly<Record<Exclude<keyof SelfsameCameraProps, keyof CaptureOptions>, true>> = {
  from: true,
  onCapture: true,
  onCancel: true,
  onError: true,
  className: true,
  style: true,
};
