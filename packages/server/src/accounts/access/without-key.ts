import { sql } from "kysely";

/**
 * Stands for the key of a request without one: of the page of a session that no key created, or whose key was deleted, and of a user. One for each
 * account, live and test apart, since rows of usage are told apart by their keys alone. Rows of earlier versions have "none".
 */
export const withoutKey = (accountId: string, test: boolean): string => `${test ? "test" : "live"}:${accountId}`;

export const isWithoutKey = (keyId: string): boolean => keyId === "none" || /^(?:live|test):/.test(keyId);

/** The column `key_id`, with "none" for all requests without a key. */
export const keyOrNone = sql<string>`CASE WHEN key_id LIKE 'live:%' OR key_id LIKE 'test:%' THEN 'none' ELSE key_id END`;
