import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

const looksMax = 120;

/** Presses Tab until the element has the focus. */
export async function tabTo(wanted: Locator): Promise<void> {
  const { keyboard } = wanted.page();
  // Finding the element by name after every press would take twice as long as the press.
  let element = await wanted.elementHandle();
  for (let looks = 0; looks < looksMax; looks++) {
    const focused = await element?.evaluate(hasFocus);
    if (focused) return;
    if (focused === undefined) element = await wanted.elementHandle();
    else await keyboard.press("Tab");
  }
  assert.fail(`Tab never reaches ${String(wanted)}`);
}

/**
 * Whether the element has the focus; undefined if the page has replaced it. For a focus in a shadow tree, such as the camera's, the document reports
 * only the host.
 */
const hasFocus = (element: Element): boolean | undefined =>
  element.isConnected ? element.matches(":focus") : undefined;

/** Actions by keyboard alone. */
export function keyboardOf(page: Page) {
  const { keyboard } = page;
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
  const press = async (name: string | RegExp, key = "Enter"): Promise<void> => {
    await tabTo(button(name));
    await keyboard.press(key);
  };
  /** Opens a menu, which takes the focus, and moves to the item with the arrow keys. */
  const along = async (menu: string | RegExp, action: string): Promise<void> => {
    await press(menu);
    const wanted = page.getByRole("menuitem", { name: action, exact: true });
    const isThere = () => wanted.evaluate(hasFocus);
    for (let presses = 0; presses < 10 && !(await isThere()); presses++) await keyboard.press("ArrowDown");
    assert.ok(await isThere(), `the arrows reach ${action}`);
    await keyboard.press("Enter");
  };
  return {
    press,
    fromMenu: async (subject: string, action: string): Promise<void> => along(`More actions for ${subject}`, action),
    signOut: async (): Promise<void> => along(/^Menu of /, "Sign out"),
    follow: async (name: string): Promise<void> => {
      await tabTo(page.getByRole("link", { name, exact: true }));
      await keyboard.press("Enter");
    },
    /** Replaces the field's text. */
    type: async (label: string, text: string): Promise<void> => {
      await tabTo(page.getByLabel(label, { exact: true }));
      await keyboard.press("Control+a");
      await keyboard.type(text);
    },
    /** Moves to the group, where the chosen option takes the focus, and to the option with the arrow keys. */
    choose: async (group: string, option: string): Promise<void> => {
      const radios = page.getByRole("group", { name: group }).getByRole("radio");
      await tabTo(radios.and(page.locator(":checked")));
      const wanted = page.getByRole("group", { name: group }).getByRole("radio", { name: option, exact: true });
      for (let presses = 0; presses < 10 && !(await wanted.isChecked()); presses++) await keyboard.press("ArrowRight");
      assert.ok(await wanted.isChecked(), `${option} is chosen`);
    },
    /** In a closed list an arrow key selects the next option. */
    select: async (label: string, option: string): Promise<void> => {
      const list = page.getByLabel(label, { exact: true });
      await tabTo(list);
      await keyboard.press("Home");
      const chosen = () => list.locator("option:checked").innerText();
      for (let presses = 0; presses < 20 && (await chosen()) !== option; presses++) await keyboard.press("ArrowDown");
      assert.equal(await chosen(), option);
    },
    /** Opens the file chooser, and sets the file without the system's dialog. */
    chooseFile: async (label: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent("filechooser");
      await tabTo(page.getByLabel(label, { exact: true }));
      await keyboard.press("Enter");
      await (await chooser).setFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    },
    /** Opens a view with `g` and the view's letter. */
    go: async (letter: string, title: string): Promise<void> => {
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.evaluate("document.activeElement?.blur()");
      await keyboard.press("g");
      await keyboard.press(letter);
      const heading = page.getByRole("heading", { level: 1, name: title, exact: true });
      await heading.waitFor();
    },
    command: async (text: string): Promise<void> => {
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
      await keyboard.type(text);
      await keyboard.press("Enter");
    },
  };
}
