import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { removeSignInMethods, markProven } from "../accounts/address-proof.ts";
import { findUser, findUserByEmail, toUser } from "../accounts/users.ts";
import type { User } from "../accounts/users.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import { newId } from "@selfsame/platform/ids/ids";
import { addMember, roleIn } from "../teams/members.ts";
import { domainOf } from "./email-domain.ts";
import { provenDomains } from "./domains.ts";
import type { Provider } from "./provider.ts";

/** A user as identified by a team's provider: by issuer and subject. The e-mail finds the user only at the first sign-on. */
export interface Named {
  readonly provider: Provider;
  readonly subject: string;
  readonly email: string;
}

/**
 * The user that a provider's claims stand for. `proof_needed`: the team's provider alone is not enough, because the user belongs to other teams, runs
 * the service or owns the team. They must sign in once by their earlier method. `other_subject`: the user with this e-mail is linked to another
 * subject of the provider.
 */
export type Who =
  | { readonly kind: "known" | "found" | "proof_needed"; readonly user: User }
  | { readonly kind: "new" }
  | { readonly kind: "other_subject" | "domain_not_claimed" };

export async function personOf(db: Kysely<Schema>, { provider, subject, email }: Named): Promise<Who> {
  const { accountId, issuer } = provider;
  const identity = await db
    .selectFrom("identities")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (identity) {
    const user = await findUser(db, identity.user_id);
    // A changed e-mail at the provider does not change the user's e-mail here, but that must still be in the team's domains.
    const claimed = await provenDomains(db, accountId);
    return user && claimed.includes(domainOf(user.email ?? ""))
      ? { kind: "known", user }
      : { kind: "domain_not_claimed" };
  }
  const user = await findUserByEmail(db, email);
  if (!user) return { kind: "new" };
  const other = await db
    .selectFrom("identities")
    .select("subject")
    .where("account_id", "=", accountId)
    .where("issuer", "=", issuer)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (other) return { kind: "other_subject" };
  const teams = await db.selectFrom("members").select(["account_id", "role"]).where("user_id", "=", user.id).execute();
  const onlyHere = teams.every(({ account_id, role }) => account_id === accountId && role !== "owner");
  return { kind: onlyHere && !user.operator ? "found" : "proof_needed", user };
}

/** Links the user to the provider's subject and makes them a member of the team. Runs in the caller's transaction. */
export async function link(
  db: Kysely<Schema>,
  { provider, subject }: Omit<Named, "email">,
  user: User,
  address: string,
  nowMs: number,
): Promise<void> {
  const { accountId, issuer } = provider;
  const by: Actor = { actor: user.id, address, signedInBy: "oidc" };
  await markProven(db, user.id, by, nowMs);
  await db
    .insertInto("identities")
    .values({ account_id: accountId, issuer, subject, user_id: user.id, created_at_ms: nowMs })
    .execute();
  await writeAudit(db, nowMs, by, "sign_on_linked", accountId, user.email);
  await join(db, provider, user, address, nowMs);
}

/**
 * For a user whom the team's provider alone may sign in. If the address was unproven until now, its former holder loses every way to sign in,
 * including the password. The user signs in by the provider from now on.
 */
export async function takeFromBefore(db: Kysely<Schema>, user: User, address: string, nowMs: number): Promise<void> {
  const known = await findUserByEmail(db, user.email ?? "");
  if (!known || known.emailProven) return;
  await removeSignInMethods(db, user.id, { actor: user.id, address, signedInBy: "oidc" }, nowMs);
  await db.updateTable("users").set({ password_hash: null }).where("id", "=", user.id).execute();
}

/** Adds the user to the team with its default role, unless they are a member already. Their session begins in this team. */
export async function join(
  db: Kysely<Schema>,
  { accountId, defaultRole }: Provider,
  user: User,
  address: string,
  nowMs: number,
): Promise<void> {
  await db.updateTable("users").set({ last_account_id: accountId }).where("id", "=", user.id).execute();
  if (await roleIn(db, accountId, user.id)) return;
  await addMember(db, accountId, user.id, defaultRole, nowMs);
  const by: Actor = { actor: user.id, address, signedInBy: "oidc" };
  await writeAudit(db, nowMs, by, "member_joined", accountId, `${user.email ?? ""} ${defaultRole}`);
}

/** Adds a user without a password, who signs in by the provider. */
export async function addPerson(db: Kysely<Schema>, email: string, accountId: string, nowMs: number): Promise<User> {
  const row = { id: newId("usr"), email, password_hash: null, operator: 0, last_account_id: accountId };
  await db
    .insertInto("users")
    .values({ ...row, email_proven_at_ms: nowMs, created_at_ms: nowMs })
    .execute();
  return toUser(row);
}
