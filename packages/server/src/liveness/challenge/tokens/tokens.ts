import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type ChallengeDetails, modeOf } from "../challenge-mode.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { type LightResult, lightResults } from "../light/judge-light.ts";
import type { FramesFace } from "@selfsame/photo/verify/frames-face";
import { packFace, unpackFace } from "./pack-face.ts";
import { type SigningKey, type SigningKeys, tokenLifeMs } from "./signing-keys.ts";
import type { UsedTokens } from "./used-tokens.ts";

/** Claims of a token. Short names: it travels in a form field. */
const claimsSchema = z.strictObject({
  /** The token's id. It also says whether the challenge was stepwise: nodes of the version before accept any id, but no further claim. */
  i: z.string(),
  /** Id of the signing key. */
  k: z.string(),
  /** Account. */
  a: z.string(),
  /** SHA-256 of the selfie's file, base64url. */
  s: z.string(),
  /** Embedding contract of the sealed face. */
  m: z.string(),
  /** Expiry, epoch milliseconds. */
  e: z.number(),
  /** Nonce that the caller's backend bound the challenge to. */
  n: z.string().optional(),
});

/** Claims and signature are base64url without padding, and nothing else is accepted: one token has one spelling. */
const spelling = /^[A-Za-z0-9_-]{1,800}\.v1\.[A-Za-z0-9_-]{1,1600}\.[A-Za-z0-9_-]{43}$/;
const stepwiseName = "s.";
const facePurpose = "face of a challenge";
/** The result of the screen colors precedes the face. */
const litPurpose = "light and face of a challenge";

/** What a person proved who passed a challenge. */
interface Proof {
  readonly accountId: string;
  readonly selfie: Uint8Array;
  /** Of the frames, so that a reference can be compared with them and not only with the selfie. */
  readonly face: FramesFace;
  readonly nonce?: string | undefined;
  /** Result of the screen colors. Sealed like the face: the holder of the token must not learn it. */
  readonly light?: LightResult | null;
  readonly mode: ChallengeDetails["mode"];
}

/** What a token must match. */
export type TokenOf = Omit<Proof, "face" | "light" | "mode">;

/** A valid token that was not used before. */
export interface GoodToken {
  readonly face: FramesFace;
  readonly light: LightResult | null;
  readonly details: ChallengeDetails;
  /** @returns whether this call used it: of several at once, on any nodes, one does */
  take(): Promise<boolean>;
}

export interface ChallengeTokens {
  /** @param key that signs it, if already read: then nothing can fail after the challenge is completed */
  give(proof: Proof, key?: SigningKey): Promise<string>;
  /** @returns undefined unless it was issued to this account for this selfie and nonce, and is still valid */
  check(token: string, of: TokenOf): Promise<GoodToken | undefined>;
}

export interface TokenDeps {
  readonly keys: SigningKeys;
  readonly used: UsedTokens;
  /** The embedding contract: a face of another contract is meaningless here. */
  readonly model: string;
  readonly now: () => number;
}

/** `claims.face.signature`: claims in base64url, the face sealed for the service alone, HMAC-SHA256 over both. */
export function createChallengeTokens({ keys, used, model, now }: TokenDeps): ChallengeTokens {
  return {
    give: async ({ accountId, selfie, face, nonce, mode, light = null }, read) => {
      const key = read ?? (await keys.current());
      const id = (mode === "stepwise" ? stepwiseName : "") + randomBytes(12).toString("base64url");
      const claims = { i: id, k: key.id, a: accountId, s: hashOf(selfie), m: model, e: now() + tokenLifeMs, n: nonce };
      const seal = createSeal(key.secret);
      const sealed = light
        ? seal.close(`${litPurpose} ${id}`, Buffer.concat([Buffer.of(lightResults.indexOf(light)), packFace(face)]))
        : seal.close(`${facePurpose} ${id}`, packFace(face));
      const text = `${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${sealed}`;
      return `${text}.${sign(text, key)}`;
    },
    check: async (token, { accountId, selfie, nonce }) => {
      if (!spelling.test(token)) return undefined;
      const text = token.slice(0, token.lastIndexOf("."));
      const [encoded = ""] = text.split(".", 1);
      const claims = parse(encoded);
      const key = claims && (await keys.find(claims.k));
      // Compares the text, not what it decodes to: two bits of a signature's last character have no meaning.
      if (!key || !isSame(token.slice(text.length + 1), sign(text, key))) return undefined;
      const mine = claims.a === accountId && claims.s === hashOf(selfie) && claims.n === nonce && claims.m === model;
      if (!mine || claims.e <= now()) return undefined;
      const seal = createSeal(key.secret);
      const sealed = text.slice(encoded.length + 1);
      const lit = seal.open(`${litPurpose} ${claims.i}`, sealed);
      const packed = lit?.subarray(1) ?? seal.open(`${facePurpose} ${claims.i}`, sealed);
      if (!packed || (await used.has(claims.i))) return undefined;
      const light = (lit && lightResults[lit.readUInt8(0)]) ?? null;
      const face = unpackFace(packed);
      const details = { mode: modeOf(claims.i.startsWith(stepwiseName)), frames: face.frames };
      return { face, light, details, take: () => used.add(claims.i, claims.e) };
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

// The purpose is part of the signed text, so that the key cannot be used for anything else by mistake.
const sign = (text: string, { secret }: SigningKey): string =>
  createHmac("sha256", secret).update(`selfsame challenge token\n${text}`).digest("base64url");

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const hashOf = (selfie: Uint8Array): string => createHash("sha256").update(selfie).digest("base64url");
