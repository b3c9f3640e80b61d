/**
 * Registration certificates of relying parties (ETSI TS 119 475): JWTs in which a registrar states who they are and what they may request from
 * wallets. Wallets verify them; the service passes them on.
 */
import { z } from "zod";
import { attempt } from "../../../documents/attempt.ts";

export const registrationBytesMax = 16 * 1024;
/** The most certificates in one request, since the wallet downloads each of them. */
export const registrationsMax = 4;

export interface Registration {
  /** The compact JWT. */
  readonly certificate: string;
  /** The relying party's name in the certificate. */
  readonly name: string | null;
  /** Null: the certificate states no expiry. */
  readonly expiresAtMs: number | null;
}

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Only registration certificates: anything else, such as an access token pasted by mistake, must not reach wallets. */
const headerSchema = z.object({ typ: z.string().regex(/^rc-[a-z-]+\+jwt$/), alg: z.string().regex(/^(?!none$)/i) });
/** The latest time that a Date can represent, in seconds. */
const secondsMax = 8.64e12;
const named = z.string().trim().min(1).max(200).optional().catch(undefined);
const payloadSchema = z.object({
  exp: z.number().positive().max(secondsMax).optional(),
  name: named,
  sub_ln: named,
});

const jsonIn = (part: string): unknown =>
  attempt<unknown>(() => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));

/** @returns undefined if the text is not a registration certificate */
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
