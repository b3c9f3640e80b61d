import { computed, signal } from "@preact/signals";
import { replaceQuery, route } from "./route.ts";

/** Whether views show what live keys did, or what test keys did. */
const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

const storedAs = "selfsame-mode";

const known = (text: string | null): Mode | undefined => modes.find((name) => name === text);

const remembered = signal<Mode>(known(localStorage.getItem(storedAs)) ?? "live");

const inAddress = computed(() => known(route.value.query.get("mode")));

/** As the address says; where it says nothing, as it was last. */
export const mode = computed<Mode>(() => inAddress.value ?? remembered.value);

/** The cursor of a list is of the other mode's. */
export function chooseMode(chosen: Mode): void {
  replaceQuery({ mode: chosen, cursor: undefined });
  rememberMode();
}

/** Puts the mode into the address, so that who is sent it sees the same, and remembers it for the next one that lacks it. */
export function rememberMode(): void {
  if (inAddress.value === undefined) replaceQuery({ mode: mode.value });
  remembered.value = mode.value;
  localStorage.setItem(storedAs, mode.value);
}
