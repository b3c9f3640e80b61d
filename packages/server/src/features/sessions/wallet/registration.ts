/**
 * Registration certificates of relying parties (ETSI TS 119 475): a registrar states in a JWT who they are and what they may ask of wallets. Wallets
 * verify them; the service passes them on.
 */
import { z } from "zod";
import { attempt } from "../../../documents/attempt.ts";

export const registrationBytesMax = 16 * 1024;
/** Of one request to a wallet: each is part of what the wallet downloads. */
export const registrationsMax = 4;

export interface Registration {
  /** The compact JWT. */
  readonly certificate: string;
  /** Of the relying party, as the certificate states it. */
  readonly name: string | null;
  /** Null: the certificate does not state when it expires. */
  readonly expiresAtMs: number | null;
}

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Anything else, such as an access token that was pasted by mistake, must not reach wallets. */
const headerSchema = z.object({ typ: z.string().regex(/^rc-[a-z-]+\+jwt$/), alg: z.string().regex(/^(?!none$)/i) });
/** The latest time that a date can have, in seconds. */
const secondsMax = 8.64e12;
const named = z.string().trim().min(1).max(200).optional().catch(undefined);
const payloadSchema = z.object({
  exp: z.number().positive().max(secondsMax).optional(),
  name: named,
  sub_ln: named,
});

const jsonIn = (part: string): unknown =>
  attempt<unknown>(() => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));

/** @returns undefined where the text is no registration certificate */
export function readRegistration(text: string): Registration | undefined {
  const certificate = text.trim();
  if (certificate.length > registrationBytesMax || !compact.test(certificate)) return undefined;
  const [header = "", payload = ""] = certificate.split(".");
  const read = payloadSchema.safeParse(jsonIn(payload));
  if (!headerSchema.safeParse(jsonIn(header)).success || !read.success) return undefined;
  const { exp, name, sub_ln } = read.data;
  return { certificate, name: name ?? sub_ln ?? null, expiresAtMs: exp === undefined ? null : exp * 1000 };
}

export const isExpired = ({ expiresAtMs }: Pick<Registration, "expiresAtMs">, nowMs: number): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs;
