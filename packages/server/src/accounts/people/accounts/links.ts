import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import { hashSecret, newSecret } from "../../../platform/ids/ids.ts";

const lifeMs = { setup: 24 * 3600_000, reset: 3600_000 } as const;

export type LinkKind = keyof typeof lifeMs;

/**
 * Makes a one-time link's secret for the person. Using one of its links ends the others.
 *
 * @param proves whether its holder is who the person's e-mail belongs to
 */
export async function makeLink(
  db: Kysely<Schema>,
  kind: LinkKind,
  userId: string,
  nowMs: number,
  proves = false,
): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto("links")
    .values({
      hash: hashSecret(secret),
      kind,
      user_id: userId,
      proves: Number(proves),
      expires_at_ms: nowMs + lifeMs[kind],
    })
    .execute();
  return secret;
}

/** The path to open, below the service's address. After a `#`, where neither logs nor Referer headers see the secret. */
export function linkPath(kind: LinkKind | "invitation", secret: string): string {
  return `/#/${kind}/${secret}`;
}

/** @returns the person a link is for, or undefined when it is unknown, used or expired */
export async function findLink(
  db: Kysely<Schema>,
  kind: LinkKind,
  secret: string,
  nowMs: number,
): Promise<string | undefined> {
  const link = await db
    .selectFrom("links")
    .select("user_id")
    .where("hash", "=", hashSecret(secret))
    .where("kind", "=", kind)
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  return link?.user_id;
}

/** Uses up the link and every other of its kind for the person. @returns undefined when it was not there any more: of two, one wins */
export async function takeLink(
  db: Kysely<Schema>,
  kind: LinkKind,
  secret: string,
  userId: string,
): Promise<{ readonly proves: boolean } | undefined> {
  const taken = await db
    .deleteFrom("links")
    .where("hash", "=", hashSecret(secret))
    .returning("proves")
    .executeTakeFirst();
  await db.deleteFrom("links").where("kind", "=", kind).where("user_id", "=", userId).execute();
  return taken && { proves: taken.proves === 1 };
}
