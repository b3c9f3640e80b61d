/**
 * For tests: a complete node as a separate process, so that tests can run several and kill them. Its engine is scripted, since the tests are about
 * what is stored, not about faces; with STUCK it never answers. Prints its port.
 */
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { createAccess } from "../../src/create-access.ts";
import { createCounters } from "../../src/accounts/limits/counters.ts";
import { createApp } from "../../src/app.ts";
import { createChallenges } from "../../src/liveness/challenge/challenges.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { readManifest } from "@selfsame/photo/models/manifest";
import { createJobsHealth } from "@selfsame/platform/ops/jobs-health";
import { createMetrics } from "@selfsame/platform/ops/metrics";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { testReceipts } from "../test-receipts.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { createLinkLimits } from "../../src/features/sessions/visit/link-limits.ts";
import { silent } from "@selfsame/platform/store/log";
import { createDocumentReader } from "../../src/documents/reading/document-reader.ts";
import { defaultRetention } from "../../src/features/retention/periods.ts";
import { createRequestLog } from "../../src/features/request-log/request-log.ts";
import { openStore } from "@selfsame/platform/store/store";
import { deliveryHandlers } from "../../src/features/webhooks/deliver.ts";
import { createPost } from "../../src/features/webhooks/post.ts";
import { scriptedComparison as comparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { noDownload } from "../service/service.ts";

const { DATA_DIR = "", DATABASE_URL, SEAL = "", STUCK } = process.env;
const store = await openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
const queue = openQueue(store, jobKinds);
const access = createAccess({ store });
const seal = createSeal(Buffer.from(SEAL, "hex"));
const events = createEvents(queue);
const post = createPost({ allowedDomains: ["hooks.test"], allowPrivate: true, resolve: async () => ["127.0.0.1"] });
const webhooks = { store, queue, seal, post, now: Date.now };
const sessions = {
  store,
  queue,
  events,
  seal,
  receipts: testReceipts(seal, Date.now),
  now: Date.now,
  limits: createLinkLimits(createCounters("test:session-link")),
};
const stuck = () => {
  console.log("stuck");
  return new Promise<never>(() => {});
};
const engine = scriptedEngine(STUCK ? { analyze: stuck } : {});
const manifest = readManifest();
startWorkers({ store, queue, log: silent, pollMs: 50 }, [...deliveryHandlers({ ...webhooks, post, log: silent })]);
const metrics = createMetrics(() => engine.status);
const app = await createApp({
  engine,
  keys: { store, now: Date.now, changed: () => access.callers.forget() },
  keyLimits: access.keyLimits,
  webhooks,
  batches: { store, queue, events, webhooks, now: Date.now },
  sessions,
  access,
  manifest,
  comparison,
  documents: createDocumentReader({ report: () => {}, countFault: metrics.countDocumentFault }),
  challenges: createChallenges({ store, seal, engine, comparison, manifest }),
  download: noDownload,
  requestLog: createRequestLog({ store, log: silent, node: "nd_test", registry: metrics.registry, days: 0 }),
  retention: defaultRetention,
  globalDomains: [],
  metrics,
  health: {
    node: "nd_test",
    engine: () => ({ phase: "serving", ...engine.status }),
    access: () => access.health(),
    jobs: createJobsHealth(queue),
  },
  log: pino({ level: "silent" }),
  publicUrl: () => "https://face.example.com",
});
await app.listen({ port: 0, host: "127.0.0.1" });
console.log((app.server.address() as AddressInfo).port);
