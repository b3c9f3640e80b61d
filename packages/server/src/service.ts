import { Resolver } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { newId } from "./ids/ids.ts";
import { createAttempts } from "./people/accounts/attempts.ts";
import { createLimitNotice } from "./limits/limit-notice.ts";
import { createCounters } from "./limits/counters.ts";
import { createGuardedFetch } from "./outbound/guarded-fetch.ts";
import { createOpenId } from "./people/sign-on/open-id.ts";
import { createAccess } from "./create-access.ts";
import { prepareFirstStart } from "./people/first-start.ts";
import { createPasswords, type Passwords } from "./people/accounts/passwords.ts";
import { createMonthWatch } from "./alerts/limit-near.ts";
import { createAlertOnce } from "./alerts/alert-once.ts";
import { watchForAlerts } from "./alerts/watch.ts";
import { createApp } from "./app.ts";
import { createHostPlaces } from "./batches/host-places.ts";
import { batchHandlers, groupMs } from "./batches/run-group.ts";
import { openBackground } from "./background.ts";
import { createChallenges } from "./challenge/challenges.ts";
import type { drawNext } from "./challenge/stepwise/draw-next.ts";
import type { Config } from "./config.ts";
import { createBatchEngine } from "./engine/batch-engine.ts";
import { createEngine } from "./engine/create-engine.ts";
import type { RunningEngine } from "./engine/create-engine.ts";
import type { ModelSet } from "./models/model-set.ts";
import { modelPath } from "./models/model-path.ts";
import { photoBytesMax } from "./images/limits.ts";
import { MemoryBudget } from "./images/memory-budget.ts";
import { planNamed } from "./access/plans.ts";
import { createDownload } from "./images/download.ts";
import manifest from "../package.json" with { type: "json" };
import { createMailer, noMailer } from "./mail/mailer.ts";
import { mailHandlers } from "./mail/send.ts";
import { createSmtp } from "./mail/smtp.ts";
import { type Resolve, createResolve } from "./outbound/names/resolve.ts";
import { isReachedLocally } from "./ops/metrics-place.ts";
import { localUrl } from "./ops/local-url.ts";
import { listenProblem } from "./listen-problem.ts";
import type { Metrics } from "./ops/metrics.ts";
import { openMetricsServer } from "./ops/metrics-server.ts";
import { registerDependencyMetrics } from "./ops/dependency-metrics.ts";
import { joinNodes } from "./ops/nodes.ts";
import type { Problems } from "./ops/problems.ts";
import { createRequestLog } from "./request-log/request-log.ts";
import { createLinkLimits } from "./sessions/visit/link-limits.ts";
import { simulationHandler } from "./sessions/attempts/simulate.ts";
import { sweepSessions } from "./sessions/sweep.ts";
import { readWalletIdentity } from "./sessions/wallet/identity.ts";
import { sealAddresses } from "./secrets/seal-addresses.ts";
import { createSeal } from "./secrets/seal.ts";
import { watchDisk } from "./store/disk.ts";
import { emptyLogRegularly } from "./store/sqlite/empty-log.ts";
import { openStore } from "./store/store.ts";
import { whenPostgresIsThere } from "./store/wait-for-postgres.ts";
import { deliveryHandlers } from "./webhooks/deliver.ts";
import { createPace } from "./webhooks/pace.ts";
import { createPost } from "./webhooks/post.ts";
import { createComparison } from "./verify/comparison.ts";

/** The service as it runs. */
export interface Service {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly setupUrl: string | undefined;
  /** Where /metrics is, when that has an address of its own. */
  readonly metricsUrl: string | undefined;
  /** @param pause between the moment from which on the readiness check fails and the one when the port closes */
  stop(pause?: (ms: number) => Promise<unknown>): Promise<void>;
}

export interface ServiceParts {
  readonly config: Config;
  /** Under which secrets lie in the store. */
  readonly secretKey: Uint8Array;
  readonly log: Logger;
  readonly models: ModelSet;
  readonly engine: RunningEngine;
  /** Settles when the engine has its models. */
  readonly started: Promise<void>;
  readonly metrics: Metrics;
  /** What went wrong so far. */
  readonly problems: Problems;
  /** At the cost that OWASP asks for, unless given. */
  readonly passwords?: Passwords;
  /** Of hosts that callers name. The hosts file and the system's name servers, unless given. */
  readonly resolve?: Resolve;
  /** The steps of live challenges that come one by one. By chance, unless given. */
  readonly draw?: typeof drawNext;
}

/**
 * Opens what is kept, wires everything together and listens, while the models are still being loaded: /health/ready says when they are.
 * @returns when it is ready
 */
export async function openService({
  config,
  secretKey,
  log,
  models,
  engine,
  started,
  metrics,
  problems,
  passwords = createPasswords(),
  resolve = createResolve(),
  draw,
}: ServiceParts): Promise<Service> {
  const start = startOf(config, log);
  const store = await start(() => openStore(config, log));
  const seal = createSeal(secretKey);
  const { registry } = metrics;
  const background = await start(() => openBackground({ store, seal, databaseUrl: config.databaseUrl, registry, log }));
  // What only some use is loaded where it is used, here and elsewhere: half of all modules.
  const redis =
    config.redisUrl === undefined ? undefined : (await import("./store/redis.ts")).openRedis(config.redisUrl, log);
  const monthReached = createLimitNotice({ store, events: background.events, log });
  const alertOnce = createAlertOnce(store, background.events, Date.now);
  const watchMonth = createMonthWatch(alertOnce, log);
  const disk = watchDisk({ folder: config.dataDir, leastFreeBytes: config.minFreeBytes, log });
  const access = createAccess({
    store,
    redis,
    plans: config.plans,
    disk,
    log,
    kept: config,
    monthReached,
    watchMonth,
  });
  registerDependencyMetrics(registry, { health: () => access.health(), redis, disk });

  const node = newId("nd");
  const nodes = joinNodes({
    store,
    log,
    id: node,
    host: hostname(),
    version: manifest.version,
    state: () => ({
      ...engine.status,
      ownMemoryBytes: process.memoryUsage.rss(),
      problems: problems.list(),
    }),
  });
  const requestLog = createRequestLog({
    store,
    log,
    node,
    registry: metrics.registry,
    days: config.requestLogDays,
  });

  const reach = { allowedDomains: config.allowedDomains, allowPrivate: config.allowPrivateDownloads, resolve };
  const post = createPost({
    ...reach,
    allowPrivate: config.allowPrivateWebhooks,
    allowLoopback: isReachedLocally(config),
  });
  const sealing = await start(() => sealAddresses({ store, seal, log, version: manifest.version }));
  const { mayClose } = sealing;
  const webhooks = { store, queue: background.queue, seal, mayClose, post, now: Date.now };
  const batches = { store, queue: background.queue, events: background.events, webhooks, now: Date.now };
  const sessions = {
    store,
    queue: background.queue,
    events: background.events,
    seal,
    now: Date.now,
    limits: createLinkLimits(createCounters("selfsame:session-link", redis)),
    wallet: config.wallet && (await readWalletIdentity(config.wallet.certificateFile, config.wallet.keyFile)),
  };
  const letters = { store, queue: background.queue, seal, log };
  const mailer = config.mail
    ? createMailer({ ...letters, counters: createCounters("selfsame:mail", redis) })
    : noMailer;
  const download = createDownload(reach);
  const dns = new Resolver({ timeout: 3_000, tries: 2 });
  const comparison = createComparison(models);
  const batchEngine = createBatchEngine(() =>
    createEngine({
      models,
      workers: config.batchWorkers,
      background: true,
      // Others come first: a photo may take the time in which its group is given up.
      limits: { starvedMs: groupMs },
      report: (problem, cause) => log.warn({ err: cause }, problem),
      countDecoderFault: metrics.countDecoderFault,
    }),
  );
  let url = config.publicUrl ?? "";
  let stopping = false;
  const app = await createApp({
    engine,
    manifest: models.manifest,
    camera: {
      manifest: models.manifest,
      pathOf: (entry) => modelPath(entry, models.manifestPath, models.modelsDir),
    },
    comparison,
    keys: { store, now: Date.now, changed: () => access.callers.forget() },
    webhooks,
    batches,
    sessions,
    challenges: createChallenges({
      store,
      seal,
      engine,
      comparison,
      manifest: models.manifest,
      dots: config.challengeDots,
      openMax: config.challengesOpen,
      draw,
    }),
    download,
    access,
    requestLog,
    dashboard: {
      store,
      seal,
      access,
      passwords,
      attempts: createAttempts(createCounters("selfsame:sign-in", redis), (ms, signal) =>
        setTimeout(ms, undefined, { signal }),
      ),
      counters: createCounters("selfsame:dashboard", redis),
      signOn: {
        store,
        seal,
        now: Date.now,
        log,
        openId: createOpenId(createGuardedFetch(reach)),
        resolveTxt: (name) => dns.resolveTxt(name),
      },
      plans: config.plans,
      globalDomains: config.allowedDomains,
      verifications: sessions,
      mailer,
      embeddingModel: comparison.model,
      nodes,
      batchesKeptDays: config.batchResultsDays,
      requestLogDays: config.requestLogDays,
      hasPublicUrl: config.publicUrl !== undefined,
      now: Date.now,
    },
    trustedProxies: config.trustedProxies,
    metrics,
    metricsOnPort: config.metrics.at === "port",
    health: {
      node,
      engine: () => ({ ...engine.status, stopping }),
      access: () => access.health(),
      jobs: background.health,
    },
    log,
    publicUrl: () => url,
  });
  const { host, port } = config;
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenProblem(error, config) ?? error;
  });
  const metricsServer =
    config.metrics.at === "address" ? await openMetricsServer(metrics.registry, config.metrics, log) : undefined;
  // With port 0 it is known now.
  url ||= localUrl(host, (app.server.address() as AddressInfo).port);
  await started;
  // Last: a key that is made by a start that fails would never be shown.
  const first = await start(() => prepareFirstStart(store, config.apiKey));
  access.callers.forget();
  const workers = background.start([
    ...deliveryHandlers({ ...webhooks, log, pace: createPace(createCounters("selfsame:webhooks", redis)) }),
    ...mailHandlers({ ...letters, smtp: config.mail && createSmtp(config.mail) }),
    simulationHandler({ ...sessions, comparison }),
    ...batchHandlers({
      ...batches,
      compare: {
        engine: batchEngine,
        comparison,
        download,
        hosts: createHostPlaces(8),
        // Some photos on their way for each worker, and not much more: they wait here, in memory.
        budget: new MemoryBudget(Math.max(16, 4 * config.batchWorkers) * photoBytesMax, 600_000),
      },
      limits: access.callerLimits,
      monthReached,
      planOf: (caller) => planNamed(config.plans, caller.plan),
      concurrency: 8,
    }),
  ]);
  const stopSweeping = sweepSessions(sessions, log);
  const stopEmptying = emptyLogRegularly(store, log);
  const stopWatching = watchForAlerts({ store, queue: background.queue, alertOnce, now: Date.now }, log);
  return {
    url,
    apiKey: first.apiKey,
    setupUrl: first.setupPath === undefined ? undefined : url + first.setupPath,
    metricsUrl: metricsServer?.url,
    // From the outside in: no new requests, then what those that are running need.
    stop: async (pause = setTimeout) => {
      stopping = true;
      // Whoever sends requests here needs a moment to see that this node is not ready any more.
      const closed = pause(config.drainSeconds * 1000).then(() => app.close());
      await Promise.all([closed, workers.stop(), stopSweeping(), stopWatching(), sealing.stop(), stopEmptying()]);
      await Promise.all([engine.stop(), batchEngine.stop()]);
      await Promise.all([requestLog.stop(), nodes.stop()]);
      await access.stop();
      await metricsServer?.close();
      redis?.disconnect();
      await background.close();
      await store.close();
    },
  };
}

/** SQLite is there or it is not; a server may come later than this process. */
function startOf({ databaseUrl, databaseWaitSeconds }: Config, log: Logger): <T>(work: () => Promise<T>) => Promise<T> {
  if (databaseUrl === undefined) return (work) => work();
  const { hostname, port } = new URL(databaseUrl);
  const where = `PostgreSQL at ${hostname}:${port || "5432"} (DATABASE_URL)`;
  return (work) => whenPostgresIsThere(work, { log, where, patienceMs: databaseWaitSeconds * 1000 });
}
