import type { FrameHashes, SeenFrames, Sighting } from "../../src/liveness/challenge/seen-frames.ts";
import type { Store } from "@selfsame/platform/store/store";

/** For tests: checks frames against those seen before, and stores them as seen. */
export const addFrames =
  ({ db }: Pick<Store, "db">, seen: SeenFrames) =>
  async (accountId: string, frames: readonly FrameHashes[]): Promise<Sighting> => {
    const copies = await seen.countCopies(accountId, frames);
    const known = await db.transaction().execute((transaction) => seen.remember(transaction, accountId, frames));
    return { known, copies };
  };
