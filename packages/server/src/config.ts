import { type StatusDemand, statusDemands } from "./documents/status/status-demand.ts";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { defaultRetention } from "./features/retention/periods.ts";
import { defaultPlans } from "./accounts/access/plans.ts";
import type { Plans } from "./accounts/access/plans.ts";
import { defaultOpenMax } from "./liveness/challenge/draw.ts";
import { lightUses, type LightUse } from "./liveness/challenge/light/light-use.ts";
import { type Env, halvesOfPairs, misspelt, partsAlone } from "./config-names.ts";
import {
  addresses,
  type CompatibleApi,
  compatibleApis,
  domains,
  hostsWithPorts,
  isSmtpUrl,
  listOf,
  metricsPlace,
  onOff,
  plans,
  publicUrl,
  sender,
  urlOf,
  walletScheme,
  wholeNumber,
} from "./config-values.ts";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { defaultRuntime, providerNames, type Runtime } from "@selfsame/photo/models/runtime";
import type { MailSettings } from "./features/mail/smtp.ts";
import type { WalletSettings } from "./features/sessions/wallet/identity.ts";
import type { RedisPlace } from "@selfsame/platform/store/redis";
import { type MetricsPlace, usualMetricsPlace } from "@selfsame/platform/ops/metrics-place";
import { userDataDir } from "@selfsame/platform/user-data-dir";

/** What an operator may set, read once at start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly metrics: MetricsPlace;
  /** The embedded database and whatever else must survive a restart. */
  readonly dataDir: string;
  /** Whether it is the operator's choice, and not the folder that the system gives a user's programs. */
  readonly isDataDirChosen: boolean;
  /** The model files. One copy a machine, so it does not follow `dataDir`. */
  readonly modelsDir: string;
  /** Where `models add` asks for files instead of their own hosts. */
  readonly modelsMirror: string | undefined;
  /** Which models, and how they are used: models/manifest.json, or an operator's own. */
  readonly manifestPath: string;
  /** Where callers reach the service, without a trailing slash, when that is not `http://HOST:PORT`. */
  readonly publicUrl: string | undefined;
  /** Proxies whose word on the caller's address is taken: addresses and ranges such as 10.0.0.0/8. */
  readonly trustedProxies: readonly string[];
  readonly workers: number;
  /** Of recognizers. */
  readonly runtime: Runtime;
  /** For batches, beside those; they run while there are some, at a low priority. */
  readonly batchWorkers: number;
  /** Hosts that photos may be downloaded from: exact names and `*.example.com`. Empty means none. */
  readonly allowedDomains: readonly string[];
  readonly allowPrivateDownloads: boolean;
  /** Whether webhooks may go to those hosts on a private network; nothing of what they answer but the status is kept then. */
  readonly allowPrivateWebhooks: boolean;
  /** A private key to make at first start instead of a random one. */
  readonly apiKey: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Under which secrets lie in the database; see platform/secrets/secret-key.ts for where it comes from without it. */
  readonly secretKey: string | undefined;
  readonly redis: RedisPlace | undefined;
  /** What shall stay free on the data folder's disk; with less, requests are refused. */
  readonly minFreeBytes: number;
  /** How long connections are still taken after the readiness check has begun to fail. */
  readonly drainSeconds: number;
  /** How long a connection without a request stays open. Longer than a balancer in front keeps one, or it sends a request into one that closes. */
  readonly keepAliveSeconds: number;
  /** How long a browser that reached the service by https asks for nothing else; 0 is not at all. */
  readonly hstsSeconds: number;
  /** How long a start waits for PostgreSQL. */
  readonly databaseWaitSeconds: number;
  /** Whose contracts are served beside our own. */
  readonly compatible: readonly CompatibleApi[];
  /** Whether the service is an OpenID Connect provider, for a face as a step of others' sign-ins. */
  readonly oidc: boolean;
  /** What accounts may do, by the plan's name. */
  readonly plans: Plans;
  /** How long a session is kept after its end. */
  readonly sessionsDays: number;
  /** How long a batch and its results are kept after its end. */
  readonly batchResultsDays: number;
  /** Whether issuers' status lists are fetched, and whether a document passes without. */
  readonly documentStatus: StatusDemand;
  /** Whether the screen shows colors in live challenges, and whether their result decides. */
  readonly challengeLight: LightUse;
  /** Whether live challenges are rejected where software seems to have changed the face. */
  readonly challengeBlends: boolean;
  /** Whether live challenges have dots to follow. */
  readonly challengeDots: boolean;
  /** How many live challenges of one public key may be open at once. */
  readonly challengesOpen: number;
  /** How long the request log goes back; 0 for none. */
  readonly requestLogDays: number;
  /** Undefined: no mail is sent. */
  readonly mail: MailSettings | undefined;
  /** What wallets know the service by. Undefined: no wallet is asked. */
  readonly wallet: WalletSettings | undefined;
  readonly logLevel: string;
}

export type ConfigResult =
  | { readonly outcome: "valid"; readonly config: Config }
  /** One sentence a problem, all of them, each naming its variable. Values are not repeated: some are secrets. */
  | { readonly outcome: "invalid"; readonly problems: readonly string[] };

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const schema = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  SELFSAME_METRICS_ADDRESS: metricsPlace.optional(),
  SELFSAME_DATA_DIR: z.string().optional(),
  SELFSAME_MODELS_DIR: z.string().optional(),
  SELFSAME_MODELS_MIRROR: urlOf(
    "must be an address such as https://files.example.com/models",
    "http:",
    "https:",
  ).optional(),
  SELFSAME_MANIFEST: z.string().optional(),
  SELFSAME_PUBLIC_URL: publicUrl.optional(),
  SELFSAME_TRUSTED_PROXIES: addresses.default([]),
  SELFSAME_WORKERS: wholeNumber(1, 256).optional(),
  SELFSAME_BATCH_WORKERS: wholeNumber(1, 256).optional(),
  SELFSAME_THREADS: wholeNumber(1, 64).default(defaultRuntime.threads),
  SELFSAME_PROVIDERS: listOf(providerNames).default([...defaultRuntime.providers]),
  SELFSAME_ALLOWED_DOMAINS: domains.default([]),
  SELFSAME_ALLOW_PRIVATE_DOWNLOADS: onOff.default(false),
  SELFSAME_ALLOW_PRIVATE_WEBHOOKS: onOff.default(false),
  SELFSAME_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 visible characters")
    .optional(),
  SELFSAME_SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, "must be 32 to 200 visible characters")
    .optional(),
  DATABASE_URL: urlOf(
    "must be a PostgreSQL address: postgres://user@host/database",
    "postgres:",
    "postgresql:",
  ).optional(),
  REDIS_URL: urlOf("must be a Redis address: redis:// or rediss://", "redis:", "rediss:").optional(),
  SELFSAME_REDIS_SENTINELS: hostsWithPorts.optional(),
  SELFSAME_REDIS_SENTINEL_PASSWORD: z.string().optional(),
  SELFSAME_REDIS_CA: z.string().optional(),
  SELFSAME_MIN_FREE_MB: wholeNumber(0, 999_999_999).default(50),
  SELFSAME_DRAIN_SECONDS: wholeNumber(0, 3600).default(0),
  SELFSAME_KEEP_ALIVE_SECONDS: wholeNumber(1, 620).default(75),
  SELFSAME_HSTS_SECONDS: wholeNumber(0, 63_072_000).default(31_536_000),
  SELFSAME_DATABASE_WAIT_SECONDS: wholeNumber(0, 3600).default(60),
  SELFSAME_COMPATIBLE: listOf(compatibleApis).default([]),
  SELFSAME_OIDC: onOff.default(false),
  SELFSAME_PLANS: plans.default(defaultPlans),
  SELFSAME_CHALLENGE_DOTS: onOff.default(false),
  SELFSAME_CHALLENGE_BLENDS: onOff.default(true),
  SELFSAME_DOCUMENT_STATUS: z.enum(statusDemands, `must be one of ${statusDemands.join(", ")}`).default("off"),
  SELFSAME_CHALLENGE_LIGHT: z.enum(lightUses, `must be one of ${lightUses.join(", ")}`).default("observe"),
  SELFSAME_CHALLENGES_OPEN: wholeNumber(1, 1_000_000).default(defaultOpenMax),
  SELFSAME_SESSIONS_DAYS: wholeNumber(1, 3650).default(defaultRetention.sessionsDays),
  SELFSAME_BATCH_RESULTS_DAYS: wholeNumber(1, 3650).default(defaultRetention.batchResultsDays),
  SELFSAME_REQUEST_LOG_DAYS: wholeNumber(0, 365).default(defaultRetention.requestLogDays),
  SELFSAME_SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "must be a mail server: smtp://host:port or smtps://user:password@host")
    .optional(),
  SELFSAME_MAIL_FROM: sender.optional(),
  SELFSAME_WALLET_CERTIFICATE: z.string().optional(),
  SELFSAME_WALLET_KEY: z.string().optional(),
  SELFSAME_WALLET_REGISTRATION: z.string().optional(),
  SELFSAME_WALLET_SCHEME: walletScheme.default("openid4vp"),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
});

/** Checks every variable and reports every problem at once. An empty variable counts as unset, as compose files write it. */
export function readConfig(env: Env, platform: NodeJS.Platform, homeDir: string | undefined): ConfigResult {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""));
  const parsed = schema.safeParse(set);
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  const userDir = userDataDir(env, platform, homeDir);
  const problems = [
    ...wrong,
    ...misspelt(set, Object.keys(schema.shape)),
    ...halvesOfPairs(set),
    ...partsAlone(set),
    ...(userDir === undefined ? homeless(set) : []),
  ];
  if (!parsed.success || problems.length > 0) return { outcome: "invalid", problems };
  const values = parsed.data;
  const reached = {
    host: values.HOST,
    publicUrl: values.SELFSAME_PUBLIC_URL?.replace(/\/+$/, ""),
    trustedProxies: values.SELFSAME_TRUSTED_PROXIES,
  };
  return {
    outcome: "valid",
    config: {
      ...reached,
      port: values.PORT,
      metrics: values.SELFSAME_METRICS_ADDRESS ?? usualMetricsPlace(reached),
      dataDir: values.SELFSAME_DATA_DIR ?? userDir ?? "",
      isDataDirChosen: values.SELFSAME_DATA_DIR !== undefined,
      modelsDir: values.SELFSAME_MODELS_DIR ?? join(userDir ?? "", "models"),
      modelsMirror: values.SELFSAME_MODELS_MIRROR,
      manifestPath: values.SELFSAME_MANIFEST ?? defaultManifestPath,
      workers: values.SELFSAME_WORKERS ?? availableParallelism(),
      runtime: { threads: values.SELFSAME_THREADS, providers: values.SELFSAME_PROVIDERS },
      batchWorkers: values.SELFSAME_BATCH_WORKERS ?? values.SELFSAME_WORKERS ?? availableParallelism(),
      allowedDomains: values.SELFSAME_ALLOWED_DOMAINS,
      allowPrivateDownloads: values.SELFSAME_ALLOW_PRIVATE_DOWNLOADS,
      allowPrivateWebhooks: values.SELFSAME_ALLOW_PRIVATE_WEBHOOKS,
      apiKey: values.SELFSAME_API_KEY,
      secretKey: values.SELFSAME_SECRET_KEY,
      databaseUrl: values.DATABASE_URL,
      redis: redisOf(values),
      minFreeBytes: values.SELFSAME_MIN_FREE_MB * 1_000_000,
      drainSeconds: values.SELFSAME_DRAIN_SECONDS,
      keepAliveSeconds: values.SELFSAME_KEEP_ALIVE_SECONDS,
      hstsSeconds: values.SELFSAME_HSTS_SECONDS,
      databaseWaitSeconds: values.SELFSAME_DATABASE_WAIT_SECONDS,
      compatible: values.SELFSAME_COMPATIBLE,
      oidc: values.SELFSAME_OIDC,
      plans: values.SELFSAME_PLANS,
      challengeDots: values.SELFSAME_CHALLENGE_DOTS,
      challengeBlends: values.SELFSAME_CHALLENGE_BLENDS,
      documentStatus: values.SELFSAME_DOCUMENT_STATUS,
      challengeLight: values.SELFSAME_CHALLENGE_LIGHT,
      challengesOpen: values.SELFSAME_CHALLENGES_OPEN,
      sessionsDays: values.SELFSAME_SESSIONS_DAYS,
      batchResultsDays: values.SELFSAME_BATCH_RESULTS_DAYS,
      requestLogDays: values.SELFSAME_REQUEST_LOG_DAYS,
      mail:
        values.SELFSAME_SMTP_URL && values.SELFSAME_MAIL_FROM
          ? {
              smtpUrl: values.SELFSAME_SMTP_URL,
              from: values.SELFSAME_MAIL_FROM,
              publicUrl: values.SELFSAME_PUBLIC_URL,
            }
          : undefined,
      wallet:
        values.SELFSAME_WALLET_CERTIFICATE && values.SELFSAME_WALLET_KEY
          ? {
              certificateFile: values.SELFSAME_WALLET_CERTIFICATE,
              keyFile: values.SELFSAME_WALLET_KEY,
              scheme: values.SELFSAME_WALLET_SCHEME,
              registrationFile: values.SELFSAME_WALLET_REGISTRATION,
            }
          : undefined,
      logLevel: values.LOG_LEVEL,
    },
  };
}

const redisOf = (values: z.infer<typeof schema>): RedisPlace | undefined =>
  values.REDIS_URL === undefined
    ? undefined
    : {
        url: values.REDIS_URL,
        sentinels: values.SELFSAME_REDIS_SENTINELS,
        sentinelPassword: values.SELFSAME_REDIS_SENTINEL_PASSWORD,
        caFile: values.SELFSAME_REDIS_CA,
      };

/** What must be set for a user without a home folder. */
const homeless = (set: Env): string[] =>
  ["SELFSAME_DATA_DIR", "SELFSAME_MODELS_DIR"]
    .filter((name) => set[name] === undefined)
    .map((name) => `${name} must be set: this user has no home folder (HOME), where that folder would be made.`);
