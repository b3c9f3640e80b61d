import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { pino } from "pino";
import { createAccess } from "../../../access/create-access.ts";
import { prepareFirstStart } from "../../../access/first-start.ts";
import { revokeKey } from "../../../access/key-changes.ts";
import { createKey } from "../../../access/keys.ts";
import type { Plan } from "../../../access/plans.ts";
import { createApp } from "../../../app.ts";
import { type ChallengeDeps, createChallenges } from "../../../challenge/challenges.ts";
import { createMetrics } from "../../../ops/metrics.ts";
import { freshStore } from "../../../store/each-store.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Download } from "../../../images/download.ts";
import type { EngineStatus } from "../../../ops/metrics.ts";
import type { Comparison } from "../../../verify/comparison.ts";
import { readManifest } from "../../../engine/manifest.ts";

export interface RunningEngine extends Engine {
  readonly status: EngineStatus & { readonly stopping?: boolean };
}

export interface ServiceOptions {
  readonly engine: RunningEngine;
  readonly comparison: Comparison;
  /** Of the account that has the keys; no limits unless given. */
  readonly plan?: Plan;
  readonly download?: Download;
  /** Of the live challenge: the clock, and what draws the steps. */
  readonly challenge?: Pick<ChallengeDeps, "now" | "draw">;
}

/** Where the public key may be used. */
export const pageOrigin = "https://shop.example";

const noDownload: Download = async () => ({ outcome: "blocked", detail: "nothing is downloaded here" });

/** The whole service on a free port, with a fresh embedded database and the engine that is given. */
export async function startService(
  t: TestContext,
  { engine, comparison, plan, download = noDownload, challenge }: ServiceOptions,
) {
  const store = await freshStore(t, "sqlite");
  const { apiKey = "" } = await prepareFirstStart(store);
  const access = createAccess({ store, ...(plan ? { plans: { unlimited: plan } } : {}) });
  t.after(() => access.stop());
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const by = { actor: id, address: "127.0.0.1" };
  const keyDeps = { store, now: Date.now, changed: () => {} };
  const publicKey = await createKey(keyDeps, by, id, { name: "Page", kind: "public", allowedOrigins: [pageOrigin] });

  const manifest = readManifest();
  const app = await createApp({
    engine,
    access,
    manifest,
    comparison,
    challenges: createChallenges({ store, engine, comparison, manifest, ...challenge }),
    download,
    metrics: createMetrics(() => engine.status),
    health: { engine: () => ({ stopping: false, ...engine.status }), access: () => access.health() },
    log: pino({ level: "silent" }),
    publicUrl: () => "https://face.example.com",
  });
  t.after(() => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const makeKey = async (expiresAtMs?: number) => {
    const made = await createKey(keyDeps, by, id, { name: "Another", kind: "private", expiresAtMs });
    return { secret: made?.secret ?? "", revoke: () => revokeKey(keyDeps, by, id, made?.key.id ?? "") };
  };
  const close = () => app.close();
  const url = `http://127.0.0.1:${port}`;
  return { makeKey, close, url, port, apiKey, publicKey: publicKey?.secret ?? "", store, access };
}
