import { isPageOf } from "./address.ts";

const statuses = {
  /** The person has finished, whatever came of it: ask your backend for the verdict. */
  done: true,
  /** The person chose "Not now". The session is still open. */
  declined: true,
  expired: true,
  cancelled: true,
  /** The link opens no session. */
  wrong_link: true,
} as const;

export type SessionEndStatus = keyof typeof statuses;

/** The page has come to an end. The verdict is not in it: people can change their own apps. */
export interface SessionEnd {
  /** Null where the link opens no session. */
  readonly session: string | null;
  readonly status: SessionEndStatus;
  /** With `done`: a reviewer still has to decide, so that there is no verdict yet. Left out otherwise. */
  readonly inReview?: true;
}

interface Message {
  readonly data: string;
  /** Of the page that sent it. */
  readonly url: string;
}

const lengthMax = 1000;

/**
 * Reads a message of the web view. Any page that is shown there can send one.
 * @returns nothing where it is not the end, or another page than the session's sent it
 */
export function endIn({ data, url }: Message, sessionUrl: string): SessionEnd | undefined {
  if (!isPageOf(url, sessionUrl) || data.length > lengthMax) return undefined;
  const { selfsame, session, status, in_review } = parsed(data);
  if (selfsame !== "end" || !isStatus(status)) return undefined;
  const waits = in_review === true && ({ inReview: true } as const);
  return { session: typeof session === "string" ? session : null, status, ...waits };
}

const isStatus = (status: unknown): status is SessionEndStatus =>
  typeof status === "string" && Object.hasOwn(statuses, status);

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
