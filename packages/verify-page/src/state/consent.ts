import type { Service } from "../service/service.ts";
import { Fault, type Session } from "../service/session.ts";
import { shownVersion } from "../service/shown-words.ts";

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

/**
 * Gives the consent to the words that are shown.
 * @returns the session with other words, where these changed meanwhile: they are to be read first. Rejects where the service does not answer
 */
export async function agreeTo(
  service: Pick<Service, "look" | "agree">,
  session: Session,
  language: string,
): Promise<Session | undefined> {
  try {
    await service.agree(shownVersion(session, language));
    return undefined;
  } catch (error) {
    if (error instanceof Fault && error.kind === "words_changed") return service.look();
    throw error;
  }
}
