import type { Kysely, Selectable } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { EmailClaim, SignOnProvidersTable } from "@selfsame/platform/store/tables/sign-on";
import type { Store } from "@selfsame/platform/store/store";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { domainOf } from "./email-domain.ts";
import { provenDomains } from "./domains.ts";
import { isSameIssuer } from "./issuer.ts";
import type { Client } from "./open-id.ts";

/** A team's OpenID Connect provider. */
export interface Provider {
  readonly accountId: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Role of users who join by single sign-on. */
  readonly defaultRole: SignOnProvidersTable["default_role"];
  /** Whether e-mails count as verified when the provider does not say. */
  readonly trustEmails: boolean;
  /** The claim that contains the e-mail. */
  readonly emailClaim: EmailClaim;
  /** Whether users of the team's domains must sign in by the provider. */
  readonly required: boolean;
  readonly changedAtMs: number;
}

export interface ProviderDeps {
  readonly store: Store;
  readonly seal: Seal;
  readonly now: () => number;
}

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** If undefined, the stored secret is kept. */
  readonly clientSecret?: string | undefined;
  readonly defaultRole: Provider["defaultRole"];
  readonly trustEmails: boolean;
  /** If undefined, the stored claim is kept. */
  readonly emailClaim?: EmailClaim | undefined;
}

const sealPurpose = "sign-on client";

export async function findProvider(db: Kysely<Schema>, accountId: string): Promise<Provider | undefined> {
  const row = await rowOf(db, accountId);
  return row && toProvider(row);
}

/** The provider of the open team that has proven the e-mail's domain. */
export async function providerFor(db: Kysely<Schema>, email: string): Promise<Provider | undefined> {
  const row = await db
    .selectFrom("sign_on_providers")
    .innerJoin("email_domains", "email_domains.account_id", "sign_on_providers.account_id")
    .innerJoin("accounts", "accounts.id", "sign_on_providers.account_id")
    .selectAll("sign_on_providers")
    .where("email_domains.domain", "=", domainOf(email))
    .where("email_domains.verified_at_ms", "is not", null)
    .where("accounts.closed_at_ms", "is", null)
    .executeTakeFirst();
  return row && toProvider(row);
}

/** The team's client with its secret. @returns undefined if there is none, or the secret was encrypted with another key */
export async function findClient({ store, seal }: ProviderDeps, accountId: string): Promise<Client | undefined> {
  const row = await rowOf(store.db, accountId);
  const secret = row && seal.open(`${sealPurpose} ${accountId}`, row.client_secret);
  if (!row || !secret) return undefined;
  const { issuer, client_id: clientId, email_claim: emailClaim } = row;
  return { issuer, clientId, clientSecret: secret.toString(), emailClaim };
}

/** `secret_needed`: a changed issuer or client needs its secret again. Otherwise the stored secret would be sent to the new issuer. */
export type ProviderSaved = "saved" | "secret_needed";

export function saveProvider(
  { store, seal, now }: ProviderDeps,
  by: Actor,
  accountId: string,
  given: ProviderSettings,
): Promise<ProviderSaved> {
  return underLock(store.db, store.kind, async (db) => {
    const before = await rowOf(db, accountId);
    // Users are linked under the issuer as first typed. With a slash more or less at its end it is the same provider.
    const issuer = before && isSameIssuer(before.issuer, given.issuer) ? before.issuer : given.issuer;
    const same = before?.issuer === issuer && before.client_id === given.clientId;
    if (given.clientSecret === undefined && !same) return "secret_needed";
    const clientSecret =
      given.clientSecret === undefined
        ? before?.client_secret
        : seal.close(`${sealPurpose} ${accountId}`, Buffer.from(given.clientSecret));
    const values = {
      issuer,
      client_id: given.clientId,
      client_secret: clientSecret ?? "",
      default_role: given.defaultRole,
      trust_emails: Number(given.trustEmails),
      email_claim: given.emailClaim ?? before?.email_claim ?? "email",
      changed_at_ms: now(),
    };
    await db
      .insertInto("sign_on_providers")
      .values({ account_id: accountId, required: 0, ...values })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
      .execute();
    const claim = values.email_claim === "email" ? "" : `, e-mails by ${values.email_claim}`;
    await writeAudit(db, now(), by, "sign_on_changed", accountId, `${issuer}${claim}`);
    return "saved";
  });
}

/** Removes the provider and the links of users to it. @returns whether there was one */
export function removeProvider({ store, now }: ProviderDeps, by: Actor, accountId: string): Promise<boolean> {
  return underLock(store.db, store.kind, async (db) => {
    const gone = await db.deleteFrom("sign_on_providers").where("account_id", "=", accountId).executeTakeFirst();
    if (gone.numDeletedRows === 0n) return false;
    await db.deleteFrom("identities").where("account_id", "=", accountId).execute();
    await writeAudit(db, now(), by, "sign_on_removed", accountId);
    return true;
  });
}

export type RequiredSet = "set" | "not_found" | "no_domain";

/**
 * Makes single sign-on required or optional for users of the team's domains. If required, their sessions end.
 *
 * @param exceptId the session of the user who makes the change, if any
 */
export function setRequired(
  { store, now }: Omit<ProviderDeps, "seal">,
  by: Actor,
  accountId: string,
  required: boolean,
  exceptId: string | null,
): Promise<RequiredSet> {
  return underLock(store.db, store.kind, async (db) => {
    const before = await rowOf(db, accountId);
    if (!before) return "not_found";
    if (before.required === Number(required)) return "set";
    const domains = await provenDomains(db, accountId);
    if (required && domains.length === 0) return "no_domain";
    await db
      .updateTable("sign_on_providers")
      .set({ required: Number(required) })
      .where("account_id", "=", accountId)
      .execute();
    for (const domain of required ? domains : []) await endSessionsAt(db, domain, exceptId);
    await writeAudit(db, now(), by, required ? "sign_on_required" : "sign_on_optional", accountId);
    return "set";
  });
}

async function endSessionsAt(db: Kysely<Schema>, domain: string, exceptId: string | null): Promise<void> {
  const people = db.selectFrom("users").select("id").where("email", "like", `%@${domain}`);
  await db
    .deleteFrom("sessions")
    .where("user_id", "in", people)
    .where("id", "!=", exceptId ?? "")
    .execute();
}

function rowOf(db: Kysely<Schema>, accountId: string) {
  return db.selectFrom("sign_on_providers").selectAll().where("account_id", "=", accountId).executeTakeFirst();
}

function toProvider(row: Selectable<SignOnProvidersTable>): Provider {
  return {
    accountId: row.account_id,
    issuer: row.issuer,
    clientId: row.client_id,
    defaultRole: row.default_role,
    trustEmails: row.trust_emails === 1,
    emailClaim: row.email_claim,
    required: row.required === 1,
    changedAtMs: row.changed_at_ms,
  };
}
