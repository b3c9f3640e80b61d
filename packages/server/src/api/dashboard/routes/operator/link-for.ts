import type { FastifyRequest } from "fastify";
import type { User } from "../../../../accounts/people/accounts/users.ts";
import { makeResetLinks } from "../../../../accounts/people/accounts/claim.ts";
import { linkPath } from "../../../../accounts/people/accounts/links.ts";
import type { DashboardDeps } from "../../deps.ts";
import type { Me } from "../../signed-in.ts";

/** A link to set a password; also sent by e-mail if mail is set up. */
export async function linkFor(
  deps: DashboardDeps,
  me: Me,
  request: FastifyRequest,
  user: User,
  kind: "first" | "reset",
) {
  const { mailer } = deps;
  // Two links: the one shown may be used by anyone who sees it, so only the e-mailed one proves the address.
  const proving = mailer.on ? ([false, true] as const) : ([false] as const);
  const [shown, mail] = (await makeResetLinks(deps, me.by, user.id, proving)).map(
    (secret) => deps.publicUrl() + linkPath("reset", secret),
  );
  const letter = mail !== undefined && ({ kind, link: mail } as const);
  const mailed = letter && (await mailer.send(user.email, request.headers["accept-language"], letter));
  return { link: shown, mailed };
}
