import type { FactorOwner } from "../../accounts/people/factors/factors.ts";
import type { Me } from "./signed-in.ts";

export const ownerOf = ({ user, account, sessionId, by }: Me): FactorOwner => ({
  userId: user.id,
  accountId: account.id,
  sessionId,
  by,
});
