/** The real service in the test's own process, for tests of its answers: a separate process takes ten times as long to start. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { readSettings } from "../packages/cli/src/settings.ts";
import { greeting } from "../packages/platform/src/ops/greeting.ts";
import { createLog } from "../packages/platform/src/ops/log.ts";
import { createMetrics } from "../packages/platform/src/ops/metrics.ts";
import { createProblems } from "../packages/platform/src/ops/problems.ts";
import { findSecretKey } from "../packages/platform/src/secrets/secret-key.ts";
import { openService } from "../packages/server/src/service.ts";
import { drawEasily } from "../packages/server/testing/challenge/draw-easily.ts";
import { quickPasswords } from "../packages/server/testing/dashboard-harness.ts";
import { sharedEngine } from "../packages/photo/testing/engine/shared-engine.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { selfsame } from "../packages/server/testing/selfsame.ts";
import { type RunningServer, testKey, blendsUnchecked } from "./server.ts";

/** The same interface as a separate process. `stop` rejects if the service does not end cleanly. */
export type Service = Omit<RunningServer, "pid">;

let shared: Promise<Service> | undefined;
after(async () => (await shared)?.stop());

/** One service with default settings for all test files of this process. Tests add keys and accounts of their own, and change nothing else. */
export const sharedService = (): Promise<Service> => (shared ??= startService());

/** @param env further settings. Each service has its own data folder, unless a setting names one; then the caller removes it */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const dataDir = env["SELFSAME_DATA_DIR"] ?? (await mkdtemp(join(tmpdir(), "selfsame-e2e-")));
  const settings = {
    HOST: "127.0.0.1",
    PORT: "0",
    SELFSAME_API_KEY: testKey,
    LOG_LEVEL: "warn",
    SELFSAME_CHALLENGE_BLENDS: blendsUnchecked,
  };
  const config = readSettings({ ...settings, ...env, SELFSAME_DATA_DIR: dataDir });
  const problems = createProblems();
  const log = createLog(config.logLevel, undefined, problems);
  const [models, engine, secretKey] = await Promise.all([testModels(), sharedEngine(), findSecretKey(config, log)]);
  const service = await openService({
    config,
    secretKey,
    log,
    models,
    engine,
    started: Promise.resolve(),
    metrics: createMetrics(() => engine.status),
    problems,
    passwords: quickPasswords(),
    draw: drawEasily,
  });
  return {
    url: service.url,
    privateKey: testKey,
    output: () => greeting(service, { reference: "reference.jpg", selfie: "selfie.jpg" }),
    command: async (args) => {
      const { code, out, problems } = await selfsame(config, ...args);
      assert.equal(code, 0, problems);
      return `${out}\n`;
    },
    stop: async () => {
      await service.stop();
      if (env["SELFSAME_DATA_DIR"] === undefined) await rm(dataDir, { recursive: true });
      return 0;
    },
  };
}
