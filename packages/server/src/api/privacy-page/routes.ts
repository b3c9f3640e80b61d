import type { FastifyInstance } from "fastify";
import { acceptedLanguage } from "../../features/mail/accept-language.ts";
import type { Retention } from "../../features/retention/periods.ts";
import type { Store } from "@selfsame/platform/store/store";
import type { LinkLimits } from "../../features/sessions/visit/link-limits.ts";
import { limitPublicReads } from "../limit-public-reads.ts";
import { factsOf } from "./facts.ts";
import { noticePage, noticeStyleHash } from "./notice-page.ts";

const headers = {
  "content-security-policy": `default-src 'none'; style-src '${noticeStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  vary: "Accept-Language",
  "cache-control": "public, max-age=60",
};

export interface PrivacyPageDeps {
  readonly store: Store;
  /** How long the installation stores an account's data. */
  readonly retention: Retention;
  readonly limits: Pick<LinkLimits, "read">;
}

/** The privacy notice of an account's sessions: /privacy/{account}. Public for anyone who has the address; no page lists the addresses. */
export function privacyPages({ store, retention, limits }: PrivacyPageDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { account: string } }>(
      "/privacy/:account",
      { schema: { hide: true }, onRequest: limitPublicReads(limits) },
      async (request, reply) => {
        const facts = await store.run(() => factsOf(store.db, request.params.account, retention));
        if (!facts) return reply.callNotFound();
        const html = await noticePage(facts, acceptedLanguage(request.headers["accept-language"]));
        return reply.headers(headers).type("text/html; charset=utf-8").send(html);
      },
    );
  };
}
