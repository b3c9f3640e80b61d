/** A wallet's response to a request by OpenID for Verifiable Presentations 1.0. */
import { compactDecrypt, importJWK, type JWK } from "jose";
import type { JsonWebKey } from "node:crypto";
import { z } from "zod";
import { attempt, attemptLater } from "./attempt.ts";
import { isModestJson } from "./sd-jwt/json-scan.ts";

type PresentedFormat = "mdoc" | "sd_jwt_vc";

export interface WalletQuestion {
  readonly response: string;
  /** The private key to decrypt the response with. */
  readonly jwk: JsonWebKey;
  /** Undefined for a request by a browser, which returns the response to the page that made it. */
  readonly state: string | undefined;
  /** By the id of the requested credential. */
  readonly formats: Readonly<Record<string, PresentedFormat>>;
}

export type WalletAnswer =
  | {
      readonly outcome: "presented";
      /** Id of the requested credential, as the wallet names it; undefined if the protocol has no ids. */
      readonly id: string | undefined;
      readonly format: PresentedFormat;
      readonly presentation: string;
    }
  /** The wallet or the user declined. */
  | { readonly outcome: "declined"; readonly error: string }
  | { readonly outcome: "unreadable" };

const answerSchema = z.object({
  state: z.string().optional(),
  vp_token: z.record(z.string(), z.array(z.string()).length(1)),
});
const errorSchema = z.object({ state: z.string().optional(), error: z.string() });

const unreadable = { outcome: "unreadable" } as const;

/** Decrypts and reads a wallet's response, if it is encrypted for this request and contains its state (8.3). */
export async function readWalletAnswer({ response, jwk, state, formats }: WalletQuestion): Promise<WalletAnswer> {
  const options = { keyManagementAlgorithms: ["ECDH-ES"], contentEncryptionAlgorithms: ["A128GCM", "A256GCM"] };
  const opened = await attemptLater(async () => {
    const key = await importJWK({ ...(jwk as JWK), alg: "ECDH-ES" });
    return compactDecrypt(response, key, options);
  });
  const text = opened && Buffer.from(opened.plaintext).toString();
  const json = text !== undefined && isModestJson([text]) ? attempt<unknown>(() => JSON.parse(text)) : undefined;
  const error = errorSchema.safeParse(json);
  if (error.success && error.data.state === state) {
    return { outcome: "declined", error: error.data.error };
  }
  const answer = answerSchema.safeParse(json);
  if (!answer.success || answer.data.state !== state) return unreadable;
  const [presented, ...more] = Object.entries(answer.data.vp_token);
  const [id = "", [presentation] = []] = presented ?? [];
  const format = new Map(Object.entries(formats)).get(id);
  if (format === undefined || presentation === undefined || more.length > 0) return unreadable;
  return { outcome: "presented", id, format, presentation };
}
