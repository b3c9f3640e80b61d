import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { Dispatcher } from "undici";
import { OperatorError } from "@selfsame/platform/operator-error";
import { hostOf } from "@selfsame/platform/outbound/domains";
import { createGuard, failureOf, type GuardOptions, rejectionOf } from "@selfsame/platform/outbound/guard";

export interface FetchOptions extends GuardOptions {
  /** Host of the operator's mirror: only this one may be on a private network, and without TLS. */
  readonly mirrorHost?: string | undefined;
  /** Longest time without data. */
  readonly stallTimeoutMs?: number;
  /** Whether a proxy (HTTPS_PROXY) takes the requests; then it also resolves names. */
  readonly proxied?: boolean;
  /** Shows a download's progress, in megabytes. */
  startProgress(label: string, total: number, done: number): { step(): void; end(): void };
}

interface Wanted {
  /** Name in messages. */
  readonly label: string;
  readonly url: string;
  /** Partial file; kept if the rest does not arrive. */
  readonly path: string;
  readonly sizeMax: number;
}

const redirectsMax = 5;

/**
 * Downloads a file, resuming an interrupted download.
 * @throws OperatorError
 */
export async function fetchResumable(wanted: Wanted, options: FetchOptions): Promise<void> {
  let url = new URL(wanted.url);
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const next = await fetchFrom(url, wanted, await readPart(wanted), options);
    if (next === undefined) return;
    url = next;
  }
  throw new OperatorError(`${wanted.label}: ${hostOf(url)} redirects too often.`);
}

interface Part {
  readonly bytes: number;
  /** The host's validator for this version of the file; only the same version is resumed. */
  readonly version: string | undefined;
}

const versionPath = ({ path }: Wanted): string => `${path}.version`;

async function readPart(wanted: Wanted): Promise<Part> {
  const found = await stat(wanted.path).catch(() => undefined);
  const saved = await readFile(versionPath(wanted), "utf8").catch(() => "");
  const [address, version] = saved.split("\n");
  if (!found || found.size === 0 || !version || address !== wanted.url) return { bytes: 0, version: undefined };
  return { bytes: found.size, version };
}

/** @returns the next address: a redirect, or the same again from the start; undefined when the file is complete */
async function fetchFrom(url: URL, wanted: Wanted, had: Part, options: FetchOptions): Promise<URL | undefined> {
  const client = await clientTo(url, wanted, options);
  const range = had.version === undefined ? {} : { range: `bytes=${had.bytes}-`, "if-range": had.version };
  const { stallTimeoutMs = 60_000 } = options;
  try {
    const response = await client.request({
      origin: url.origin,
      method: "GET",
      path: url.pathname + url.search,
      headers: { ...range, "accept-encoding": "identity", "user-agent": "selfsame" },
      headersTimeout: stallTimeoutMs,
      bodyTimeout: stallTimeoutMs,
    });
    const { location } = response.headers;
    if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === "string") {
      await response.body.dump();
      return new URL(location, url);
    }
    if (response.statusCode === 416 && had.version !== undefined) {
      await response.body.dump();
      await dropPart(wanted);
      return url;
    }
    await receive(response, { wanted, had, url, options });
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError || (error as NodeJS.ErrnoException).syscall === "write") throw error;
    const { detail } = failureOf(url, error);
    throw new OperatorError(
      `${wanted.label} did not arrive whole (${detail}). Nothing was installed; the same command goes on where this one stopped.`,
      { cause: error },
    );
  } finally {
    await client.destroy().catch(() => undefined);
  }
}

async function clientTo(url: URL, { label }: Wanted, options: FetchOptions): Promise<Dispatcher> {
  const isMirror = url.host === options.mirrorHost;
  if (url.protocol !== "https:" && !(isMirror && url.protocol === "http:")) {
    throw new OperatorError(`${label}: ${hostOf(url)} is not asked without TLS.`);
  }
  const blocked = (why: string) =>
    new OperatorError(
      `${label}: ${why}, where no model is downloaded from. A mirror of your own is set by SELFSAME_MODELS_MIRROR.`,
    );
  if (options.proxied === true) {
    const refusal = rejectionOf(url, isMirror);
    if (refusal !== undefined) throw blocked(refusal);
    const { EnvHttpProxyAgent } = await import("undici");
    return new EnvHttpProxyAgent();
  }
  const guard = createGuard({ connectTimeoutMs: 10_000, ...options });
  const way = await guard.wayTo(url, isMirror, AbortSignal.timeout(30_000)).catch((error: unknown) => {
    throw new OperatorError(
      `${label}: ${failureOf(url, error).detail}. Check the network, or add the model from a file.`,
      {
        cause: error,
      },
    );
  });
  if (way.outcome === "blocked") throw blocked(way.detail);
  return way.client;
}

interface Receiving {
  readonly wanted: Wanted;
  readonly had: Part;
  readonly url: URL;
  readonly options: FetchOptions;
}

async function receive(response: Dispatcher.ResponseData, { wanted, had, url, options }: Receiving): Promise<void> {
  const { statusCode, headers, body } = response;
  const goesOn = statusCode === 206 && headers["content-range"]?.toString().startsWith(`bytes ${had.bytes}-`) === true;
  if (statusCode !== 200 && !goesOn) {
    await body.dump();
    // The partial file cannot be resumed: the next attempt begins anew.
    await dropPart(wanted);
    throw new OperatorError(`${wanted.label}: ${hostOf(url)} answered ${statusCode}. Nothing was installed.`);
  }
  const before = goesOn ? had.bytes : 0;
  const expected = Number(headers["content-length"] ?? 0);
  const tooLarge = new OperatorError(
    `${wanted.label}: ${hostOf(url)} sends more than ${Math.ceil(wanted.sizeMax / 1e6)} MB. Nothing was installed.`,
  );
  if (before + expected > wanted.sizeMax) throw tooLarge;
  if (!goesOn) await startPart(wanted, headers);
  const megabytes = Math.ceil((before + expected) / 1e6);
  const progress = options.startProgress(`Fetching ${wanted.label}, MB:`, megabytes, Math.floor(before / 1e6));
  const file = await open(wanted.path, "a");
  let bytes = before;
  try {
    // Chunk by chunk, not through a stream: what arrived before a failure remains for resuming.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const passed = Math.floor((bytes + chunk.length) / 1e6) - Math.floor(bytes / 1e6);
      bytes += chunk.length;
      if (bytes > wanted.sizeMax) throw tooLarge;
      await file.writeFile(chunk);
      for (let i = 0; i < passed; i++) progress.step();
    }
    await file.sync();
  } catch (error) {
    if (error === tooLarge) await dropPart(wanted);
    throw error;
  } finally {
    await file.close();
    progress.end();
  }
}

/** Only a strong validator identifies the same bytes (RFC 9110, section 13.1.5). */
async function startPart(wanted: Wanted, headers: Dispatcher.ResponseData["headers"]): Promise<void> {
  await dropPart(wanted);
  const tag = headers["etag"]?.toString();
  const version = tag?.startsWith('"') === true ? tag : headers["last-modified"]?.toString();
  if (version !== undefined) await writeFile(versionPath(wanted), `${wanted.url}\n${version}`);
}

export async function dropPart(wanted: Pick<Wanted, "path">): Promise<void> {
  await rm(wanted.path, { force: true });
  await rm(`${wanted.path}.version`, { force: true });
}
