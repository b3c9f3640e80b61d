import { request } from "../api/request.ts";
import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import { enter } from "../state/session.ts";
import { toast, toastFailure } from "../state/toasts.ts";

/** Looks at another of one's teams: the same view, with what is theirs. */
export async function switchTeamNow(id: string): Promise<void> {
  await toastFailure(async () => {
    const me = await request<Me>("POST", `/teams/${id}/switch`);
    enter(me);
    toast(`You are looking at ${me.account.name}.`);
  });
}
