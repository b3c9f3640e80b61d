import { computed, signal } from "@preact/signals";
import { request } from "../api/request.ts";
import type { Me, State } from "@selfsame/server/api/dashboard/answers";
import { madeKey } from "./made-key.ts";
import { forgetResources } from "./resource.ts";

/** Undefined until the server has said who is signed in. */
export const state = signal<State | undefined>(undefined);
export const me = computed(() => state.value?.me ?? null);
export const isOwner = computed(() => me.value?.account.role === "owner");

export async function loadState(): Promise<void> {
  state.value = await request<State>("GET", "/state");
}

/** Nothing of another account stays behind. */
export function enter(signedIn: Me): void {
  forgetAccount();
  state.value = { claimed: true, me: signedIn };
}

/** The session has ended, here or elsewhere. */
export function leave(): void {
  forgetAccount();
  state.value = { claimed: state.value?.claimed ?? true, me: null };
}

export async function signOut(): Promise<void> {
  await request("POST", "/sign-out");
  leave();
}

function forgetAccount(): void {
  forgetResources();
  madeKey.value = "";
}
