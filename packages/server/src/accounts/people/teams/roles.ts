/** Roles of a team's members, lowest first. Each role includes the rights of those before it. */
export const roles = ["viewer", "reviewer", "developer", "admin", "owner"] as const;
export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Admins manage all members but owners; only owners create and change owners. */
export function mayManage(by: Role, role: Role): boolean {
  return by === "owner" || (by === "admin" && role !== "owner");
}
