import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

/** Who asks, as the page shows it. */
export interface Purpose {
  /** Empty where the account has none: the page says "a site" then. */
  readonly name: string;
  readonly logo_url: string | null;
  readonly accent: string | null;
  readonly privacy_url: string | null;
  readonly controller: string | null;
  /** An https address, an e-mail address or a phone number. */
  readonly contact: string | null;
}

/** An account's own look, as its people set it. */
export interface Branding {
  readonly name: string | null;
  /** #rrggbb, as chosen: the page makes it darker or lighter where it could not be read. */
  readonly accent: string | null;
  readonly logoUrl: string | null;
  readonly privacyUrl: string | null;
  readonly controller: string | null;
  readonly contact: string | null;
}

export interface BrandingDeps {
  readonly store: Store;
  readonly now: () => number;
}

/** Of the public page that says what becomes of the data of the account's sessions. */
export const noticePath = (accountId: string): string => `/privacy/${accountId}`;

export async function readBranding(db: Kysely<Schema>, accountId: string): Promise<Branding> {
  const row = await db
    .selectFrom("brandings")
    .select(["name", "accent", "logo_type", "changed_at_ms", "privacy_url", "controller", "contact"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  // The time is in the address, so each logo has its own and may be cached forever.
  const logoUrl = row?.logo_type ? `/verify/logo/${accountId}?v=${row.changed_at_ms}` : null;
  const { name = null, accent = null, privacy_url: privacyUrl = null, controller = null, contact = null } = row ?? {};
  return { name, accent, logoUrl, privacyUrl, controller, contact };
}

export async function purposeOf(db: Kysely<Schema>, accountId: string, returnUrl: string | null): Promise<Purpose> {
  const { name, accent, logoUrl, privacyUrl, controller, contact } = await readBranding(db, accountId);
  const shown = name ?? (returnUrl === null ? "" : new URL(returnUrl).hostname);
  return { name: shown, logo_url: logoUrl, accent, privacy_url: privacyUrl, controller, contact };
}

type Field = "name" | "accent" | "logo" | "logo_type" | "privacy_url" | "controller" | "contact";
type Change = { readonly [Name in Field]?: string | null | undefined };
const none = {
  name: null,
  accent: null,
  logo: null,
  logo_type: null,
  privacy_url: null,
  controller: null,
  contact: null,
} as const satisfies Record<Field, null>;

/** Only what is named changes. */
export async function changeBranding(
  deps: BrandingDeps,
  by: Actor,
  accountId: string,
  change: Change,
): Promise<Branding> {
  const { store, now } = deps;
  return store.db.transaction().execute(async (db) => {
    const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const changed = { ...named, changed_at_ms: now() };
    await db
      .insertInto("brandings")
      .values({ account_id: accountId, ...none, ...changed })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(changed))
      .execute();
    await writeAudit(db, now(), by, "branding_changed", accountId, Object.keys(named).join(" "));
    return readBranding(db, accountId);
  });
}

/** @returns undefined if the account has none */
export async function findLogo(db: Kysely<Schema>, accountId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("brandings").select("logo").where("account_id", "=", accountId).executeTakeFirst();
  return row?.logo ? Buffer.from(row.logo, "base64") : undefined;
}
