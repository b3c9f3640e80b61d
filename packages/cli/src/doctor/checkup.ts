import type { Config } from "@selfsame/server/config";
import { checkDatabase } from "./database.ts";
import { problem } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { checkDisk, checkIsolation, checkMemory, checkProcessor } from "./machine.ts";
import { checkMail } from "./mail.ts";
import { checkModelFiles, checkVerify } from "./models.ts";
import { checkPublicUrl } from "./public-url.ts";
import { checkRedis } from "./redis.ts";
import { checkService } from "./service.ts";
import { checkSettings } from "./settings.ts";

type Check = (config: Config) => Finding | Promise<Finding>;

/** In order of dependency. */
const checks: Readonly<Record<string, Check>> = {
  settings: checkSettings,
  processor: checkProcessor,
  memory: checkMemory,
  disk: checkDisk,
  workers: checkIsolation,
  database: checkDatabase,
  service: (config) => checkService(config),
  "public URL": checkPublicUrl,
  redis: checkRedis,
  mail: checkMail,
  models: checkModelFiles,
  verify: checkVerify,
};

/** Runs the checks in order. An unexpected failure counts as a problem, and the other checks continue. */
export async function* checkup(config: Config): AsyncGenerator<Finding & { readonly name: string }> {
  for (const [name, check] of Object.entries(checks)) {
    const found = await Promise.resolve()
      .then(() => check(config))
      .catch((error: unknown) => problem(error instanceof Error ? error.message : String(error)));
    yield { name, ...found };
  }
}
