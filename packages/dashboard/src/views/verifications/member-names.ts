import type { Member } from "@selfsame/server/api/dashboard/answers/team";
import { useResource } from "../../state/resource.ts";
import { me } from "../../state/session.ts";

export const membersPath = "/members";

/** The e-mail address of a member of the team, by their id; null where the id is, and until the members are loaded. */
export function useMemberNames(): (id: string | null) => string | null {
  const { data } = useResource<{ readonly members: readonly Member[] }>(membersPath);
  return (id) =>
    id === null || !data ? null : (data.members.find((one) => one.id === id)?.email ?? "a former member");
}

export const isMe = (id: string): boolean => id === me.value?.user.id;
