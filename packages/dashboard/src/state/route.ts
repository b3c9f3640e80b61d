import { computed, signal } from "@preact/signals";

/**
 * The part of the address after `#`, such as `#/usage?by=day`. Links with secrets (`/#/setup/...`) have them there, so that they appear in no log.
 */
const hash = signal(location.hash);

export interface Route {
  /** `["playground", "verify"]` */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export const route = computed<Route>(() => parseHash(hash.value));

function parseHash(text: string): Route {
  const [path = "", query = ""] = text.replace(/^#\/?/, "").split("?");
  return { path: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function watchRoute(): void {
  window.addEventListener("hashchange", () => (hash.value = location.hash));
}

export function go(to: string): void {
  location.hash = to;
}

/** Changes the query within a view. It is in the address, so that it can be shared, but adds no step for the back button. */
export function replaceQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = route.value;
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  history.replaceState(history.state, "", `#/${path.join("/")}${text && `?${text}`}`);
  hash.value = location.hash;
}

/** Changes the filters of a list, which then starts at its first page again. */
export const filterBy = (changes: Readonly<Record<string, string | undefined>>): void =>
  replaceQuery({ cursor: undefined, ...changes });
