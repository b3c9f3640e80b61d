import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { relyingPartyOf } from "../../accounts/people/factors/relying-party.ts";
import type { Ceremony } from "../../accounts/people/factors/passkeys.ts";
import { newSecret } from "@selfsame/platform/ids/ids";
import { cookiesOf } from "./cookies.ts";
import type { DashboardDeps } from "./deps.ts";
import { DashboardError } from "./errors.ts";
import { parse } from "./parse.ts";

const base64url = (most: number) => z.string().max(most);
const common = {
  id: base64url(2000),
  rawId: base64url(2000),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.object({}),
};

/** The format of a browser's `toJSON()`. Other fields, which repeat these, are ignored. */
const made = z.strictObject({
  ...common,
  response: z.object({ clientDataJSON: base64url(4000), attestationObject: base64url(20_000) }),
});
const used = z.strictObject({
  ...common,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
});

export const passkeyName = z.string().trim().min(1).max(64);
const madeBody = z.strictObject({ name: passkeyName, passkey: made });
const usedBody = z.strictObject({ passkey: used });

// The library's types require an optional field to be absent, not undefined.
export const parseMade = (body: unknown) =>
  parse(madeBody, body) as { readonly name: string; readonly passkey: RegistrationResponseJSON };
export const parseUsed = (body: unknown) => (parse(usedBody, body) as { passkey: AuthenticationResponseJSON }).passkey;

/** Where passkeys are created and used: this service, and this browser, identified by its cookie. @throws DashboardError */
export function createCeremonies(deps: DashboardDeps) {
  const { store, publicUrl, now } = deps;
  const at = (browserSecret: string): Ceremony => {
    const party = relyingPartyOf(publicUrl());
    if (!party) throw new DashboardError("passkeys_unavailable");
    return { store, party, browserSecret, nowMs: now() };
  };
  return {
    /** Reuses an existing cookie, so that challenges of all tabs stay valid. */
    begin: (request: FastifyRequest, reply: FastifyReply): Ceremony => {
      const cookies = cookiesOf(deps, request);
      const browserSecret = cookies.read("passkey") || newSecret();
      const ceremony = at(browserSecret);
      cookies.set(reply, "passkey", browserSecret);
      return ceremony;
    },
    /** Without the cookie no challenge can be answered. */
    goOn: (request: FastifyRequest): Ceremony => at(cookiesOf(deps, request).read("passkey") ?? ""),
  };
}
