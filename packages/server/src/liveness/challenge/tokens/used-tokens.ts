import type { Store } from "@selfsame/platform/store/store";

/** Tokens used on any node, kept as long as they would be valid (retention.ts deletes them later). */
export interface UsedTokens {
  has(id: string): Promise<boolean>;
  /** @returns whether it is new: the primary key decides each race */
  add(id: string, expiresAtMs: number): Promise<boolean>;
}

export function createUsedTokens(store: Store): UsedTokens {
  const { db } = store;
  return {
    has: (id) =>
      store.run(async () => {
        const row = await db.selectFrom("challenge_tokens_used").select("id").where("id", "=", id).executeTakeFirst();
        return row !== undefined;
      }),
    add: (id, expiresAtMs) =>
      store.run(async () => {
        const added = await db
          .insertInto("challenge_tokens_used")
          .values({ id, expires_at_ms: expiresAtMs })
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst();
        return added !== undefined;
      }),
  };
}
