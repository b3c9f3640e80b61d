import { go } from "../state/route.ts";
import { myViews } from "./views.ts";

interface Actions {
  readonly palette: () => void;
  readonly shortcuts: () => void;
}

export const paletteKeys = /Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘K" : "Ctrl K";

/** How long `g` waits for the next letter. */
const sequenceMs = 1200;

/** Handles shortcuts: Ctrl K or Cmd K everywhere, single letters only outside text fields. @returns a function that stops it */
export function watchKeys({ palette, shortcuts }: Actions): () => void {
  let sequenceUntilMs = 0;
  const onKey = (event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() === "k" &&
      (event.ctrlKey || event.metaKey) &&
      !document.querySelector("dialog[open]")
    ) {
      event.preventDefault();
      palette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (performance.now() < sequenceUntilMs) {
      sequenceUntilMs = 0;
      const view = myViews().find(({ letter }) => letter === event.key);
      if (view) go(`/${view.path}`);
    } else if (event.key === "g") {
      sequenceUntilMs = performance.now() + sequenceMs;
    } else if (event.key === "?") {
      shortcuts();
    } else if (event.key === "/") {
      event.preventDefault();
      const search = document.querySelector<HTMLElement>("[data-search]");
      if (search) search.focus();
      else palette();
    }
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  return field || target.closest("dialog[open]") !== null;
}
