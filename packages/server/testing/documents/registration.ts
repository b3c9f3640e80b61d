/** Registration certificates as a registrar signs them (ETSI TS 119 475). */
import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const hourMs = 3_600_000;

/** @param expiresAtMs null for no expiry */
export const registrationOf = (
  name: string,
  { typ = "rc-wrp+jwt", expiresAtMs = Date.now() + hourMs }: { typ?: string; expiresAtMs?: number | null } = {},
): Promise<string> => {
  const exp = expiresAtMs === null ? {} : { exp: Math.floor(expiresAtMs / 1000) };
  return new SignJWT({ name, sub: "NTRUT-1234", entitlements: [], ...exp })
    .setProtectedHeader({ alg: "ES256", typ })
    .sign(privateKey);
};
