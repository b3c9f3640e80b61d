import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { hashSecret, newSecret } from "@selfsame/platform/ids/ids";

const lifeMs = { setup: 24 * 3600_000, reset: 3600_000 } as const;

export type LinkKind = keyof typeof lifeMs;

/**
 * Makes the secret of a one-time link. Using a link deletes the user's other links of its kind.
 *
 * @param proves whether using it proves that the user owns the e-mail
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

/** The path of a link, below the service's address. The secret follows a `#`, so that neither logs nor Referer headers contain it. */
export function linkPath(kind: LinkKind | "invitation", secret: string): string {
  return `/#/${kind}/${secret}`;
}

/** @returns id of the link's user, or undefined when the link is unknown, used or expired */
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

/**
 * Deletes the link and the user's other links of this kind. @returns undefined when the link no longer exists: of two concurrent uses, one succeeds
 */
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
