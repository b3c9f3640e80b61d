import type { Kysely, Selectable } from "kysely";
import { underLock } from "../../../platform/store/migrate.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { EmailDomainsTable } from "../../../platform/store/tables/sign-on.ts";
import type { Store } from "../../../platform/store/store.ts";
import { commandLine, writeAudit } from "../../../platform/audit/audit.ts";
import type { Actor } from "../../../platform/audit/audit.ts";
import { newSecret } from "../../../platform/ids/ids.ts";

const domainsMax = 50;

/** A domain that a team claims: its provider may speak for e-mails there once it is proven to be the team's. */
export interface EmailDomain {
  readonly domain: string;
  /** What its DNS has to say, where. */
  readonly record: { readonly name: string; readonly value: string };
  readonly verifiedAtMs: number | null;
  /** When a proven one counts as unproven, since its record is gone. */
  readonly endsAtMs: number | null;
}

/** The TXT records of a DNS name, each in parts. @throws if there are none, or no server responds */
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

/** Those that the team has proven. */
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

/** Checks whether the domain's DNS names the team. */
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

/** It is the team's from now on, as its DNS or an operator says. */
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

/** Without its record a domain stays proven for so long: DNS is moved to another provider in less. */
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
