import { pathTo } from "@selfsame/verify-page/here/service-path";
import type { ComponentType } from "preact";
import type { Team } from "@selfsame/server/api/dashboard/answers/account";
import { go } from "../../state/route.ts";
import { may, me } from "../../state/session.ts";
import { theme, themes } from "../../state/theme.ts";
import { DocsIcon, PlusIcon } from "../../ui/icons.tsx";
import { signOutNow } from "../sign-out.ts";
import { switchTeamNow } from "../switch-team.ts";
import { myViews } from "../views.ts";

export interface Command {
  readonly title: string;
  /** Description, if the title alone is not clear. */
  readonly about?: string;
  readonly keys?: string;
  readonly icon?: ComponentType;
  readonly run: () => void;
}

export function commandsFor(showShortcuts: () => void): readonly Command[] {
  return [
    ...myViews().map(({ title, path, letter, icon }) => ({
      title,
      keys: `g ${letter}`,
      icon,
      run: () => go(`/${path}`),
    })),
    ...(may("developer") ? [{ title: "Create a key", icon: PlusIcon, run: () => go("/keys?new=private") }] : []),
    ...(may("admin") ? [{ title: "Invite somebody", icon: PlusIcon, run: () => go("/team?invite=1") }] : []),
    ...otherTeams().map(({ id, name }) => ({ title: `Switch to ${name}`, run: () => void switchTeamNow(id) })),
    ...(may("developer") ? [{ title: "Compare two photos", run: () => go("/playground/verify") }] : []),
    { title: "Read the guide", icon: DocsIcon, run: () => location.assign(pathTo("/docs/guide")) },
    { title: "API reference", icon: DocsIcon, run: () => location.assign(pathTo("/docs")) },
    ...themes.map((name) => ({ title: `Theme: ${name}`, run: () => void (theme.value = name) })),
    { title: "Keyboard shortcuts", keys: "?", run: showShortcuts },
    { title: "Sign out", run: () => void signOutNow() },
  ];
}

function otherTeams(): readonly Team[] {
  return (me.value?.teams ?? []).filter(({ id }) => id !== me.value?.account.id);
}

/** Commands whose titles contain every word of the text; those that begin with it come first. */
export function matching<T extends { readonly title: string }>(commands: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const has = commands.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const begins = ({ title }: T) => title.toLowerCase().startsWith(wanted);
  return [...has.filter(begins), ...has.filter((command) => !begins(command))];
}
