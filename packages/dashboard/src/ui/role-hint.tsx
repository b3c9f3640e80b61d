import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { may } from "../state/session.ts";

const whoMay: Readonly<Record<Role, string>> = {
  viewer: "Everybody in the team",
  reviewer: "Reviewers, developers, admins and owners",
  developer: "Developers, admins and owners",
  admin: "Admins and owners",
  owner: "Owners",
};

/** States who may perform an action that is not offered here. Empty for those who may. @param to such as "rename the team" */
export function RoleHint({ needs, to }: { readonly needs: Role; readonly to: string }) {
  return may(needs) ? null : (
    <p class="hint">
      {whoMay[needs]} can {to}.
    </p>
  );
}
