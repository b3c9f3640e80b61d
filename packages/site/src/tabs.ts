import type { Token, TokenizerAndRendererExtension, Tokens } from "marked";
import { escapeHtml } from "./html.ts";

interface Tab {
  readonly title: string;
  readonly tokens: Token[];
}

interface TabsToken extends Tokens.Generic {
  readonly type: "tabs";
  readonly name: string;
  readonly tabs: Tab[];
}

const begin = /^<details[^>]*><summary>(.*?)<\/summary>/;
const end = /^<\/details>/;
const isHtml = (token: Token): boolean => token.type === "html";

/** Puts `<details>` that follow each other together, as one set of tabs. The forge shows them one below the other, folded. */
export function withTabs(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  let set: TabsToken | undefined;
  let tab: Tab | undefined;
  for (const token of tokens) {
    const title = isHtml(token) ? begin.exec(token.raw)?.[1] : undefined;
    if (title !== undefined) {
      if (set === undefined) {
        set = { type: "tabs", raw: "", name: `tabs-${result.length}`, tabs: [] };
        result.push(set);
      }
      tab = { title, tokens: [] };
      set.tabs.push(tab);
      // What the search finds: the languages, not every line of each.
      set.raw += `${title} `;
    } else if (isHtml(token) && end.test(token.raw)) tab = undefined;
    else if (tab !== undefined) tab.tokens.push(token);
    else {
      if (token.type !== "space") set = undefined;
      result.push(token);
    }
  }
  return result;
}

/** Radio buttons, because the pages' policy allows no inline script: the checked one shows what follows it. */
export const tabsExtension: TokenizerAndRendererExtension = {
  name: "tabs",
  renderer(token) {
    const { name, tabs } = token as TabsToken;
    const shown = tabs.map(({ title, tokens }, index) => {
      const id = `${name}-${index}`;
      const checked = index === 0 ? " checked" : "";
      const button = `<input type="radio" name="${name}" id="${id}"${checked}><label for="${id}">${escapeHtml(title)}</label>`;
      return `${button}<div class="panel">${this.parser.parse(tokens)}</div>`;
    });
    return `<fieldset class="tabs"><legend>Language</legend>${shown.join("\n")}</fieldset>\n`;
  },
};
