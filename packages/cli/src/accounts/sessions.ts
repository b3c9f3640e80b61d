import type { ZodString } from "zod";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createEvents } from "@selfsame/platform/events/events";
import { OperatorError } from "@selfsame/platform/operator-error";
import { embeddingContractId } from "@selfsame/photo/models/embedding-contract";
import { readManifest } from "@selfsame/photo/models/manifest";
import type { Receipts } from "@selfsame/server/features/receipts/receipt";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import {
  createSession,
  externalIdSchema,
  localeSchema,
  returnUrlSchema,
} from "@selfsame/server/features/sessions/create-session";
import { isBrandingComplete } from "@selfsame/server/features/branding/required";
import { commandLine } from "@selfsame/platform/audit/audit";
import { cancelSession, upToDate } from "@selfsame/server/features/sessions/end-session";
import { linkOf } from "@selfsame/server/features/sessions/link";
import { accountOrigins, mayReturnTo } from "@selfsame/server/features/sessions/origins";
import {
  findSession,
  listSessions,
  sessionData,
  type SessionDeps,
  sessionStatuses,
} from "@selfsame/server/features/sessions/session";
import { simulatedEnds } from "@selfsame/server/features/sessions/attempts/simulate";
import { readTimeline } from "@selfsame/server/features/sessions/reports/timeline";
import { silent } from "@selfsame/platform/store/log";
import { passiveLivenessRequired } from "@selfsame/server/accounts/people/teams/required-passive-liveness";
import { demandOf } from "@selfsame/photo/verify/passive-liveness";
import type { Reference } from "@selfsame/photo/verify/references";
import type { Command } from "../command.ts";
import { accountNamed } from "./account-named.ts";
import { readSettings } from "../settings.ts";
import { numberOf, runSubcommand, textOf, textsOf } from "../subcommands.ts";
import type { Parsed, Subcommand } from "../subcommands.ts";
import { listOptions, printList } from "../print-list.ts";
import { publicUrlOf, withStore } from "../with-store.ts";
import { readSetting } from "@selfsame/platform/settings/setting";

const help = `Usage: selfsame sessions create [--reference FILE...] [--return-url URL] [--external-id TEXT] [--locale TAG]
                                [--attempts N] [--expires-seconds N] [--no-challenge] [--passive-liveness [--allow-unsure]]
                                [--account ACCOUNT]
       selfsame sessions create --test [--simulate END] [--external-id TEXT] [--account ACCOUNT]
       selfsame sessions list [--status STATUS] [--external-id TEXT] [--limit N] [--json] [--account ACCOUNT]
       selfsame sessions show ID [--account ACCOUNT]
       selfsame sessions cancel ID [--account ACCOUNT]

Manages sessions of the first account, or of --account ACCOUNT. create prints the link once: anyone who has it can take the session. With
--reference the photos are analyzed here, with the server's models, and not stored.
--passive-liveness  the selfie is checked for presentation attacks; with --allow-unsure only a clear attack fails.
--test      photos are not analyzed and nothing is billed.
--simulate  a running server ends the session with this outcome: ${simulatedEnds.join(", ")}.
Statuses: ${sessionStatuses.join(", ")}.`;

const account = { account: { type: "string" } } as const;
const noSession = () => new OperatorError("The account has no such session.");

const create: Subcommand = {
  words: [],
  options: {
    ...account,
    reference: { type: "string", multiple: true },
    "return-url": { type: "string" },
    "external-id": { type: "string" },
    locale: { type: "string" },
    attempts: { type: "string" },
    "expires-seconds": { type: "string" },
    "no-challenge": { type: "boolean" },
    "passive-liveness": { type: "boolean" },
    "allow-unsure": { type: "boolean" },
    test: { type: "boolean" },
    simulate: { type: "string" },
  },
  run: (parsed) =>
    onSessions(parsed, async (deps, accountId, publicUrl) => {
      const test = parsed.values["test"] === true;
      const files = textsOf(parsed, "reference");
      const simulate = oneOf(parsed, "simulate", simulatedEnds);
      const challenge = parsed.values["no-challenge"] === true ? "off" : "required";
      if (simulate && !test) throw new OperatorError("--simulate is for --test.");
      if (challenge === "off" && files.length === 0) throw new OperatorError("--no-challenge needs a --reference.");
      if (!test && !(await isBrandingComplete(deps.store.db, accountId))) {
        throw new OperatorError(
          "The page has no name or no privacy policy of the account to show. Set both in the dashboard (Settings, Branding) or by POST /api/v3/branding.",
        );
      }
      const externalId = fitting(
        parsed,
        "external-id",
        externalIdSchema,
        "has 1 to 128 characters, no line breaks or such",
      );
      const locale = fitting(parsed, "locale", localeSchema, "is a language tag such as de or pt-BR");
      const returnUrl = fitting(parsed, "return-url", returnUrlSchema, "has 2048 characters at most");
      if (
        returnUrl !== undefined &&
        !mayReturnTo(returnUrl, await accountOrigins(deps.store.db, accountId, deps.now()))
      ) {
        throw new OperatorError("--return-url must be https, of an origin of one of the account's public keys.");
      }
      const { session, secret } = await createSession(deps, {
        accountId,
        keyId: null,
        test,
        simulate,
        reference: files.length > 0 ? await embedFiles(files) : undefined,
        model: embeddingContractId(readManifest(readSettings().manifestPath)),
        challenge,
        passiveLiveness: demandOf(
          await readSetting(deps.store.db, accountId, passiveLivenessRequired),
          parsed.values["passive-liveness"] === true,
          parsed.values["allow-unsure"] === true,
        ),
        returnUrl,
        externalId,
        metadata: {},
        locale,
        expiresInSeconds: numberOf(parsed, "expires-seconds", 60, 604_800) ?? 86_400,
        attempts: numberOf(parsed, "attempts", 1, 5) ?? 3,
        threshold: undefined,
      });
      console.log(`Id: ${session.id}\nLink: ${linkOf(publicUrl, secret)}`);
    }),
};

/** Loads the models only if photos are given. */
async function embedFiles(files: readonly string[]): Promise<Reference> {
  const { embedReferences } = await import("../accuracy/embed-references.ts");
  return embedReferences(files);
}

const list: Subcommand = {
  words: [],
  options: {
    ...account,
    status: { type: "string" },
    "external-id": { type: "string" },
    limit: { type: "string" },
    ...listOptions,
  },
  run: (parsed) =>
    onSessions(parsed, async ({ store }, accountId) => {
      const page = await listSessions(store.db, accountId, {
        status: oneOf(parsed, "status", sessionStatuses),
        externalId: textOf(parsed, "external-id"),
        limit: numberOf(parsed, "limit", 1, 1000) ?? 20,
      });
      printList(parsed, page.rows.map(sessionData), {
        id: ({ id }) => id,
        status: ({ status, test }) => (test ? `${status} (test)` : status),
        attempts: ({ attempts, attempts_allowed }) => `${attempts}/${attempts_allowed}`,
        created: ({ created_at }) => created_at,
        "external id": ({ external_id }) => external_id,
      });
    }),
};

const show: Subcommand = {
  words: ["ID"],
  options: account,
  run: (parsed) =>
    onSessions(parsed, async (deps, accountId) => {
      const found = await findSession(deps.store.db, accountId, parsed.positionals[0] ?? "");
      if (!found) throw noSession();
      const session = sessionData(await upToDate(deps, found));
      const timeline = (await readTimeline(deps.store.db, found.id)).map(({ kind, atMs, data }) => ({
        at: new Date(atMs).toISOString(),
        kind,
        ...data,
      }));
      console.log(JSON.stringify({ ...session, timeline }, null, 2));
    }),
};

const cancel: Subcommand = {
  words: ["ID"],
  options: account,
  run: (parsed) =>
    onSessions(parsed, async (deps, accountId) => {
      const id = parsed.positionals[0] ?? "";
      const { outcome } = await cancelSession(deps, accountId, id, { by: commandLine });
      if (outcome === "not_found") throw noSession();
      if (outcome === "over") throw new OperatorError("The session has ended already.");
      console.log(`Cancelled: ${id}`);
    }),
};

/** Signs no receipts: commands cancel sessions, and decide none. */
const noVerdict: Receipts = { sign: () => Promise.reject(new Error("a command came to a verdict")) };

type Work = (deps: SessionDeps, accountId: string, publicUrl: string) => Promise<void>;

function onSessions(parsed: Parsed, work: Work): Promise<number> {
  return withStore(async (store, config) => {
    const accountId = await accountNamed(store.db, textOf(parsed, "account"));
    const seal = createSeal(await findSecretKey(config, silent));
    const queue = openQueue(store, jobKinds);
    const events = createEvents(queue, Date.now, seal);
    const deps = { store, queue, events, seal, receipts: noVerdict, now: Date.now };
    await work(deps, accountId, publicUrlOf(config));
  });
}

function oneOf<T extends string>(parsed: Parsed, name: string, among: readonly T[]): T | undefined {
  const text = textOf(parsed, name);
  const found = among.find((one) => one === text);
  if (text !== undefined && !found) throw new OperatorError(`--${name} is one of ${among.join(", ")}.`);
  return found;
}

function fitting(parsed: Parsed, name: string, schema: ZodString, rule: string): string | undefined {
  const text = textOf(parsed, name);
  if (text !== undefined && !schema.safeParse(text).success) throw new OperatorError(`--${name} ${rule}.`);
  return text;
}

export const command: Command = {
  summary: "create, list, show and cancel verification sessions",
  help,
  run: (args) => runSubcommand({ create, list, show, cancel }, help, args),
};
