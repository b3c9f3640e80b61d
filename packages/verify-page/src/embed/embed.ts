/** /embed.js: `Selfsame.open(url)` shows a session's page in a dialog on the caller's own page. */
import { frameOf } from "./frame-address.ts";
import css from "./embed.css?inline";
import { rejectedText } from "./rejected-text.ts";
import type { EmbedderMessage } from "./embedder-messages.ts";

interface Ended {
  /** "done": the person has finished; get the result in your backend. "closed": the person closed the dialog before that. */
  readonly status: "done" | "closed";
  /** Whether the person chose "Not now". The session stays open, so the same link can be shown again. */
  readonly declined: boolean;
  /** With "done": whether a reviewer still has to decide, so that there is no verdict yet. */
  readonly inReview: boolean;
}

/** Pages of earlier versions leave these out. */
interface Closed {
  readonly declined?: boolean;
  readonly in_review?: boolean;
}

interface Options {
  /** Accessible names of the dialog and of its close button. Default: English. */
  readonly title?: string;
  readonly closeLabel?: string;
}

/** How long to wait for the page's "shown" message after the frame's load event. The page sends it before that event, but it may arrive later. */
const saysWithinMs = 500;

/**
 * Shows a session's page in a dialog.
 * @param url as POST /api/v3/sessions returned it
 * @returns how the dialog ended. Rejects with an OriginNotAllowedError if this page's origin is not allowed, with a NetworkError if the session's
 * page cannot be loaded, or was requested too often; the dialog then shows an error until the person closes it
 * @throws TypeError if `url` is not a session link
 */
function open(url: string, { title = "Identity check", closeLabel = "Close" }: Options = {}): Promise<Ended> {
  const { address, origin } = frameOf(url, location.origin, location.ancestorOrigins);
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
  frame.allow = "camera; clipboard-write; digital-credentials-get";
  frame.referrerPolicy = "no-referrer";
  frame.src = address;
  dialog.append(frame, close);
  shadow.append(dialog);
  document.body.append(host);
  const focusedBefore = document.activeElement;
  dialog.showModal();
  frame.focus();

  return new Promise((resolve, reject) => {
    let shown = false;
    // Browsers do not report a blocked frame. They load an error page in its place, which also fires "load".
    frame.addEventListener("load", () => {
      setTimeout(() => {
        if (shown || !host.isConnected) return;
        const alert = document.createElement("p");
        alert.setAttribute("role", "alert");
        const { language, text } = rejectedText([document.documentElement.lang, ...navigator.languages]);
        alert.lang = language;
        alert.dir = "auto";
        alert.textContent = text;
        frame.replaceWith(alert);
        void refusal(address).then(reject);
      }, saysWithinMs);
    });
    const end = (status: Ended["status"], { declined = false, in_review: inReview = false }: Closed = {}) => {
      removeEventListener("message", hear);
      dialog.close();
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
      resolve({ status, declined, inReview });
    };
    const hear = ({ origin: from, source, data }: MessageEvent<EmbedderMessage | null>) => {
      if (from !== origin || source !== frame.contentWindow) return;
      if (data?.selfsame === "shown") shown = true;
      if (data?.selfsame === "close") end(data.status === "done" ? "done" : "closed", data);
    };
    addEventListener("message", hear);
    close.addEventListener("click", () => end("closed"));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end("closed");
    });
  });
}

/**
 * Why the frame is empty. Of a URL of another origin a page can only find out whether anything responds there, except for the response to too many
 * requests, which any page may read.
 */
async function refusal(address: string): Promise<Error> {
  if ((await answerOf(address))?.status === 429) {
    const message = "The service received too many requests from this network. Open the session again in a minute";
    return Object.assign(new Error(message), { name: "NetworkError" });
  }
  const where = [...new Set([location.origin, ...(location.ancestorOrigins ?? [])])].join(", ");
  try {
    await fetch(address, { mode: "no-cors", credentials: "omit", signal: AbortSignal.timeout(1000) });
    const message = `The service shows this session only on origins of its account, and not on ${where}. Add it in the dashboard, under Domains and origins`;
    return Object.assign(new Error(message), { name: "OriginNotAllowedError" });
  } catch (cause) {
    const message =
      "The session's page could not be loaded: the service did not answer, or this page's Content-Security-Policy forbids it";
    return Object.assign(new Error(message, { cause }), { name: "NetworkError" });
  }
}

/** A response that this page may read. */
const answerOf = (address: string): Promise<Response | undefined> =>
  fetch(address, { credentials: "omit", signal: AbortSignal.timeout(1000) }).catch(() => undefined);

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
