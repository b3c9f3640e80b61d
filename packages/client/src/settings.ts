import { systemClock, type Clock } from "./clock.ts";
import { checkOptions, type Known } from "./known-options.ts";
import type { Transport } from "./send.ts";

export interface SelfsameOptions {
  /** A private key (`ss_sk_...`). Keep it on your server. The environment's SELFSAME_API_KEY unless given. */
  readonly apiKey?: string | undefined;
  /** Where the service is, such as `https://face.example.com`. The environment's SELFSAME_URL unless given. */
  readonly baseUrl?: string | undefined;
  /** The longest a call may take, all attempts together. 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** How often to try again what can succeed later. 2 unless given. */
  readonly maxRetries?: number | undefined;
  /** Have `verify` refuse a selfie without the token of a live challenge, so that a forgotten one is an error and not a pass. */
  readonly requireChallenge?: boolean | "if_unsure" | undefined;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Instead of the system's. For tests. */
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

/** Checks what was given, at once and without a word of it in the error: a mistyped key is one character from a real one. */
export function transportOf(options: SelfsameOptions): Transport {
  checkOptions(options, settings);
  return {
    apiKey: checkedKey(options.apiKey ?? fromEnvironment("SELFSAME_API_KEY")),
    baseUrl: checkedUrl(options.baseUrl ?? fromEnvironment("SELFSAME_URL")),
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    // Looked up at each call, so that instrumentation added later is used too.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock: options.clock ?? systemClock,
  };
}

/** Where there is none, as on the edge, options have to be given. */
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
