import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Command, Redis, type RedisOptions as AllOptions } from "ioredis";
import type { Log } from "./log.ts";

/** The constructor rejects undefined for `replyMapping`, which its type allows. */
type RedisOptions = Omit<AllOptions, "replyMapping">;

const again = (attempt: number): number => Math.min(attempt * 100, 1000);

/** Address of Redis, from the settings. */
export interface RedisPlace {
  /** `redis://` or `rediss://`. With sentinels, the host is the name of the monitored group. */
  readonly url: string;
  /** `host:port` of each. */
  readonly sentinels?: readonly string[] | undefined;
  readonly sentinelPassword?: string | undefined;
  /** A PEM file with the certificate authority, if the machine does not trust it already. */
  readonly caFile?: string | undefined;
}

/** Slow first connections and brief interruptions are not logged. */
const defaultGraceMs = 5_000;
/** Interval of test writes while idle, to notice a server that rejects writes. */
const probeEveryMs = 5_000;
const probeLifeMs = 60_000;

/**
 * Answers of a server that accepts no writes now, or none from this connection (Redis documentation: replication, cluster specification, sentinel).
 * Other errors, such as an unknown script, concern only the caller.
 */
const unusable =
  /^(READONLY|MOVED|ASK|CLUSTERDOWN|TRYAGAIN|LOADING|MASTERDOWN|MISCONF|OOM|NOREPLICAS|NOAUTH|NOPERM|WRONGPASS)\b/;
/** The name or the sentinels may lead to another server by now. */
const elsewhere = /^(READONLY|MASTERDOWN)\b/;

/** Connection options for an address. @throws if the file of its certificate authority cannot be read */
export function redisOptions({ url, sentinels = [], sentinelPassword, caFile }: RedisPlace): RedisOptions {
  const { hostname: host, port, username, password, pathname, protocol } = new URL(url);
  const tls =
    protocol === "rediss:"
      ? { servername: host, ...(caFile !== undefined && { ca: readFileSync(caFile) }) }
      : undefined;
  const place =
    sentinels.length === 0
      ? { host: host.replaceAll(/^\[|\]$/g, ""), port: Number(port || 6379), ...(tls && { tls }) }
      : {
          name: host,
          sentinels: sentinels.map((one) => placeOf(one)),
          ...(sentinelPassword !== undefined && { sentinelPassword }),
          // The certificate has each server's own name, not the group's.
          ...(tls && {
            tls: { ...tls, servername: undefined },
            enableTLSForSentinelMode: true,
            sentinelTLS: { ...tls, servername: undefined },
          }),
        };
  return {
    ...place,
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
    db: Number(pathname.slice(1) || 0),
  };
}

function placeOf(text: string) {
  const { hostname: host, port } = new URL(`redis://${text}`);
  return { host: host.replaceAll(/^\[|\]$/g, ""), port: Number(port || 26_379) };
}

/** A connection that knows whether limits are shared through it: connected, and the server accepts writes. */
export class SharedRedis extends Redis {
  /** Why the server accepts no writes: the first word of its answer. */
  #problem: string | undefined;
  readonly #changed: (problem: string | undefined) => void;

  constructor(options: RedisOptions, changed: (problem: string | undefined) => void) {
    super(options);
    this.#changed = changed;
  }

  get isShared(): boolean {
    return this.status === "ready" && this.#problem === undefined;
  }

  override sendCommand(command: Command, ...more: never[]): unknown {
    const answer = super.sendCommand(command, ...more);
    void this.#watch(command.promise, command.name === "set");
    return answer;
  }

  /** @param isWrite a successful read proves nothing: a replica answers it as well */
  async #watch(answer: Promise<unknown>, isWrite: boolean): Promise<void> {
    try {
      await answer;
      if (isWrite) this.#note(undefined);
    } catch (error) {
      const [problem] = unusable.exec(error instanceof Error ? error.message : "") ?? [];
      if (problem !== undefined) this.#note(problem);
    }
  }

  /** Test write of an unused key. */
  async probe(): Promise<void> {
    if (this.status !== "ready") return;
    await this.set(`selfsame:alive:${hostname()}`, "1", "PX", probeLifeMs).catch(() => undefined);
    if (this.#problem !== undefined && elsewhere.test(this.#problem)) this.disconnect(true);
  }

  #note(problem: string | undefined): void {
    this.#problem = problem;
    this.#changed(problem);
  }
}

/**
 * Opens the connection through which nodes share limits. Nothing waits for it: until it is ready commands fail at once, and callers continue without it.
 * @param graceMs outage after which the log reports that Redis is gone, if at least one attempt failed
 */
export function openRedis(place: RedisPlace, log: Log, graceMs = defaultGraceMs): SharedRedis {
  let said = false;
  let grace: NodeJS.Timeout | undefined;
  let reason: string | undefined;
  const sayGone = () => {
    clearTimeout(grace);
    grace = undefined;
    if (said) return;
    said = true;
    log.warn({ reason }, "Redis is gone: limits are counted on this node alone");
  };
  const sayBack = () => {
    if (said) log.info({}, "Redis is back: limits are shared again");
    said = false;
  };
  const redis = new SharedRedis(
    Object.assign(redisOptions(place), {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2000,
      commandTimeout: 500,
      socketTimeout: 5000,
      keepAlive: 5000,
      retryStrategy: again,
      sentinelRetryStrategy: again,
    }),
    (problem) => {
      if (problem === undefined) return sayBack();
      reason = problem;
      return sayGone();
    },
  );
  const probing = setInterval(() => void redis.probe(), probeEveryMs).unref();
  redis.on("ready", () => {
    clearTimeout(grace);
    grace = undefined;
    void redis.probe();
  });
  // Not "close", which is also emitted when this process disconnects.
  redis.on("reconnecting", () => {
    if (!said && !grace) grace = setTimeout(sayGone, graceMs).unref();
  });
  redis.on("end", () => {
    clearTimeout(grace);
    clearInterval(probing);
  });
  // Unhandled, an error would end the process. Its code is logged once, above.
  redis.on("error", (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
  redis.connect().catch(() => undefined);
  return redis;
}
