/* oxlint-disable unicorn/consistent-function-scoping -- what runs in the page is sent there as text, without what is around it */
import type { Page } from "playwright-core";

/** A request that a press sent to the dashboard's API. */
export interface Asked {
  readonly button: string;
  readonly method: string;
  /** Without its query: relative to the dashboard's API, or the whole path for version 3. */
  readonly path: string;
}

declare global {
  interface Window {
    askedForTest: Asked[];
    pressingForTest: string;
    pressedForTest: Set<string>;
  }
}

/** From the next page load on, requests that change data are recorded and answered with an error, and never sent. */
export async function holdChangesBack(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const api = "/api/dashboard";
    const send = window.fetch;
    window.askedForTest = [];
    window.pressingForTest = "the view itself";
    window.pressedForTest = new Set();
    window.fetch = (input, init) => {
      const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
      const method = init?.method ?? "GET";
      const isOfV3 = path.startsWith("/api/v3/");
      if (!path.startsWith(api) && !isOfV3) return send(input, init);
      window.askedForTest.push({
        button: window.pressingForTest,
        method,
        path: isOfV3 ? path : path.slice(api.length),
      });
      if (method === "GET") return send(input, init);
      const error = { code: "not_in_this_test", message: "Held back.", field: null };
      return Promise.resolve(Response.json({ error }, { status: 409 }));
    };
  });
}

/** Waits until the page shows the view of its current address. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
}

/**
 * Presses each button in the page's main part, once for all addresses of a view, and in each dialog that opens, after filling in its fields. @returns
 * the requests since the last call
 */
export function pressEverything(page: Page): Promise<readonly Asked[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
    const nameOf = (button: HTMLElement) => button.getAttribute("aria-label") ?? button.textContent.trim();
    const [view] = location.hash.split(/[/?]/, 2).slice(1);
    const pressed = window.pressedForTest;
    const nextIn = (place: ParentNode, kind: string, wanted = 'button:not([role="menuitem"])') =>
      [...place.querySelectorAll<HTMLButtonElement>(wanted)].find(
        (button) => !button.disabled && button.checkVisibility() && !pressed.has(`${kind} ${nameOf(button)}`),
      );
    const press = async (button: HTMLElement, kind: string) => {
      pressed.add(`${kind} ${nameOf(button)}`);
      window.pressingForTest = nameOf(button);
      button.click();
      await frame();
    };
    const examples: Readonly<Record<string, string>> = { email: "a@example.com", url: "https://example.com" };
    const fillIn = (dialog: Element) => {
      for (const field of dialog.querySelectorAll("input, textarea")) {
        const text = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined;
        if (!text || text.value !== "" || ["file", "checkbox", "radio", "date"].includes(text.type)) continue;
        text.value = examples[text.type] ?? "https://example.com";
        text.dispatchEvent(new Event("input", { bubbles: true }));
      }
    };
    const pressDialog = async (kind: string) => {
      for (let dialog = openDialog(); dialog; dialog = openDialog()) {
        fillIn(dialog);
        await frame();
        const next = nextIn(dialog, kind);
        if (!next) {
          dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
          await frame();
          return;
        }
        if (["Cancel", "Close", "Keep the session"].includes(nameOf(next))) pressed.add(`${kind} ${nameOf(next)}`);
        else await press(next, kind);
      }
    };
    const openDialog = () => document.querySelector("dialog[open]");
    await pressDialog(`${view}, at first`);
    const main = document.querySelector("main");
    if (!main) throw new Error("the page has no main part");
    for (let next = nextIn(main, `${view}`); next; next = nextIn(main, `${view}`)) {
      await press(next, `${view}`);
      await pressDialog(`${view}, ${nameOf(next)}`);
      // An item closes its menu, which is opened again for the next.
      while (next.getAttribute("aria-haspopup") === "menu") {
        if (next.getAttribute("aria-expanded") !== "true") await press(next, `${view}`);
        const item = nextIn(document, `${view}`, 'button[role="menuitem"]');
        if (!item) {
          if (next.getAttribute("aria-expanded") === "true") await press(next, `${view}`);
          break;
        }
        await press(item, `${view}`);
        await pressDialog(`${view}, ${nameOf(item)}`);
      }
    }
    window.pressingForTest = "the view itself";
    return window.askedForTest.splice(0);
  });
}
