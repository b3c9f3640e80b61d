/** /embed.js: `Selfsame.open(url)` shows a session's page in a dialog on the caller's own page. */
import { frameOf } from "./frame-address.ts";
import css from "./embed.css?inline";
import type { Told } from "./tell-shower.ts";

interface Ended {
  /** "done": the session has ended, and your backend knows how. "closed": the person closed the dialog before. */
  readonly status: "done" | "closed";
}

interface Options {
  /** The dialog's name for screen readers, and that of its close button. English unless said. */
  readonly title?: string;
  readonly closeLabel?: string;
}

/**
 * @param url as POST /api/v3/sessions gave it
 * @throws TypeError where it is none
 */
function open(url: string, { title = "Identity check", closeLabel = "Close" }: Options = {}): Promise<Ended> {
  const { address, origin } = frameOf(url, location.origin);
  const host = document.createElement("div");
  host.dataset["selfsame"] = "session";
  const shadow = host.attachShadow({ mode: "open" });
  style(shadow);
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  const close = document.createElement("button");
  close.type = "button";
  close.setAttribute("aria-label", closeLabel);
  close.append(cross());
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.allow = "camera; clipboard-write";
  frame.referrerPolicy = "no-referrer";
  frame.src = address;
  dialog.append(frame, close);
  shadow.append(dialog);
  document.body.append(host);
  const focusedBefore = document.activeElement;
  dialog.showModal();
  frame.focus();

  return new Promise((resolve) => {
    const end = (status: Ended["status"]) => {
      removeEventListener("message", hear);
      dialog.close();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
      resolve({ status });
    };
    const hear = ({ origin: from, source, data }: MessageEvent<Partial<Told> | null>) => {
      if (from !== origin || source !== frame.contentWindow || data?.selfsame !== "close") return;
      end(data.status === "done" ? "done" : "closed");
    };
    addEventListener("message", hear);
    close.addEventListener("click", () => end("closed"));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end("closed");
    });
  });
}

/** A constructed style sheet needs no exception in the page's Content-Security-Policy. */
function style(shadow: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
}

function cross(): SVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", "M7 7l10 10M17 7 7 17");
  svg.append(path);
  return svg;
}

Object.assign(window, { Selfsame: { open } });
