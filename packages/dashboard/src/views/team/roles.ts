import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { may } from "../../state/session.ts";

export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: "Viewer: sees, and changes nothing",
  reviewer: "Reviewer: decides sessions that need a review, too",
  developer: "Developer: makes and changes keys",
  admin: "Admin: people and the audit log, too",
  owner: "Owner: everything, other owners too",
};

/** Those that who is signed in may give: only owners make owners. */
export const assignableRoles = (): readonly Role[] =>
  (["viewer", "reviewer", "developer", "admin", "owner"] as const).filter((role) => role !== "owner" || may("owner"));

/** An admin deals with everybody but owners. */
export const mayDealWith = (role: Role): boolean => may("owner") || (may("admin") && role !== "owner");
