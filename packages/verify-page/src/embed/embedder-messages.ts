import { isFinished, type State } from "../state/states.ts";

/** What the embedded page tells the one that shows it. The verdict is not in it. */
export type EmbedderMessage =
  /** The browser let it be shown. */
  | { readonly selfsame: "shown" }
  /** `declined`: whether the person chose "Not now". */
  | { readonly selfsame: "close"; readonly status: "done" | "closed"; readonly declined: boolean };

/** Before anything else: a page that says nothing was not allowed there. @param origin of the page that shows this one: no other hears of it */
export function postShown(origin: string): void {
  parent.postMessage({ selfsame: "shown" } satisfies EmbedderMessage, origin);
}

/** Asks the page that shows this one in a dialog to close it. @param origin of that page: no other is told */
export function postClose(origin: string, state: State | undefined, declined = false): void {
  const status = state !== undefined && isFinished(state) ? "done" : "closed";
  const told: EmbedderMessage = { selfsame: "close", status, declined };
  parent.postMessage(told, origin);
}
