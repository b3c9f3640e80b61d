import { parseArgs } from "node:util";
import { main } from "@selfsame/server/main";
import type { Command } from "./command.ts";
import { readSettings } from "./settings.ts";
import { rejectSecond } from "./with-store.ts";

export const command: Command = {
  summary: "start the service",
  help: `Usage: selfsame serve [--host ADDRESS] [--port PORT] [--data-dir FOLDER] [--threads COUNT] [--quiet]

Starts the service and prints its URL; the first start also prints an API key. Missing model files are downloaded first.
On SIGTERM or SIGINT it completes open requests, then stops. With --quiet the first key and the setup link are written to first-start.txt in the
data folder, which only its owner can read, and not printed: for a service whose output goes to a journal. Options have precedence over these variables:

  HOST, PORT                        where to listen (127.0.0.1, 3000)
  SELFSAME_METRICS_ADDRESS          where /metrics is served, such as 127.0.0.1:9464 (PORT if only this machine can reach it, otherwise off)
  SELFSAME_DATA_DIR                 the folder of the embedded database
  SELFSAME_MODELS_DIR               the folder of the model files
  SELFSAME_MANIFEST                 another models/manifest.json
  SELFSAME_PUBLIC_URL               the address that callers use, if it differs
  SELFSAME_TRUSTED_PROXIES          proxies whose X-Forwarded-For is trusted, comma-separated (none)
  SELFSAME_WORKERS                  how many photos are analyzed at once (one a core)
  SELFSAME_THREADS                  threads of each recognizer, for large ones (1); also --threads
  SELFSAME_PROVIDERS                what runs recognizers, such as cuda,cpu (cpu); docs/models.md says what they need
  SELFSAME_ALLOWED_DOMAINS          hosts that photos may be downloaded from, comma-separated (none)
  SELFSAME_ALLOW_PRIVATE_DOWNLOADS  true allows those hosts, and no others, on a private network
  SELFSAME_ALLOW_PRIVATE_WEBHOOKS   true allows webhooks to those hosts on a private network
  SELFSAME_API_KEY                  the private key to create at the first start, instead of a random one
  SELFSAME_PLANS                    plans and their limits, as JSON
  SELFSAME_MIN_FREE_MB              minimum free space on the disk of the data folder, in MB (50)
  SELFSAME_DRAIN_SECONDS            how long the port stays open after /health/ready starts to fail (0)
  SELFSAME_KEEP_ALIVE_SECONDS       how long an idle connection stays open: longer than a balancer in front keeps it (75)
  SELFSAME_HSTS_SECONDS             how long browsers that came by https use nothing else; 0: not at all (31536000)
  SELFSAME_DATABASE_WAIT_SECONDS    how long a start waits for PostgreSQL (60)
  DATABASE_URL, REDIS_URL           PostgreSQL and Redis, for several nodes
  LOG_LEVEL                         fatal, error, warn, info, debug, trace or silent (info)`,
  async run(args) {
    const options = {
      host: { type: "string" },
      port: { type: "string" },
      "data-dir": { type: "string" },
      threads: { type: "string" },
      quiet: { type: "boolean", default: false },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const config = readSettings({
      HOST: values.host,
      PORT: values.port,
      SELFSAME_DATA_DIR: values["data-dir"],
      SELFSAME_THREADS: values.threads,
    });
    await rejectSecond(config);
    return main(config, { quiet: values.quiet });
  },
};
