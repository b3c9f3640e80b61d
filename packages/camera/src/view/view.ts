import { type Aim, aimOf, ovalIn } from "../guide/aim.ts";
import type { Size } from "../capture/sighting.ts";
import type { Wording } from "../wording.ts";
import { html, svg } from "./elements.ts";
import type { Ring, Towards } from "./ring.ts";
import { createOval } from "./oval.ts";
import css from "./view.css?inline";

export interface ViewOptions {
  readonly wording: Wording;
  /** How long the ring takes to fill once all is right. */
  readonly holdMs: number;
  /** Where to show it; without one it covers the page. */
  readonly container?: HTMLElement | undefined;
  readonly onCancel: () => void;
  readonly onShutter: () => void;
  /** The page has taken the view away, or hidden it. */
  readonly onUnseen: () => void;
}

export interface View {
  readonly video: HTMLVideoElement;
  /** For what is shown beside: where hints are, and below the oval. */
  readonly dialog: HTMLDialogElement;
  readonly hint: HTMLElement;
  readonly bottom: HTMLElement;
  /** What is drawn around the oval, whose middle and half sizes are its --oval-x, --oval-y, --oval-across and --oval-down, in pixels. */
  readonly scrim: SVGSVGElement;
  addStyle(css: string): void;
  /** @param message said and shown above the oval */
  say(message: string, ring: Ring, towards?: Towards): void;
  /** The line below the oval, and whether there is a shutter. */
  offer(note: string, shutter: boolean): void;
  preview(live: boolean, mirrored?: boolean): void;
  /** How much of the detector has come, 0 to 1: the ring fills meanwhile. */
  loaded(share: number): void;
  aim(frame: Size): Aim;
  /** Whether the person can see it: it is in the page, has a size, and nothing around it is hidden. */
  isSeen(): boolean;
  /** Whether what is around the middle of the oval is on the screen, and nothing of the page lies over it. */
  isInSight(): boolean;
  /** Fades out, or goes at once; gives the focus back and leaves nothing behind. */
  close(fadeMs: number): Promise<void>;
}

export function openView({ wording, holdMs, container, onCancel, onShutter, onUnseen }: ViewOptions): View {
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

  const host = html("div", { "data-selfsame": "camera" });
  const shadow = host.attachShadow({ mode: "open" });
  addStyle(shadow, css);
  shadow.append(dialog);
  const focusedBefore = document.activeElement;
  if (container) host.setAttribute("data-embedded", "");
  (container ?? document.body).append(host);
  if (container) dialog.show();
  else dialog.showModal();
  // The browser would choose, and might take what only shows.
  dialog.focus({ preventScroll: true });

  cancel.addEventListener("click", onCancel);
  shutter.addEventListener("click", onShutter);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
    if (event.key === "Tab" && !container) keepFocus(event, shadow);
  });
  // Android's back gesture asks a dialog to close without a key.
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onCancel();
  });

  const sizeNow = (): Size => ({ width: dialog.clientWidth, height: dialog.clientHeight });
  function ovalNow() {
    const { x: left, y: top } = dialog.getBoundingClientRect();
    const { x, y, width, height } = stage.getBoundingClientRect();
    return ovalIn(sizeNow(), { x: x - left, y: y - top, width, height });
  }
  const isSeen = (): boolean =>
    host.isConnected && dialog.clientWidth > 0 && dialog.clientHeight > 0 && isShown(container ?? host);
  const sizes = new ResizeObserver(() => {
    if (isSeen()) oval.place(sizeNow(), ovalNow());
    else onUnseen();
  });
  sizes.observe(stage);
  // Of a page in a frame this alone knows where the frame is.
  let onScreen = true;
  const screen = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true;
  });
  screen.observe(stage);

  return {
    video,
    dialog,
    hint,
    bottom,
    scrim: oval.element,
    addStyle: (css) => addStyle(shadow, css),
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
    aim: (frame) => aimOf(sizeNow(), ovalNow(), frame),
    isSeen,
    isInSight() {
      const { x: left, y: top } = dialog.getBoundingClientRect();
      const { x, y, width, height } = ovalNow();
      const root = host.getRootNode() as Document | ShadowRoot;
      const isOurs = (share: number) =>
        root.elementFromPoint(left + x + width * share, top + y + height * share) === host;
      return onScreen && [0.3, 0.5, 0.7].every(isOurs);
    },
    async close(fadeMs) {
      sizes.disconnect();
      screen.disconnect();
      if (fadeMs > 0) {
        dialog.classList.add("closing");
        await new Promise((resolve) => setTimeout(resolve, fadeMs));
      }
      dialog.close();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    },
  };
}

/** Neither hidden nor see-through, nor within anything that is. Browsers from before 2024 only know of sizes. */
function isShown(element: HTMLElement): boolean {
  return element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;
}

/** Constructed style sheets are not inline styles: they need no exception in a Content-Security-Policy. */
function addStyle(shadow: ShadowRoot, css: string): void {
  if ("adoptedStyleSheets" in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  } else {
    (shadow as ShadowRoot).append(html("style", {}, document.createTextNode(css)));
  }
}

/** A modal dialog lets Tab leave for the browser's own buttons; within the page it goes round the dialog's. */
function keepFocus(event: KeyboardEvent, shadow: ShadowRoot): void {
  const shown = [...shadow.querySelectorAll<HTMLElement>("button:not([hidden]), a")];
  const reachable = shown.filter((one) => getComputedStyle(one).visibility === "visible");
  const at = reachable.findIndex((one) => one === shadow.activeElement);
  const step = event.shiftKey ? -1 : 1;
  const to = at < 0 ? (event.shiftKey ? reachable.length - 1 : 0) : (at + step + reachable.length) % reachable.length;
  event.preventDefault();
  reachable[to]?.focus();
}
