import type { AppPlugin } from "@capacitor/app";
import type { BrowserPlugin } from "@capacitor/browser";

export interface SessionLink {
  /** The session's link, `url` of its creation. It is the person's: keep it out of logs. */
  readonly url: string;
  /** `return_url` of the session: https, and a universal link or app link of this app, so that no other app receives it. */
  readonly returnUrl: string;
  /** The session's id: a return from another session is ignored. */
  readonly session?: string | undefined;
}

/**
 * `returned`: the page has sent the person back, whatever came of it. `closed`: the person closed the browser; the session may still be open, and the same
 * link continues it. Neither has the verdict: ask your backend.
 */
export interface SessionVisit {
  readonly outcome: "returned" | "closed";
}

type Browser = Pick<BrowserPlugin, "open" | "close" | "addListener">;
type App = Pick<AppPlugin, "addListener">;

/** On Android the browser also reports its end when a link has led back into the app: in either order. */
const graceMs = 500;

/**
 * Makes `openSession`, which shows the page in the system's browser until the person is back: that browser has the camera, its permission and the wallets.
 * One at a time.
 */
export function createOpenSession(browser: Browser, app: App): (link: SessionLink) => Promise<SessionVisit> {
  let isOpen = false;
  return async (link) => {
    if (isOpen) throw new Error("Selfsame: a session is open already.");
    isOpen = true;
    try {
      return await visit(browser, app, link);
    } finally {
      isOpen = false;
    }
  };
}

async function visit(browser: Browser, app: App, link: SessionLink): Promise<SessionVisit> {
  let end!: (visit: SessionVisit) => void;
  const ended = new Promise<SessionVisit>((resolve) => (end = resolve));
  const listeners = await Promise.all([
    app.addListener("appUrlOpen", ({ url }) => {
      if (leadsBack(url, link)) end({ outcome: "returned" });
    }),
    browser.addListener("browserFinished", () => {
      setTimeout(() => end({ outcome: "closed" }), graceMs);
    }),
  ]);
  try {
    await browser.open({ url: link.url, presentationStyle: "fullscreen" });
    return await ended;
  } finally {
    await Promise.all(listeners.map((listener) => listener.remove()));
    // Android has closed it already, and has no such call.
    await browser.close().catch(() => {});
  }
}

/** The page adds `session` to the address: whatever else stands there has to be as it was. */
function leadsBack(url: string, { returnUrl, session }: SessionLink): boolean {
  if (!URL.canParse(url)) return false;
  const [back, wanted] = [new URL(url), new URL(returnUrl)];
  if (back.origin !== wanted.origin || back.pathname !== wanted.pathname) return false;
  const id = back.searchParams.get("session");
  return id !== null && (session === undefined || id === session);
}
