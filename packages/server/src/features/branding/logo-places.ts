import { createTurns, inTurn } from "@selfsame/platform/turns";

/** Processes on this node that draw logos. */
const atOnceMax = 2;
/** Accounts whose logo is here and not yet drawn. */
const waitingMax = 16;
/** Beside the one that is drawn: a user who is unsure whether the first upload worked may try once more. */
const waitingOfAccountMax = 1;

/** Who may upload a logo now: one of an account at a time, and of all accounts two. */
export interface LogoPlaces {
  /**
   * @param read takes in the file, when it is the account's turn
   * @param draw when a process may be started
   * @returns `no_turn` where too many wait already; what `read` returned if that is no file
   */
  take<T, Unread extends string>(
    accountId: string,
    read: () => Promise<Buffer | Unread>,
    draw: (file: Buffer) => Promise<T>,
  ): Promise<T | Unread | "no_turn">;
}

export function createLogoPlaces(): LogoPlaces {
  const ofAccounts = createTurns(1, waitingOfAccountMax);
  const ofNode = createTurns(atOnceMax, waitingMax);
  return {
    take: (accountId, read, draw) =>
      inTurn(ofAccounts, accountId, async () => {
        // While it is read no process waits: it may come slowly.
        const file = await read();
        return typeof file === "string" ? file : ofNode.take("logo", () => draw(file));
      }),
  };
}
