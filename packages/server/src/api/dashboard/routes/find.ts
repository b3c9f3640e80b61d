import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { findAnything } from "../../../features/search/find-anything.ts";
import { errorCatalog } from "../../v3/errors.ts";
import type { DashboardDeps } from "../deps.ts";
import { parse } from "../parse.ts";
import type { RunReport } from "../reports.ts";
import type { Guards } from "../signed-in.ts";

const findQuery = z.strictObject({ text: z.string().trim().min(2).max(254) });

const codes = Object.keys(errorCatalog);
const codesMax = 5;
/** So many letters of a code are a search for it: of its beginning, and of what stands within. */
const [firstMin, innerMin] = [3, 5];

/** Finds objects by an id, an e-mail address, an external id, the ends of a key or an error code. */
export function findRoutes(
  app: FastifyInstance,
  { webhooks }: DashboardDeps,
  { forSignedIn }: Guards,
  search: RunReport,
): void {
  app.get(
    "/find",
    forSignedIn(async (me, request) => {
      const { text } = parse(findQuery, request.query);
      const who = { accountId: me.account.id, operator: me.user.operator };
      const hits = await search(me, request, (db) => findAnything(db, webhooks.seal, who, text));
      return { hits: [...hits, ...codesLike(text)] };
    }),
  );
}

function codesLike(text: string) {
  const wanted = text.toLowerCase().replaceAll(/[\s-]+/g, "_");
  const isLike = (code: string) => code.startsWith(wanted) || (wanted.length >= innerMin && code.includes(wanted));
  const found = wanted.length < firstMin ? [] : codes.filter(isLike);
  // Exact matches first.
  return found
    .toSorted((one, other) => Number(other === wanted) - Number(one === wanted))
    .slice(0, codesMax)
    .map((code) => ({
      kind: "code" as const,
      id: code,
      title: code,
      detail: errorCatalog[code as keyof typeof errorCatalog].message,
      test: null,
    }));
}
