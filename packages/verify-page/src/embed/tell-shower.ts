import type { State } from "../state/states.ts";

/** What the embedded page tells the one that shows it. The verdict is not in it. */
export interface Told {
  readonly selfsame: "close";
  readonly status: "done" | "closed";
}

/** Asks the page that shows this one in a dialog to close it. @param origin of that page: no other is told */
export function tellShower(origin: string, state: State | undefined): void {
  const told: Told = { selfsame: "close", status: state === "done" || state === "not_confirmed" ? "done" : "closed" };
  parent.postMessage(told, origin);
}
