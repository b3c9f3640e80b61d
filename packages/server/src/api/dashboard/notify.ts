import type { FastifyRequest } from "fastify";
import type { User } from "../../accounts/people/accounts/users.ts";
import type { SecurityChange } from "../../features/mail/compose.ts";
import type { DashboardDeps } from "./deps.ts";
import { addressOf } from "../caller-address.ts";

/** Mails users, if mail is set up, when their way to sign in changes: an attacker may have changed it (OWASP ASVS 5.0, 6.3.7). */
export async function notify(
  { mailer, publicUrl, now }: DashboardDeps,
  request: FastifyRequest,
  { email }: User,
  change: SecurityChange,
): Promise<void> {
  const mail = { kind: "security", change, address: addressOf(request), atMs: now(), link: `${publicUrl()}/` } as const;
  await mailer.send(email, request.headers["accept-language"], mail);
}
