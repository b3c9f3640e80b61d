import { computed, effect, signal } from "@preact/signals";
import { request } from "../api/request.ts";
import type { Me, Role, State } from "@selfsame/server/api/dashboard/answers/account";
import { discardDrafts } from "./drafts.ts";
import { madeKey } from "./made-key.ts";
import { forgetResources } from "./resource.ts";

/** Undefined until the server has said who is signed in. */
export const state = signal<State | undefined>(undefined);
export const me = computed(() => state.value?.me ?? null);
/** Runs the service: sees every account, plans, models and health. */
export const isOperator = computed(() => me.value?.user.operator === true);

const ranks: readonly Role[] = ["viewer", "reviewer", "developer", "admin", "owner"];

/** Whether their role in the team allows what needs at least this one. The server has the last word. */
export function may(needed: Role): boolean {
  return me.value !== null && ranks.indexOf(me.value.role) >= ranks.indexOf(needed);
}

/** Whether somebody was, in this browser: what they will see can be asked for before the server has said who they are. */
const storedAs = "selfsame-signed-in";
export const wasSignedIn = (): boolean => localStorage.getItem(storedAs) !== null;
effect(() => {
  if (state.value?.me) localStorage.setItem(storedAs, "1");
  else if (state.value) localStorage.removeItem(storedAs);
});

export async function loadState(): Promise<void> {
  state.value = await request<State>("GET", "/state");
}

/** What does not depend on who is signed in; a link may be opened before the server has said it. */
const known = (): State => state.value ?? { claimed: true, me: null, passkeyOrigin: null, sendsMail: false };

/** The same person at the same team, with something of it changed. */
export function renewed(signedIn: Me): void {
  state.value = { ...known(), claimed: true, me: signedIn };
}

/** Nothing of another account stays behind. */
export function enter(signedIn: Me): void {
  forgetAccount();
  state.value = { ...known(), claimed: true, me: signedIn };
}

/** The session has ended, here or elsewhere. */
export function leave(): void {
  forgetAccount();
  state.value = { ...known(), me: null };
}

export async function signOut(): Promise<void> {
  await request("POST", "/sign-out");
  leave();
}

function forgetAccount(): void {
  forgetResources();
  madeKey.value = "";
  discardDrafts();
}
