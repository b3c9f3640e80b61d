import type { Store } from "@selfsame/platform/store/store";

/** For tests: sets the branding that an account needs for live sessions. */
export async function brand({ db }: Store, accountId: string): Promise<void> {
  const branding = { name: "Example Shop", privacy_url: "https://shop.example/privacy" };
  await db
    .insertInto("brandings")
    .values({ account_id: accountId, ...branding, changed_at_ms: 0 })
    .execute();
}
