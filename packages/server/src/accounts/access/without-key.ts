import { sql } from "kysely";

/**
 * Stands for the key of a request that has none: a user's, or one of the page of a session that no key created or whose key was deleted. Differs by
 * account, and between live and test requests, because usage has one row for each key, whatever its account. Rows of earlier versions have "none".
 */
export const withoutKey = (accountId: string, test: boolean): string => `${test ? "test" : "live"}:${accountId}`;

export const isWithoutKey = (keyId: string): boolean => keyId === "none" || /^(?:live|test):/.test(keyId);

/** The column `key_id`, with "none" for all requests without a key. */
export const keyOrNone = sql<string>`CASE WHEN key_id LIKE 'live:%' OR key_id LIKE 'test:%' THEN 'none' ELSE key_id END`;
