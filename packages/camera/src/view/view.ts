import { type Aim, aimOf, ovalIn } from "../guide/aim.ts";
import type { Size } from "../capture/sighting.ts";
import type { Wording } from "../wording.ts";
import { html } from "./elements.ts";
import { listenToKeys } from "./keys.ts";
import { createParts } from "./parts.ts";
import type { Ring, Towards } from "./ring.ts";
import { isShown, watchSight } from "./sight.ts";
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

export function openView(options: ViewOptions): View {
  const { container, onCancel, onUnseen } = options;
  const { oval, stage, ...shown } = createParts(options);
  const { dialog } = shown;
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

  listenToKeys(dialog, shadow, { isModal: !container, onCancel });

  const sizeNow = (): Size => ({ width: dialog.clientWidth, height: dialog.clientHeight });
  function ovalNow() {
    const { x: left, y: top } = dialog.getBoundingClientRect();
    const { x, y, width, height } = stage.getBoundingClientRect();
    return ovalIn(sizeNow(), { x: x - left, y: y - top, width, height });
  }
  const isSeen = (): boolean => dialog.clientWidth * dialog.clientHeight > 0 && isShown(container ?? host);
  const sizes = new ResizeObserver(() => {
    if (isSeen()) oval.place(sizeNow(), ovalNow());
    else onUnseen();
  });
  sizes.observe(stage);
  const sight = watchSight(host, stage);

  return {
    ...shown,
    addStyle: (css) => addStyle(shadow, css),
    aim: (frame) => aimOf(sizeNow(), ovalNow(), frame),
    isSeen,
    isInSight: () => sight.isClear(dialog.getBoundingClientRect(), ovalNow()),
    async close(fadeMs) {
      sizes.disconnect();
      sight.stop();
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
