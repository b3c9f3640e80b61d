import type { Service } from "../service/service.ts";
import { Fault, type Session } from "../service/session.ts";
import { shownVersion } from "../service/shown-words.ts";

/**
 * Withdraws the consent, unless there is a verdict.
 * @returns the session afterwards. Rejects if the service does not respond
 */
export async function takeBack(service: Pick<Service, "look" | "withdraw">): Promise<Session> {
  const session = await service.look();
  if (!session.consent.can_withdraw) return session;
  try {
    return await service.withdraw();
  } catch (error) {
    // The verdict was reached between the two requests.
    if (error instanceof Fault && error.kind === "ended") return service.look();
    throw error;
  }
}

/**
 * Gives consent to the text that is shown.
 * @returns the session with a new text if the account changed it meanwhile: the person has to read it first. Rejects if the service does not respond
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
