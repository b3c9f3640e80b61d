import type { CameraTexts } from "@selfsame/texts/camera";
import { html } from "./elements.ts";
import css from "./intro.css?inline";
import type { View } from "./view.ts";

/** What the page says of its own before the camera opens. */
export interface Intro {
  /** Why you ask for a photo, what you keep of it, what the person agrees to. Lines stay lines. */
  readonly text?: string;
  /** Of your privacy notice, which opens in another tab. http or https. */
  readonly privacyUrl?: string;
}

/** Shows the introduction in the view; `begin` is called once, when the person wishes to. */
export type ShowIntro = (view: View, begin: () => void) => void;

/**
 * @param withSteps whether a live challenge follows
 * @throws TypeError where `privacyUrl` is no address of a page
 */
export function introOf({ text, privacyUrl }: Intro, texts: CameraTexts, withSteps: boolean): ShowIntro {
  const link = html("a", { target: "_blank", rel: "noopener" }, words(texts.intro_privacy));
  if (privacyUrl !== undefined) {
    link.href = privacyUrl;
    if (!/^https?:$/.test(link.protocol)) throw new TypeError("intro.privacyUrl is no http or https address");
  }
  return (view, begin) => {
    const lines = [texts.intro_photo, ...(withSteps ? [texts.intro_steps] : []), texts.intro_light, texts.intro_kept];
    const list = html("ul", { role: "list" }, ...lines.map((line) => html("li", {}, words(line))));
    const parts: HTMLElement[] = [html("h2", {}, words(texts.title)), list];
    if (text) parts.push(html("p", { class: "own", dir: "auto" }, words(text)));
    if (privacyUrl !== undefined) parts.push(link);
    const button = html("button", { type: "button", class: "begin" }, words(texts.begin));
    const panel = html("div", { class: "intro" }, html("div", { class: "card" }, ...parts, button));
    const { dialog } = view;
    button.addEventListener("click", () => {
      // Before its button is gone: the focus stays within the view.
      dialog.focus({ preventScroll: true });
      panel.remove();
      delete dialog.dataset["intro"];
      begin();
    });
    view.addStyle(css);
    dialog.dataset["intro"] = "";
    // Before the layout, whose button to cancel stays.
    dialog.lastElementChild?.before(panel);
  };
}

const words = (text: string) => document.createTextNode(text);
