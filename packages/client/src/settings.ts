import { systemClock, type Clock } from "./clock.ts";
import { checkOptions, type Known } from "./known-options.ts";
import type { Transport } from "./send.ts";

export interface SelfsameOptions {
  /** A private key (`ss_sk_...`). Keep it on your server. Default: the environment variable SELFSAME_API_KEY. */
  readonly apiKey?: string | undefined;
  /** URL of the service, such as `https://face.example.com`. Default: the environment variable SELFSAME_URL. */
  readonly baseUrl?: string | undefined;
  /** Maximum duration of a call in milliseconds, all attempts together. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries of an error that can succeed later. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Makes `verify` reject a selfie without the token of a live challenge, so that a forgotten token is an error and not a pass. */
  readonly requireChallenge?: boolean | "if_unsure" | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Replaces the system clock, for tests. */
  readonly clock?: Clock | undefined;
}

const settings: Known<SelfsameOptions> = {
  apiKey: true,
  baseUrl: true,
  timeoutMs: true,
  maxRetries: true,
  requireChallenge: true,
  fetch: true,
  clock: true,
};

/** Checks the options immediately. Errors never quote a value: a mistyped key differs from a real one by one character. */
export function transportOf(options: SelfsameOptions): Transport {
  checkOptions(options, settings);
  return {
    apiKey: checkedKey(options.apiKey ?? fromEnvironment("SELFSAME_API_KEY")),
    baseUrl: checkedUrl(options.baseUrl ?? fromEnvironment("SELFSAME_URL")),
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    // The global `fetch` is looked up at each call, so that instrumentation added later is used.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock: options.clock ?? systemClock,
  };
}

/** Without `process`, as on edge runtimes, options have to be given. */
function fromEnvironment(name: string): string | undefined {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
}

function checkedKey(apiKey: string | undefined): string {
  if (!apiKey) throw new TypeError("Selfsame: apiKey is missing; give it, or set SELFSAME_API_KEY");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("Selfsame: apiKey holds what no key has, such as a space or a line break");
  }
  if (inBrowser() && !apiKey.startsWith("ss_pk_")) {
    throw new TypeError(
      "Selfsame: a private key in a browser is everybody's; call from your server, and revoke this key",
    );
  }
  return apiKey;
}

const inBrowser = (): boolean => (globalThis as { window?: { document?: unknown } }).window?.document !== undefined;

function checkedUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new TypeError("Selfsame: baseUrl is missing; give it, or set SELFSAME_URL");
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new TypeError("Selfsame: baseUrl must be an address with its scheme, such as https://face.example.com");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("Selfsame: baseUrl must be an address alone, without a user, a query or a fragment");
  }
  return url.href.replace(/\/+$/, "");
}
