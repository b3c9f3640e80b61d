import type { ComponentType } from "preact";
import { go } from "../state/route.ts";
import { theme, themes } from "../state/theme.ts";
import { DocsIcon, PlusIcon } from "../ui/icons.tsx";
import { signOutNow } from "./sign-out.ts";
import { viewsFor } from "./views.ts";

export interface Command {
  readonly title: string;
  readonly keys?: string;
  readonly icon?: ComponentType;
  readonly run: () => void;
}

export function commandsFor(owner: boolean, showShortcuts: () => void): readonly Command[] {
  return [
    ...viewsFor(owner).map(({ title, path, letter, icon }) => ({
      title,
      keys: `g ${letter}`,
      icon,
      run: () => go(`/${path}`),
    })),
    { title: "Create a key", icon: PlusIcon, run: () => go("/keys?new=private") },
    { title: "Compare two photos", run: () => go("/playground/verify") },
    { title: "Read the guide", icon: DocsIcon, run: () => location.assign("/docs/guide") },
    { title: "API reference", icon: DocsIcon, run: () => location.assign("/docs") },
    ...themes.map((name) => ({ title: `Theme: ${name}`, run: () => void (theme.value = name) })),
    { title: "Keyboard shortcuts", keys: "?", run: showShortcuts },
    { title: "Sign out", run: () => void signOutNow() },
  ];
}

/** Those whose title has every word of the text, the ones that begin with it first. */
export function matching<T extends { readonly title: string }>(commands: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const has = commands.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const begins = ({ title }: T) => title.toLowerCase().startsWith(wanted);
  return [...has.filter(begins), ...has.filter((command) => !begins(command))];
}
