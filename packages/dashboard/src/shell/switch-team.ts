import { request } from "../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import { enter } from "../state/session.ts";
import { toast, toastFailure } from "../state/toasts.ts";

/** Switches to another of the person's teams: the same view, with that team's data. */
export async function switchTeamNow(id: string): Promise<void> {
  await toastFailure(async () => {
    const me = await request<Me>("POST", `/teams/${id}/switch`);
    enter(me);
    toast(`You are looking at ${me.account.name}.`);
  });
}
