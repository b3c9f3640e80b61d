import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/api-error.ts";
import { request } from "../api/request.ts";
import { reconnections } from "../api/connection.ts";

export interface Resource<T> {
  /** The last response, possibly from an earlier visit of the view while the next request is pending. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => Promise<void>;
  /** Replaces the data with a response obtained otherwise, such as that of a change. */
  readonly put: (data: T) => void;
}

/** The last responses by path, so that returning to a view shows its data immediately. */
const answers = new Map<string, unknown>();
let onSessionEnded = () => {};

/** Requests sent before the view that needs them is loaded. */
const ahead = new Map<string, { readonly answer: Promise<unknown>; readonly askedAtMs: number }>();
/** How long such a response may be used. A view that opens later sends a new request. */
const goodForMs = 10_000;

function takeAhead<T>(path: string): Promise<T> | undefined {
  const asked = ahead.get(path);
  ahead.delete(path);
  return asked && Date.now() - asked.askedAtMs < goodForMs ? (asked.answer as Promise<T>) : undefined;
}

/**
 * Sends the requests of a view while its script loads. The view uses these responses instead of sending its own requests.
 * @param paths below the API
 */
export function askAhead(paths: readonly string[]): void {
  for (const path of paths) {
    if (ahead.has(path)) continue;
    const answer = request("GET", path);
    ahead.set(path, { answer, askedAtMs: Date.now() });
    // The view handles the error. If no view uses the response, the error does not matter.
    answer.catch(() => {});
  }
}

export function forgetResources(): void {
  answers.clear();
  ahead.clear();
}

/** @param ended called when the server responds that nobody is signed in any more */
export function whenSessionEnds(ended: () => void): void {
  onSessionEnded = ended;
}

/**
 * The API's response at a path. Requested again when the path changes, when the server can be reached again, and at an interval while the page is
 * visible.
 *
 * @param path undefined: no request yet
 */
export function useResource<T>(path: string | undefined, everyMs?: number): Resource<T> {
  const [, redraw] = useState({});
  const [error, setError] = useState<ApiError>();
  const current = useRef(path);
  current.current = path;

  const reload = useCallback(async () => {
    if (path === undefined) return;
    try {
      const data = await (takeAhead<T>(path) ?? request<T>("GET", path));
      answers.set(path, data);
      if (current.current !== path) return;
      setError(undefined);
      redraw({});
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.code === "not_signed_in") onSessionEnded();
      else if (current.current === path) setError(failure);
    }
  }, [path]);

  const back = reconnections.value;
  useEffect(() => void reload(), [reload, back]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const look = () => void (document.visibilityState === "visible" && reload());
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload, everyMs]);

  const put = (data: T) => {
    if (path === undefined) return;
    answers.set(path, data);
    redraw({});
  };
  return { data: path === undefined ? undefined : (answers.get(path) as T | undefined), error, reload, put };
}
