import { setTimeout as pause } from "node:timers/promises";
import { upToDate } from "../end-session.ts";
import { type PageState, pageState } from "./page-state.ts";
import { type SessionDeps, type SessionRow, findSession } from "../session.ts";

const pollMs = 1000;
const heartbeatMs = 15_000;
/** The longest time of a stream; then the page reconnects, so that no stream outlives its reader. */
const lifeMs = 15 * 60_000;

/** A session's states as server-sent events (HTML, 9.2), until the session ends. It polls the row, since any node may change it. */
export async function* follow(
  deps: SessionDeps,
  session: SessionRow,
  device: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let row: SessionRow | undefined = session;
  let sentVersion = 0;
  let saidMs = performance.now();
  const endMs = saidMs + lifeMs;
  while (row && !signal.aborted && performance.now() < endMs) {
    const now = await upToDate(deps, row);
    if (now.version !== sentVersion) {
      sentVersion = now.version;
      saidMs = performance.now();
      const state: PageState = await pageState(deps, now, device);
      yield `event: state\ndata: ${JSON.stringify(state)}\n\n`;
      // A review may grant another attempt, so a page in review keeps following.
      if (state.end !== null && state.end !== "in_review") return;
    } else if (performance.now() - saidMs > heartbeatMs) {
      saidMs = performance.now();
      yield ": still here\n\n";
    }
    await pause(pollMs, undefined, { signal }).catch(() => {});
    row = await deps.store.run(() => findSession(deps.store.db, session.account_id, session.id));
    // The session has a newer link: holders of an earlier one receive nothing more.
    if (row?.link !== session.link) return;
  }
}
