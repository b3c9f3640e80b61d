import type { StatusLists } from "../../src/documents/status/status-lists.ts";
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { pino } from "pino";
import type { Logger } from "pino";
import { createAccess } from "../../src/create-access.ts";
import { prepareFirstStart } from "../../src/accounts/people/first-start.ts";
import { revokeKey } from "../../src/accounts/keys/changes.ts";
import { createKey, type NewKey } from "../../src/accounts/keys/keys.ts";
import { madeKey } from "../made-key.ts";
import { createLimitNotice } from "../../src/accounts/limits/limit-notice.ts";
import { defaultPlans, planNamed } from "../../src/accounts/access/plans.ts";
import type { Plan } from "../../src/accounts/access/plans.ts";
import { createHostPlaces } from "../../src/features/batches/host-places.ts";
import { batchHandlers } from "../../src/features/batches/run-group.ts";
import type { Actor } from "@selfsame/platform/audit/audit";
import { createEvents } from "@selfsame/platform/events/events";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { createApp } from "../../src/app.ts";
import type { StrictTransport } from "../../src/api/strict-transport.ts";
import type { ChallengeMode } from "../../src/liveness/challenge/challenge-mode.ts";
import { type ChallengeDeps, createChallenges } from "../../src/liveness/challenge/challenges.ts";
import { createJobsHealth } from "@selfsame/platform/ops/jobs-health";
import { createMetrics } from "@selfsame/platform/ops/metrics";
import { testReceipts } from "../test-receipts.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { brand } from "../sessions/brand.ts";
import { freshStore } from "@selfsame/platform/testing/store/each-store";
import { createDocumentReader } from "../../src/documents/reading/document-reader.ts";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createCounters } from "../../src/accounts/limits/counters.ts";
import { defaultRetention } from "../../src/features/retention/periods.ts";
import { createRequestLog } from "../../src/features/request-log/request-log.ts";
import type { WalletIdentity } from "../../src/features/sessions/wallet/identity.ts";
import { createLinkLimits } from "../../src/features/sessions/visit/link-limits.ts";
import { simulationHandler } from "../../src/features/sessions/attempts/simulate.ts";
import { startWorkers } from "@selfsame/platform/queue/workers";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { Disk } from "@selfsame/platform/store/disk";
import { silent } from "@selfsame/platform/store/log";
import { deliveryHandlers } from "../../src/features/webhooks/deliver.ts";
import { createPost } from "../../src/features/webhooks/post.ts";
import type { CompatibleApi } from "../../src/config-values.ts";
import type { Engine } from "@selfsame/photo/engine/engine";
import type { Download } from "@selfsame/photo/images/download";
import type { EngineStatus } from "@selfsame/platform/ops/metrics";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import { readManifest } from "@selfsame/photo/models/manifest";

export interface RunningEngine extends Engine {
  readonly status: EngineStatus & { readonly stopping?: boolean };
}

export interface ServiceOptions {
  readonly engine: RunningEngine;
  readonly comparison: Comparison;
  /** Plan of the account that has the keys; no limits by default. */
  readonly plan?: Plan;
  /** Kind of its store; the embedded one by default. Both store jobs in a table. */
  readonly kind?: StoreKind;
  readonly trustedProxies?: readonly string[];
  readonly strictTransport?: StrictTransport;
  readonly download?: Download;
  readonly disk?: Pick<Disk, "isFull">;
  readonly log?: Logger;
  /** For the live challenge: the clock, and whether there are dots. */
  readonly challenge?: Pick<ChallengeDeps, "now" | "dots" | "light" | "blends">;
  /** The clock of sessions. */
  readonly sessionNow?: () => number;
  readonly requestLogDays?: number;
  readonly metricsOnPort?: boolean;
  /** The identity with which the service sends requests to wallets. */
  readonly wallet?: WalletIdentity;
  /** APIs of other products, served in addition to our own. */
  readonly compatible?: readonly CompatibleApi[];
  /** Whether it is an OpenID Connect provider. */
  readonly oidc?: boolean;
  /** Whether the account has the branding that live sessions require. */
  readonly branded?: boolean;
  /** Mode of the team; its keys have no mode of their own. */
  readonly challengeMode?: ChallengeMode;
  /** Source of the status of documents; none by default. */
  readonly statusLists?: StatusLists;
}

/** The origin where the public key may be used. */
export const pageOrigin = "https://shop.example";

export const noDownload: Download = async () => ({ outcome: "blocked", detail: "nothing is downloaded here" });

/** The whole service on a free port, with a fresh database and the given engine. */
export async function startService(
  t: TestContext,
  {
    engine,
    comparison,
    plan,
    download = noDownload,
    log = pino({ level: "silent" }),
    challenge,
    disk,
    sessionNow = Date.now,
    requestLogDays = 7,
    kind = "sqlite",
    trustedProxies = [],
    strictTransport,
    metricsOnPort = true,
    branded = true,
    challengeMode = "any",
    wallet,
    compatible = [],
    oidc = false,
    statusLists,
  }: ServiceOptions,
) {
  const store = await freshStore(t, kind);
  const { apiKey = "" } = await prepareFirstStart(store);
  // As for a team and keys from before modes existed: most tests have all frames of a challenge at once.
  await store.db.updateTable("accounts").set({ challenge_mode: challengeMode }).execute();
  await store.db.updateTable("api_keys").set({ challenge_mode: null }).execute();
  const queue = openQueue(store, jobKinds);
  const events = createEvents(queue);
  const monthReached = createLimitNotice({ store, events, log: silent });
  const access = createAccess({ store, monthReached, disk, ...(plan ? { plans: { unlimited: plan } } : {}) });
  t.after(() => access.stop());
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const owner = await store.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const by = { actor: owner.id, address: "127.0.0.1" };
  if (branded) await brand(store, id);
  const keyDeps = { store, now: Date.now, changed: () => {} };
  const page = { name: "Page", allowedOrigins: [pageOrigin] };
  const publicKey = await madeKey(keyDeps, by, id, { ...page, kind: "public", challengeMode: null });

  const manifest = readManifest();
  const seal = createSeal(randomBytes(32));
  const post = createPost({ allowedDomains: ["hooks.test"], allowPrivate: true, resolve: async () => ["127.0.0.1"] });
  const webhooks = { store, queue, seal, post, now: Date.now };
  const batches = { store, queue, events, webhooks, now: Date.now };
  const sessions = {
    store,
    queue,
    events,
    seal,
    receipts: testReceipts(seal, sessionNow),
    now: sessionNow,
    limits: createLinkLimits(createCounters("test:session-link")),
    wallet,
    oidc,
  };
  const budget = new MemoryBudget(16 * photoBytesMax, 60_000);
  const workers = startWorkers({ store, queue, log: silent, pollMs: 20 }, [
    ...deliveryHandlers({ ...webhooks, post, log: silent }),
    simulationHandler({ ...sessions, comparison }),
    ...batchHandlers({
      ...batches,
      receipts: sessions.receipts,
      compare: { engine, comparison, download, hosts: createHostPlaces(8), budget },
      limits: access.callerLimits,
      monthReached,
      planOf: () => plan ?? planNamed(defaultPlans, "unlimited"),
      concurrency: 8,
    }),
  ]);
  t.after(() => workers.stop());
  const metrics = createMetrics(() => engine.status);
  const { registry } = metrics;
  const requestLog = createRequestLog({ store, log: silent, node: "nd_test", registry, days: requestLogDays });
  t.after(() => requestLog.stop());
  const report = (problem: string, cause?: unknown) => log.warn({ err: cause }, problem);
  const documents = createDocumentReader({ report, countFault: metrics.countDocumentFault, statusLists });
  t.after(() => documents.stop());
  const app = await createApp({
    engine,
    keys: { store, now: Date.now, changed: () => access.callers.forget() },
    keyLimits: access.keyLimits,
    webhooks,
    batches,
    sessions,
    access,
    manifest,
    comparison,
    documents,
    challenges: createChallenges({ store, seal, engine, comparison, manifest, ...challenge }),
    download,
    requestLog,
    retention: defaultRetention,
    globalDomains: [],
    metrics,
    metricsOnPort,
    compatible,
    ...(oidc && { oidc: createCounters("test:oidc") }),
    health: {
      node: "nd_test",
      engine: () => ({ phase: "serving", ...engine.status }),
      access: () => access.health(),
      jobs: createJobsHealth(queue),
    },
    log,
    trustedProxies,
    ...(strictTransport && { strictTransport }),
    publicUrl: () => "https://face.example.com",
  });
  t.after(() => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const makeKey = keyMaker(keyDeps, by, id);
  const close = () => app.close();
  const url = `http://127.0.0.1:${port}`;
  const ofTeam = { accountId: id, by, apiKey, publicKey: publicKey.secret };
  return { app, ...ofTeam, makeKey, close, url, port, store, access, webhooks, sessions };
}

/** Creates more keys of the account. */
const keyMaker =
  (deps: Parameters<typeof createKey>[0], by: Actor, accountId: string) =>
  async (settings: Partial<NewKey> = {}) => {
    const usual = { name: "Another", kind: "private", challengeMode: null } as const;
    const made = await createKey(deps, by, accountId, { ...usual, ...settings });
    const { key, secret } = made.outcome === "created" ? made : { key: { id: "" }, secret: "" };
    return { id: key.id, secret, revoke: () => revokeKey(deps, by, accountId, key.id) };
  };
