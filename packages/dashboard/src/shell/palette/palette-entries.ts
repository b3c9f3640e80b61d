import { go } from "../../state/route.ts";
import { type Command, commandsFor, matching } from "./commands.ts";
import { addressOf, kindNames, useHits } from "./find.ts";

export interface Entry extends Command {
  readonly key: string;
}

/** Entries for a text: the matching views and commands, then the service's search results. */
export function useEntries(text: string, onShortcuts: () => void) {
  const hits = useHits(text);
  const commands = matching(commandsFor(onShortcuts), text).map((command) => ({ ...command, key: command.title }));
  const entries: readonly Entry[] = [
    ...commands,
    ...(hits ?? []).map((hit) => ({
      key: `${hit.kind} ${hit.id}`,
      title: hit.title,
      about: `${kindNames[hit.kind]} · ${hit.detail}`,
      run: () => go(addressOf(hit)),
    })),
  ];
  return { entries, isSearching: hits === undefined };
}
