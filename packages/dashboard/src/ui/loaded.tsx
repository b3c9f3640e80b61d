import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { explain } from "../api/api-error.ts";
import { online } from "../api/connection.ts";
import type { Resource } from "../state/resource.ts";
import { Button } from "./forms/button.tsx";

interface LoadedProps<T> {
  readonly from: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
  /** Lines of the placeholder: about as high as what comes. */
  readonly lines?: number;
}

/** What a view shows of an answer: while it comes, when it is there, when it failed. An answer that is there outlives a later failure. */
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

/** What takes less than this is simply there: a placeholder that flashes reads as slow. */
const shownAfterMs = 300;

/** Takes its room at once, and is seen and announced only where it takes longer. */
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
