import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

const looksMax = 120;

/** As somebody who sees where the focus is and presses Tab until it is there. */
export async function tabTo(wanted: Locator): Promise<void> {
  const { keyboard } = wanted.page();
  // To look for it by its name at every press takes twice as long as the press.
  let element = await wanted.elementHandle();
  for (let looks = 0; looks < looksMax; looks++) {
    const focused = await element?.evaluate(hasFocus);
    if (focused) return;
    if (focused === undefined) element = await wanted.elementHandle();
    else await keyboard.press("Tab");
  }
  assert.fail(`Tab never reaches ${String(wanted)}`);
}

/** Undefined once another has been drawn in its place. Of what is in a shadow tree, such as the camera's, the document knows the host only. */
const hasFocus = (element: Element): boolean | undefined =>
  element.isConnected ? element.matches(":focus") : undefined;

/** What somebody does with the keyboard, and nothing but the keyboard. */
export function keyboardOf(page: Page) {
  const { keyboard } = page;
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
  const press = async (name: string | RegExp, key = "Enter"): Promise<void> => {
    await tabTo(button(name));
    await keyboard.press(key);
  };
  /** Opens a menu, which takes the focus, and goes along it with the arrows. */
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
    /** In place of what was there. */
    type: async (label: string, text: string): Promise<void> => {
      await tabTo(page.getByLabel(label, { exact: true }));
      await keyboard.press("Control+a");
      await keyboard.type(text);
    },
    /** Goes to the group, which takes the focus at what is chosen, and along it with the arrows. */
    choose: async (group: string, option: string): Promise<void> => {
      const radios = page.getByRole("group", { name: group }).getByRole("radio");
      await tabTo(radios.and(page.locator(":checked")));
      const wanted = page.getByRole("group", { name: group }).getByRole("radio", { name: option, exact: true });
      for (let presses = 0; presses < 10 && !(await wanted.isChecked()); presses++) await keyboard.press("ArrowRight");
      assert.ok(await wanted.isChecked(), `${option} is chosen`);
    },
    /** A list that is closed takes the next option with an arrow. */
    select: async (label: string, option: string): Promise<void> => {
      const list = page.getByLabel(label, { exact: true });
      await tabTo(list);
      await keyboard.press("Home");
      const chosen = () => list.locator("option:checked").innerText();
      for (let presses = 0; presses < 20 && (await chosen()) !== option; presses++) await keyboard.press("ArrowDown");
      assert.equal(await chosen(), option);
    },
    /** Opens the file chooser; what is chosen there is the system's affair. */
    chooseFile: async (label: string, buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent("filechooser");
      await tabTo(page.getByLabel(label, { exact: true }));
      await keyboard.press("Enter");
      await (await chooser).setFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });
    },
    /** To a view, by `g` and its letter. */
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
