import type { Service } from "../service/service.ts";
import { Fault, type Session } from "../service/session.ts";

/**
 * Takes the consent back, unless there is a verdict.
 * @returns how the session stands then. Rejects where the service does not answer
 */
export async function takeBack(service: Pick<Service, "look" | "withdraw">): Promise<Session> {
  const session = await service.look();
  if (!session.consent.can_withdraw) return session;
  try {
    return await service.withdraw();
  } catch (error) {
    // The verdict came between the two.
    if (error instanceof Fault && error.kind === "ended") return service.look();
    throw error;
  }
}
