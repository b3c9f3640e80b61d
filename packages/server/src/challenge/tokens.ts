import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type SigningKey, type SigningKeys, tokenLifeMs } from "./signing-keys.ts";

/** What a token says. Short names: it travels in a form field. */
const claimsSchema = z.object({
  /** The key that signed. */
  k: z.string(),
  /** The account. */
  a: z.string(),
  /** SHA-256 of the selfie's file, base64url. */
  s: z.string(),
  /** Until when it is good, epoch milliseconds. */
  e: z.number(),
});

/** Far above the length of any token of ours. */
const lengthMax = 1000;

export interface ChallengeTokens {
  /** Proof that whoever is in this selfie passed a challenge of this account. */
  give(accountId: string, selfie: Uint8Array): Promise<string>;
  /** Whether the token was given to this account for this very selfie, and is still valid. */
  check(token: string, accountId: string, selfie: Uint8Array): Promise<boolean>;
}

/** `claims.signature`, both base64url; HMAC-SHA256. */
export function createChallengeTokens(keys: SigningKeys, now: () => number): ChallengeTokens {
  return {
    give: async (accountId, selfie) => {
      const key = await keys.current();
      const claims = { k: key.id, a: accountId, s: hashOf(selfie), e: now() + tokenLifeMs };
      const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
      return `${text}.${sign(text, key).toString("base64url")}`;
    },
    check: async (token, accountId, selfie) => {
      const [text = "", signature = "", ...more] = token.length > lengthMax ? [] : token.split(".");
      const claims = parse(text);
      if (!claims || more.length > 0) return false;
      const key = await keys.find(claims.k);
      if (!key || !isSame(Buffer.from(signature, "base64url"), sign(text, key))) return false;
      return claims.a === accountId && claims.s === hashOf(selfie) && claims.e > now();
    },
  };
}

function parse(text: string): z.infer<typeof claimsSchema> | undefined {
  try {
    return claimsSchema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

// The purpose is signed along, so that the key could never be used for anything else by mistake.
const sign = (text: string, { secret }: SigningKey): Buffer =>
  createHmac("sha256", secret).update(`selfsame challenge token\n${text}`).digest();

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

const hashOf = (selfie: Uint8Array): string => createHash("sha256").update(selfie).digest("base64url");
