import type { Selectable } from "kysely";
import { commandLine, writeAudit } from "@selfsame/platform/audit/audit";
import type { Store } from "@selfsame/platform/store/store";
import type { EmailDomainsTable } from "@selfsame/platform/store/tables/sign-on";
import { domainEndsMs, recordOf, type ResolveTxt } from "../../accounts/people/sign-on/domains.ts";
import type { WatchDeps } from "./watch-deps.ts";

type RecheckDeps = Pick<WatchDeps, "store" | "resolveTxt" | "alertOnce" | "now">;

type Row = Selectable<EmailDomainsTable>;

/** A proven domain is checked again after a day. */
const everyMs = 24 * 3600_000;
/** Domains of one round; the rest follow in the next. */
const atOnce = 20;
/** The service acts, not a person. */
const nobody = { actor: null, address: null };

/**
 * A team's domain may have changed hands, while the team's provider would still vouch for its addresses. So its record is checked daily. Without the
 * record the team has 30 days; then the domain counts as unproven.
 */
export async function recheckDomains(deps: RecheckDeps): Promise<void> {
  for (const row of await dueDomains(deps)) {
    if (!(await takeTurn(deps, row)) || (await isVouchedFor(deps.store, row))) continue;
    const found = await lookFor(deps.resolveTxt, row);
    if (found === "present") await setMissing(deps, row, null);
    if (found === "missing") await noteMissing(deps, row);
  }
}

const dueDomains = ({ store, now }: RecheckDeps): Promise<Row[]> =>
  store.run(() =>
    store.db
      .selectFrom("email_domains")
      .selectAll()
      .where("verified_at_ms", "is not", null)
      .where((e) => e.or([e("checked_at_ms", "is", null), e("checked_at_ms", "<=", now() - everyMs)]))
      .orderBy("checked_at_ms")
      .limit(atOnce)
      .execute(),
  );

/** Of several nodes one checks. */
async function takeTurn({ store, now }: RecheckDeps, { account_id, domain, checked_at_ms }: Row): Promise<boolean> {
  const { numUpdatedRows } = await store.run(() =>
    store.db
      .updateTable("email_domains")
      .set({ checked_at_ms: now() })
      .where("account_id", "=", account_id)
      .where("domain", "=", domain)
      .where("checked_at_ms", "is not distinct from", checked_at_ms)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** An operator proved it on the command line, because DNS cannot. */
async function isVouchedFor({ db }: Store, { account_id, domain, proven_by }: Row): Promise<boolean> {
  if (proven_by !== null) return proven_by === "operator";
  // Proven under an earlier version, which noted it only in the log.
  const entry = await db
    .selectFrom("audit")
    .select("actor")
    .where("account_id", "=", account_id)
    .where("action", "=", "email_domain_proven")
    .where("target", "=", domain)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return entry?.actor === commandLine.actor;
}

/** `unknown`: no server gives an answer. */
async function lookFor(resolveTxt: ResolveTxt, row: Row): Promise<"present" | "missing" | "unknown"> {
  const { name, value } = recordOf(row);
  try {
    const texts = await resolveTxt(name);
    return texts.some((parts) => parts.join("") === value) ? "present" : "missing";
  } catch (error) {
    // A missing name or record is an answer (c-ares' names for NXDOMAIN and NODATA).
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOTFOUND" || code === "ENODATA" ? "missing" : "unknown";
  }
}

async function setMissing({ store }: RecheckDeps, { account_id, domain }: Row, sinceMs: number | null): Promise<void> {
  await store.run(() =>
    store.db
      .updateTable("email_domains")
      .set({ missing_since_ms: sinceMs })
      .where("account_id", "=", account_id)
      .where("domain", "=", domain)
      .execute(),
  );
}

async function noteMissing(deps: RecheckDeps, row: Row): Promise<void> {
  const { store, alertOnce, now } = deps;
  const { account_id: accountId, domain } = row;
  const sinceMs = row.missing_since_ms ?? now();
  const endsMs = domainEndsMs(sinceMs);
  if (endsMs <= now()) return endProof(store, row, now());
  if (row.missing_since_ms === null) {
    await setMissing(deps, row, sinceMs);
    await store.run(() => writeAudit(store.db, now(), nobody, "email_domain_missing", accountId, domain));
  }
  const record = recordOf(row).name;
  const data = { domain, record, expires_at: new Date(endsMs).toISOString() };
  await alertOnce({ accountId, type: "domain.expiring", data }, `${domain} ${sinceMs}`);
}

async function endProof(store: Store, { account_id, domain }: Row, nowMs: number): Promise<void> {
  await store.run(() =>
    store.db.transaction().execute(async (db) => {
      await db
        .updateTable("email_domains")
        .set({ verified_at_ms: null, missing_since_ms: null })
        .where("account_id", "=", account_id)
        .where("domain", "=", domain)
        .execute();
      await writeAudit(db, nowMs, nobody, "email_domain_expired", account_id, domain);
    }),
  );
}
