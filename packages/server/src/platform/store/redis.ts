import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Command, Redis, type RedisOptions as AllOptions } from "ioredis";
import type { Log } from "./log.ts";

/** The constructor takes no undefined for how answers are mapped, which the type of its options allows. */
type RedisOptions = Omit<AllOptions, "replyMapping">;

const again = (attempt: number): number => Math.min(attempt * 100, 1000);

/** Where Redis is, as settings say it. */
export interface RedisPlace {
  /** `redis://` or `rediss://`. With sentinels its host is the name of the group that they watch. */
  readonly url: string;
  /** `host:port` of each. */
  readonly sentinels?: readonly string[] | undefined;
  readonly sentinelPassword?: string | undefined;
  /** A PEM file with the authority of a certificate that the machine does not trust by itself. */
  readonly caFile?: string | undefined;
}

/** A first connection of a machine that is busy, or one that breaks and is back, is no news. */
const defaultGraceMs = 5_000;
/** How often a key is written while nothing else is asked, so that a server that takes no writes is noticed. */
const probeEveryMs = 5_000;
const probeLifeMs = 60_000;

/**
 * By which a server says that it takes no writes now, or not from this connection (Redis documentation: replication, cluster specification, sentinel).
 * What else it answers by an error, such as a script that it does not know, is between it and who asked.
 */
const unusable =
  /^(READONLY|MOVED|ASK|CLUSTERDOWN|TRYAGAIN|LOADING|MASTERDOWN|MISCONF|OOM|NOREPLICAS|NOAUTH|NOPERM|WRONGPASS)\b/;
/** A name or a sentinel may lead to another server by now. */
const elsewhere = /^(READONLY|MASTERDOWN)\b/;

/** How a server is reached whose place is given. @throws where the file of its authority cannot be read */
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

/** A connection of which is known whether nodes share their limits through it: it is there, and the server takes writes. */
export class SharedRedis extends Redis {
  /** Why the server takes no writes: the first word of its answer. */
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

  /** @param isWrite a read that succeeds says nothing: a replica answers it as well */
  async #watch(answer: Promise<unknown>, isWrite: boolean): Promise<void> {
    try {
      await answer;
      if (isWrite) this.#note(undefined);
    } catch (error) {
      const [problem] = unusable.exec(error instanceof Error ? error.message : "") ?? [];
      if (problem !== undefined) this.#note(problem);
    }
  }

  /** Writes a key that is of no use, and hears whether it may. */
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
 * Opens the connection that nodes share limits through. Nothing waits for it: while it is not ready commands fail at once, and who
 * asked goes on without it.
 *
 * @param graceMs after so long without a connection, of which at least one failed, the log says that Redis is gone
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
  // Not "close", which comes as well when this process itself lets go.
  redis.on("reconnecting", () => {
    if (!said && !grace) grace = setTimeout(sayGone, graceMs).unref();
  });
  redis.on("end", () => {
    clearTimeout(grace);
    clearInterval(probing);
  });
  // Unheard, an error would end the process. Its code is said above, once.
  redis.on("error", (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
  redis.connect().catch(() => undefined);
  return redis;
}
