import { computed, effect, signal } from "@preact/signals";
import { request } from "../api/request.ts";
import type { Me, Role, State } from "@selfsame/server/api/dashboard/answers/account";
import { discardDrafts } from "./drafts.ts";
import { madeKey } from "./made-key.ts";
import { forgetResources } from "./resource.ts";

/** Undefined until the server has returned who is signed in. */
export const state = signal<State | undefined>(undefined);
export const me = computed(() => state.value?.me ?? null);
/** Operators run the service: they see every account, plans, models and health. */
export const isOperator = computed(() => me.value?.user.operator === true);

const ranks: readonly Role[] = ["viewer", "reviewer", "developer", "admin", "owner"];

/** Whether the person's role in the team is at least this one. The server checks again. */
export function may(needed: Role): boolean {
  return me.value !== null && ranks.indexOf(me.value.role) >= ranks.indexOf(needed);
}

/** Whether somebody was signed in in this browser. If so, data can be requested before the server returns who it is. */
const storedAs = "selfsame-signed-in";
export const wasSignedIn = (): boolean => localStorage.getItem(storedAs) !== null;
effect(() => {
  if (state.value?.me) localStorage.setItem(storedAs, "1");
  else if (state.value) localStorage.removeItem(storedAs);
});

export async function loadState(): Promise<void> {
  state.value = await request<State>("GET", "/state");
}

/** The parts of the state that do not depend on who is signed in, with defaults if the server has not returned it yet. */
const known = (): State => state.value ?? { claimed: true, me: null, passkeyOrigin: null, sendsMail: false };

/** Signs a person in. Deletes all data of the previous account first. */
export function enter(signedIn: Me): void {
  forgetAccount();
  state.value = { ...known(), claimed: true, me: signedIn };
}

/** Called when the session has ended, here or elsewhere. */
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
