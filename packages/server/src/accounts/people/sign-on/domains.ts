import type { Kysely, Selectable } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { EmailDomainsTable } from "@selfsame/platform/store/tables/sign-on";
import type { Store } from "@selfsame/platform/store/store";
import { commandLine, writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { newSecret } from "@selfsame/platform/ids/ids";

const domainsMax = 50;

/** An e-mail domain that a team claims. Once the domain is proven, the team's provider may sign in users with e-mails there. */
export interface EmailDomain {
  readonly domain: string;
  /** The DNS TXT record that proves the domain. */
  readonly record: { readonly name: string; readonly value: string };
  readonly verifiedAtMs: number | null;
  /** When a proven domain becomes unproven, because its record is missing; otherwise null. */
  readonly endsAtMs: number | null;
}

/** Returns the TXT records of a DNS name, each in parts. @throws if there are none, or no server responds */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

export interface DomainDeps {
  readonly store: Store;
  readonly now: () => number;
}

export async function listEmailDomains(db: Kysely<Schema>, accountId: string): Promise<EmailDomain[]> {
  const rows = await db
    .selectFrom("email_domains")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("domain")
    .execute();
  return rows.map(toDomain);
}

/** The domains that the team has proven. */
export async function provenDomains(db: Kysely<Schema>, accountId: string): Promise<string[]> {
  const domains = await listEmailDomains(db, accountId);
  return domains.filter(({ verifiedAtMs }) => verifiedAtMs !== null).map(({ domain }) => domain);
}

export type DomainChanged = "done" | "not_found" | "too_many" | "domain_taken" | "record_missing";

/** @param domain normalized */
export function claimDomain(
  { store, now }: DomainDeps,
  by: Actor,
  accountId: string,
  domain: string,
): Promise<DomainChanged> {
  return underLock(store.db, store.kind, async (db) => {
    const before = await listEmailDomains(db, accountId);
    if (before.some((one) => one.domain === domain)) return "done";
    if (before.length >= domainsMax) return "too_many";
    await db
      .insertInto("email_domains")
      .values({ account_id: accountId, domain, token: newSecret(), created_at_ms: now() })
      .execute();
    await writeAudit(db, now(), by, "email_domain_claimed", accountId, domain);
    return "done";
  });
}

/** Checks whether the domain's TXT record names the team, and marks the domain as proven if so. */
export async function checkDomain(
  deps: DomainDeps & { readonly resolveTxt: ResolveTxt },
  by: Actor,
  accountId: string,
  domain: string,
): Promise<DomainChanged> {
  const claimed = (await listEmailDomains(deps.store.db, accountId)).find((one) => one.domain === domain);
  if (!claimed) return "not_found";
  const texts = await deps.resolveTxt(claimed.record.name).catch(() => []);
  if (!texts.some((parts) => parts.join("") === claimed.record.value)) return "record_missing";
  return proveDomain(deps, by, accountId, domain);
}

/** Marks the domain as proven, by its DNS or by an operator. */
export function proveDomain(
  { store, now }: DomainDeps,
  by: Actor,
  accountId: string,
  domain: string,
): Promise<DomainChanged> {
  return underLock(store.db, store.kind, async (db) => {
    const proven = await db
      .selectFrom("email_domains")
      .select("account_id")
      .where("domain", "=", domain)
      .where("verified_at_ms", "is not", null)
      .executeTakeFirst();
    if (proven && proven.account_id !== accountId) return "domain_taken";
    const proven_by = by.actor === commandLine.actor ? "operator" : "dns";
    const { numUpdatedRows } = await db
      .updateTable("email_domains")
      .set({ proven_by, checked_at_ms: now(), missing_since_ms: null, ...(!proven && { verified_at_ms: now() }) })
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return "not_found";
    if (!proven) await writeAudit(db, now(), by, "email_domain_proven", accountId, domain);
    return "done";
  });
}

export function releaseDomain(
  { store, now }: DomainDeps,
  by: Actor,
  accountId: string,
  domain: string,
): Promise<DomainChanged> {
  return underLock(store.db, store.kind, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("email_domains")
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return "not_found";
    await writeAudit(db, now(), by, "email_domain_released", accountId, domain);
    return "done";
  });
}

/** How long a domain stays proven without its record: moving DNS to another provider takes less. */
const graceMs = 30 * 24 * 3600_000;

export const domainEndsMs = (missingSinceMs: number): number => missingSinceMs + graceMs;

export const recordOf = ({ domain, token }: Pick<Selectable<EmailDomainsTable>, "domain" | "token">) => ({
  name: `_selfsame.${domain}`,
  value: `selfsame-domain=${token}`,
});

function toDomain(row: Selectable<EmailDomainsTable>): EmailDomain {
  const { domain, verified_at_ms, missing_since_ms: sinceMs } = row;
  const endsAtMs = sinceMs === null ? null : domainEndsMs(sinceMs);
  return { domain, record: recordOf(row), verifiedAtMs: verified_at_ms, endsAtMs };
}
