/**
 * For tests: a node that works on batches, as a separate process, so that tests can run several and kill them. Its engine is scripted, since the
 * tests are about what is stored, not about faces. Prints a line when it has started.
 */
import { testReceipts } from "../test-receipts.ts";
import { createAccess } from "../../src/create-access.ts";
import { defaultPlans, planNamed } from "../../src/accounts/access/plans.ts";
import { createHostPlaces } from "../../src/features/batches/host-places.ts";
import { batchHandlers } from "../../src/features/batches/run-group.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import { openStore } from "@selfsame/platform/store/store";
import { deliveryHandlers } from "../../src/features/webhooks/deliver.ts";
import { createPost } from "../../src/features/webhooks/post.ts";
import { downloadFromPhotoHosts as download } from "../photo-host.ts";
import { scriptedComparison as comparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";

const { DATA_DIR = "", DATABASE_URL, SEAL = "" } = process.env;
const store = await openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
const queue = openQueue(store, jobKinds);
const access = createAccess({ store });
const seal = createSeal(Buffer.from(SEAL, "hex"));
const post = createPost({ allowedDomains: ["hooks.test"], allowPrivate: true, resolve: async () => ["127.0.0.1"] });
const webhooks = { store, queue, seal, post, now: Date.now };
const budget = new MemoryBudget(16 * photoBytesMax, 60_000);
const compare = { engine: scriptedEngine(), comparison, download, hosts: createHostPlaces(8), budget };
const plan = planNamed(defaultPlans, "unlimited");
const batches = { store, queue, events: createEvents(queue), webhooks, now: Date.now };
startWorkers({ store, queue, log: silent, pollMs: 50 }, [
  ...deliveryHandlers({ ...webhooks, post, log: silent }),
  ...batchHandlers({
    ...batches,
    receipts: testReceipts(webhooks.seal, Date.now),
    compare,
    limits: access.callerLimits,
    planOf: () => plan,
    monthReached: async () => {},
    concurrency: 8,
  }),
]);
console.log("begun");
