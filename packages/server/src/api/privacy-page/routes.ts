import type { FastifyInstance } from "fastify";
import { accountHash } from "../../features/branding/branding.ts";
import { acceptedLanguage } from "../../features/mail/accept-language.ts";
import type { Retention } from "../../features/retention/periods.ts";
import type { Store } from "../../platform/store/store.ts";
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

/** How often the accounts are read again for an address that none of those known has. */
const readAgainMs = 5000;

export interface PrivacyPageDeps {
  readonly store: Store;
  readonly now: () => number;
  /** How long the installation stores what is an account's. */
  readonly retention: Retention;
}

/** What becomes of the data of an account's sessions, for everybody who has its address: /privacy/{account}. No page lists them. */
export function privacyPages({ store, now, retention }: PrivacyPageDeps) {
  const accountOf = createAddresses(store, now);
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { account: string } }>(
      "/privacy/:account",
      { schema: { hide: true } },
      async (request, reply) => {
        const id = await accountOf(request.params.account);
        const facts = id === undefined ? undefined : await store.run(() => factsOf(store.db, id, retention));
        if (!facts) return reply.callNotFound();
        const html = await noticePage(facts, acceptedLanguage(request.headers["accept-language"]));
        return reply.headers(headers).type("text/html; charset=utf-8").send(html);
      },
    );
  };
}

/** Finds accounts by their address, a hash. Addresses that nobody has do not read the table more often than every few seconds. */
function createAddresses(store: Store, now: () => number) {
  let known: ReadonlyMap<string, string> = new Map();
  let readAtMs = -Infinity;
  return async (address: string): Promise<string | undefined> => {
    const found = known.get(address);
    if (found !== undefined || !/^[0-9a-f]{22}$/.test(address) || now() - readAtMs < readAgainMs) return found;
    readAtMs = now();
    const rows = await store.run(() => store.db.selectFrom("accounts").select("id").execute());
    known = new Map(rows.map(({ id }) => [accountHash(id), id]));
    return known.get(address);
  };
}
