import { setTimeout } from "node:timers/promises";
import type { AppDeps } from "../app.ts";
import { modelPath } from "@selfsame/photo/models/model-path";
import type { Phase } from "@selfsame/platform/ops/health";
import { createGuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { createAttempts } from "../accounts/people/accounts/attempts.ts";
import { createPasswords } from "../accounts/people/accounts/passwords.ts";
import { createOpenId } from "../accounts/people/sign-on/open-id.ts";
import type { Features } from "./features.ts";
import type { Foundation } from "./foundation.ts";
import type { ServiceParts } from "./parts.ts";
import { createResolveTxt } from "./resolve-txt.ts";

/** State that changes while the service runs. */
export interface Running {
  readonly url: () => string;
  readonly phase: () => Phase;
}

/** Dependencies of the routes. */
export function appDeps(parts: ServiceParts, foundation: Foundation, features: Features, running: Running): AppDeps {
  const { config, engine, models, metrics, log } = parts;
  const { store, access, background, node, requestLog, counters } = foundation;
  const { comparison, webhooks, batches, sessions, challenges, documents, download } = features;
  return {
    engine,
    manifest: models.manifest,
    camera: {
      manifest: models.manifest,
      pathOf: (entry) => modelPath(entry, models.manifestPath, models.modelsDir),
    },
    comparison,
    keys: { store, now: Date.now, changed: () => access.callers.forget() },
    keyLimits: access.keyLimits,
    webhooks,
    batches,
    sessions,
    compatible: config.compatible,
    ...(config.oidc && { oidc: counters("oidc") }),
    challenges,
    documents,
    download,
    access,
    requestLog,
    globalDomains: config.allowedDomains,
    retention: config,
    dashboard: dashboardDeps(parts, foundation, features),
    trustedProxies: config.trustedProxies,
    keepAliveSeconds: config.keepAliveSeconds,
    strictTransport: { publicUrl: config.publicUrl, seconds: config.hstsSeconds },
    metrics,
    metricsOnPort: config.metrics.at === "port",
    health: {
      node,
      engine: () => ({ ...engine.status, phase: running.phase() }),
      access: () => access.health(),
      jobs: background.health,
    },
    log,
    publicUrl: running.url,
  };
}

const pause = (ms: number, signal: AbortSignal | undefined) => setTimeout(ms, undefined, { signal });

function dashboardDeps(
  { config, log, passwords = createPasswords() }: ServiceParts,
  { store, seal, access, counters, nodes }: Foundation,
  { reach, sessions, mailer, comparison }: Features,
): NonNullable<AppDeps["dashboard"]> {
  return {
    store,
    seal,
    access,
    passwords,
    attempts: createAttempts(counters("sign-in"), pause),
    counters: counters("dashboard"),
    signOn: {
      store,
      seal,
      now: Date.now,
      log,
      openId: createOpenId(createGuardedFetch(reach)),
      resolveTxt: createResolveTxt(),
    },
    plans: config.plans,
    verifications: sessions,
    mailer,
    embeddingModel: comparison.model,
    nodes,
    challengeLight: config.challengeLight,
    hasPublicUrl: config.publicUrl !== undefined,
    now: Date.now,
  };
}
