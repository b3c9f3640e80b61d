import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { explain } from "../api/api-error.ts";
import { online } from "../api/connection.ts";
import type { Resource } from "../state/resource.ts";
import { Button } from "./forms/button.tsx";

interface LoadedProps<T> {
  readonly from: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
  /** Number of placeholder lines, about the height of the content. */
  readonly lines?: number;
}

/** Shows a resource in each state: loading, loaded, failed. Loaded data stays visible if a later request fails. */
export function Loaded<T>({ from, children, lines = 5 }: LoadedProps<T>) {
  const { data, error, reload } = from;
  if (data === undefined && error === undefined) return <Skeleton lines={lines} />;
  return (
    <>
      {error !== undefined && online.value && (
        <div class="notice failed" role="alert">
          <p>{explain(error)}</p>
          <Button size="small" onClick={() => void reload()}>
            Try again
          </Button>
        </div>
      )}
      {data === undefined ? online.value ? null : <Skeleton lines={lines} /> : children(data)}
    </>
  );
}

/** Faster responses show no placeholder, because a short flash of it makes the page feel slow. */
const shownAfterMs = 300;

/** Reserves its space immediately, but becomes visible and is announced only after `shownAfterMs`. */
export function Skeleton({ lines }: { readonly lines: number }) {
  const [late, setLate] = useState(false);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setLate(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={`skeleton ${late ? "" : "early"}`} role="status">
      {late && <span class="visually-hidden">Loading</span>}
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} class="bone" />
      ))}
    </div>
  );
}
