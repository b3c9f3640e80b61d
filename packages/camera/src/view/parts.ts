import { html, svg } from "./elements.ts";
import { createOval, type Oval } from "./oval.ts";
import type { View, ViewOptions } from "./view.ts";

interface Parts extends Pick<
  View,
  "video" | "dialog" | "hint" | "bottom" | "scrim" | "say" | "offer" | "preview" | "loaded"
> {
  readonly oval: Oval;
  readonly stage: HTMLElement;
}

/** What the view consists of: a dialog with the video, the oval over it, and the words and buttons around that. */
export function createParts({ wording, holdMs, onCancel, onShutter }: ViewOptions): Parts {
  const { texts, language, direction } = wording;
  const video = html("video", { playsinline: "", autoplay: "", "aria-hidden": "true" });
  video.muted = true; // the attribute alone does not count on an element made by script
  const oval = createOval();
  const cross = svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "M4 4l12 12M16 4 4 16" }));
  const cancel = html("button", { type: "button", class: "cancel", "aria-label": texts.cancel }, cross);
  const words = html("span");
  const hint = html("div", { class: "hint", role: "status", "aria-live": "polite", "aria-atomic": "true" }, words);
  const note = html("p", { class: "note" });
  const shutter = html("button", { type: "button", class: "shutter", "aria-label": texts.shutter, hidden: "" });
  const stage = html("div", { class: "stage" });
  const bottom = html("div", { class: "bottom" }, note, shutter);
  const layout = html("div", { class: "layout" }, html("div", { class: "top" }, cancel, hint), stage, bottom);
  const labels = { "aria-label": texts.title, lang: language, dir: direction, tabindex: "-1", autofocus: "" };
  const dialog = html("dialog", labels, video, oval.element, layout);
  dialog.style.setProperty("--hold", `${holdMs}ms`);
  cancel.addEventListener("click", onCancel);
  shutter.addEventListener("click", onShutter);
  return {
    video,
    dialog,
    hint,
    bottom,
    scrim: oval.element,
    oval,
    stage,
    say(message, ring, towards) {
      // Said again only when it is something else: a live region speaks on every change.
      if (words.textContent !== message) words.textContent = message;
      dialog.dataset["ring"] = ring;
      dialog.dataset["towards"] = towards ?? "";
    },
    offer(line, withShutter) {
      note.textContent = line;
      shutter.hidden = !withShutter;
    },
    preview(live, mirrored = false) {
      video.classList.toggle("live", live);
      video.classList.toggle("mirrored", mirrored);
    },
    loaded: (share) => dialog.style.setProperty("--loaded", String(share)),
  };
}
