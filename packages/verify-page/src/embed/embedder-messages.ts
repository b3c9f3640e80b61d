import { isFinished, type State } from "../state/states.ts";

/** Messages from the embedded page to the page that embeds it. They do not contain the verdict. */
export type EmbedderMessage =
  /** The browser allowed the frame. */
  | { readonly selfsame: "shown" }
  /** `declined`: whether the person chose "Not now". `in_review`: a reviewer still has to decide; left out otherwise. */
  | {
      readonly selfsame: "close";
      readonly status: "done" | "closed";
      readonly declined: boolean;
      readonly in_review?: true;
    };

/**
 * Reports that the page is shown. Sent first, because its absence means that the frame was blocked. @param origin of the embedding page, the only
 * receiver
 */
export function postShown(origin: string): void {
  parent.postMessage({ selfsame: "shown" } satisfies EmbedderMessage, origin);
}

/** Requests that the embedding page close the dialog. @param origin of the embedding page, the only receiver */
export function postClose(origin: string, state: State | undefined, declined = false): void {
  const status = state !== undefined && isFinished(state) ? "done" : "closed";
  const waits = state === "in_review" && ({ in_review: true } as const);
  const told: EmbedderMessage = { selfsame: "close", status, declined, ...waits };
  parent.postMessage(told, origin);
}
