import type { Role } from "@selfsame/server/api/dashboard/answers/account";
import { may } from "../../state/session.ts";

export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: "Viewer: read only",
  reviewer: "Reviewer: also reviews sessions",
  developer: "Developer: also manages keys, webhooks and sessions",
  admin: "Admin: also manages members, branding and the audit log",
  owner: "Owner: full access, other owners included",
};

/** Lowest role first. */
export const roles = ["viewer", "reviewer", "developer", "admin", "owner"] as const satisfies readonly Role[];

/** Roles that the person who is signed in may assign: only owners may assign owner. */
export const assignableRoles = (): readonly Role[] => roles.filter((role) => role !== "owner" || may("owner"));

/** Admins manage everybody except owners. */
export const mayManage = (role: Role): boolean => may("owner") || (may("admin") && role !== "owner");
