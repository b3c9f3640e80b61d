import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { hashSecret } from "@selfsame/platform/ids/ids";

const count = 10;
/** 32 characters that are hard to confuse. A code has 120 bits, so a plain hash is enough (OWASP ASVS 5.0, 6.5.2). */
const alphabet = "abcdefghjkmnpqrstuvwxyz023456789";
const signs = 24;

/** The form that is hashed: users leave out dashes and type capitals. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, "");

/** Makes codes that a user types in place of a lost factor. They replace the earlier ones. @returns the codes, to be shown only once */
export async function makeRecoveryCodes(db: Kysely<Schema>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode);
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = codes.map((code) => ({ hash: hashSecret(plain(code)), user_id: userId }));
  await db.insertInto("recovery_codes").values(rows).execute();
  return codes;
}

/** Deletes the code. @returns whether it was the user's: of two concurrent uses, one succeeds */
export async function takeRecoveryCode(db: Kysely<Schema>, userId: string, code: string): Promise<boolean> {
  const taken = await db
    .deleteFrom("recovery_codes")
    .where("hash", "=", hashSecret(plain(code)))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

export async function recoveryCodesLeft(db: Kysely<Schema>, userId: string): Promise<number> {
  const rows = await db.selectFrom("recovery_codes").select("hash").where("user_id", "=", userId).execute();
  return rows.length;
}

function newCode(): string {
  const code = Array.from({ length: signs }, () => alphabet[randomInt(alphabet.length)]).join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}
