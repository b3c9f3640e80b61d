import { computed, signal } from "@preact/signals";
import { replaceQuery, route } from "./route.ts";

/** Whether views show data of live keys or of test keys. */
const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

const storedAs = "selfsame-mode";

const known = (text: string | null): Mode | undefined => modes.find((name) => name === text);

const remembered = signal<Mode>(known(localStorage.getItem(storedAs)) ?? "live");

const inAddress = computed(() => known(route.value.query.get("mode")));

/** The mode in the address; otherwise the last one used. */
export const mode = computed<Mode>(() => inAddress.value ?? remembered.value);

/** Drops the cursor, which belongs to the other mode's list. */
export function chooseMode(chosen: Mode): void {
  replaceQuery({ mode: chosen, cursor: undefined });
  rememberMode();
}

/** Adds the mode to the address, so that a shared link shows the same data, and stores it for addresses without a mode. */
export function rememberMode(): void {
  if (inAddress.value === undefined) replaceQuery({ mode: mode.value });
  remembered.value = mode.value;
  localStorage.setItem(storedAs, mode.value);
}
