import { createGuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { createStatusLists } from "../documents/status/status-lists.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import manifest from "../../package.json" with { type: "json" };
import { groupMs } from "../features/batches/run-group.ts";
import { createChallenges } from "../liveness/challenge/challenges.ts";
import { createDocumentReader } from "../documents/reading/document-reader.ts";
import { createBatchEngine } from "@selfsame/photo/engine/batch-engine";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { createDownload } from "@selfsame/photo/images/download";
import { createMailer, noMailer } from "../features/mail/mailer.ts";
import { isReachedLocally } from "@selfsame/platform/ops/metrics-place";
import { createResolve } from "@selfsame/platform/outbound/names/resolve";
import { sealAddresses } from "@selfsame/platform/secrets/seal-addresses";
import { createReceipts } from "../features/receipts/receipt.ts";
import { createLinkLimits } from "../features/sessions/visit/link-limits.ts";
import { readWalletIdentity } from "../features/sessions/wallet/identity.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { createPost } from "../features/webhooks/post.ts";
import type { Foundation } from "./foundation.ts";
import type { ServiceParts, Start } from "./parts.ts";

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Features of the service: webhooks, batches, sessions, challenges, mail, photos by URL. */
export async function createFeatures(
  parts: ServiceParts,
  foundation: Foundation,
  start: Start,
  publicUrl: () => string,
) {
  const { config, log, models, engine, metrics, draw, resolve = createResolve() } = parts;
  const { store, seal, background, counters } = foundation;
  const { queue, events } = background;
  const comparison = createComparison(models);
  const reach = { allowedDomains: config.allowedDomains, allowPrivate: config.allowPrivateDownloads, resolve };
  const post = createPost({
    ...reach,
    allowPrivate: config.allowPrivateWebhooks,
    allowLoopback: isReachedLocally(config),
  });
  const sealing = await start(() => sealAddresses({ store, seal, log, version: manifest.version }));
  const webhooks = { store, queue, seal, mayClose: sealing.mayClose, post, now: Date.now };
  const mail = { store, queue, seal, log };
  return {
    comparison,
    reach,
    sealing,
    webhooks,
    mail,
    mailer: config.mail ? createMailer({ ...mail, counters: counters("mail") }) : noMailer,
    batches: { store, queue, events, webhooks, now: Date.now },
    sessions: {
      store,
      queue,
      events,
      seal,
      receipts: createReceipts({
        seal,
        manifestSha256: createHash("sha256")
          .update(await readFile(models.manifestPath))
          .digest("hex"),
        now: Date.now,
        issuer: publicUrl,
      }),
      now: Date.now,
      limits: createLinkLimits(counters("session-link")),
      oidc: config.oidc,
      wallet: config.wallet && (await readWalletIdentity(config.wallet, Date.now())),
    },
    challenges: createChallenges({
      store,
      seal,
      engine,
      comparison,
      manifest: models.manifest,
      dots: config.challengeDots,
      light: config.challengeLight,
      blends: config.challengeBlends,
      openMax: config.challengesOpen,
      draw,
    }),
    documents: createDocumentReader({
      report: (problem, cause) => log.warn({ err: cause }, problem),
      countFault: metrics.countDocumentFault,
      statusLists: createStatusLists({
        usual: config.documentStatus,
        fetch: createGuardedFetch({ ...reach, totalTimeoutMs: 5000 }),
        now: Date.now,
      }),
    }),
    download: createDownload(reach),
    batchEngine: createBatchEngine(() => openBatchEngine(parts)),
  };
}

function openBatchEngine({ config, log, models, metrics }: ServiceParts) {
  return createEngine({
    models,
    workers: config.batchWorkers,
    background: true,
    // Interactive work comes first: a photo may take until its group is given up.
    limits: { starvedMs: groupMs },
    report: (problem, cause) => log.warn({ err: cause }, problem),
    countDecoderFault: metrics.countDecoderFault,
  });
}
