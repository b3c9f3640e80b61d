import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../api/api-error.ts";
import { request } from "../api/request.ts";
import { reconnections } from "../api/connection.ts";

export interface Resource<T> {
  /** The last answer, which may be from an earlier visit of the view while the next is on its way. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => Promise<void>;
  /** Puts an answer that came another way, such as with a change, in place. */
  readonly put: (data: T) => void;
}

/** The last answers by path, so that going back shows at once what was there. */
const answers = new Map<string, unknown>();
let onSessionEnded = () => {};

/** Asked for before what shows them is there. */
const ahead = new Map<string, { readonly answer: Promise<unknown>; readonly askedAtMs: number }>();
/** A view that opens later requests anew. */
const goodForMs = 10_000;

function takeAhead<T>(path: string): Promise<T> | undefined {
  const asked = ahead.get(path);
  ahead.delete(path);
  return asked && Date.now() - asked.askedAtMs < goodForMs ? (asked.answer as Promise<T>) : undefined;
}

/**
 * Asks for what a view will ask for, while its script is on its way: the view takes the answer instead of asking again.
 * @param paths below the API
 */
export function askAhead(paths: readonly string[]): void {
  for (const path of paths) {
    if (ahead.has(path)) continue;
    const answer = request("GET", path);
    ahead.set(path, { answer, askedAtMs: Date.now() });
    // The view shows what failed; where none ever comes, nobody waits for it.
    answer.catch(() => {});
  }
}

export function forgetResources(): void {
  answers.clear();
  ahead.clear();
}

/** @param ended called when the server says that nobody is signed in any more */
export function whenSessionEnds(ended: () => void): void {
  onSessionEnded = ended;
}

/**
 * What the API answers at a path, asked anew when the path changes, when the server is back, and every so often while the page is seen.
 *
 * @param path undefined: nothing is asked yet
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
