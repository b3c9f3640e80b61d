/** The Digital Credentials API (W3C), if the browser supports it: it sends a request to the person's wallet, on this device or a phone nearby. */
import type { WalletRequest } from "../service/session.ts";

interface DigitalCredentialClass {
  /** Only in later drafts of the standard. */
  userAgentAllowsProtocol?(protocol: string): boolean;
}

type AskedOfBrowser = Pick<WalletRequest, "browser" | "browser_mdoc">;

export interface BrowserAnswer {
  /** Where to submit the response. */
  readonly url: string;
  /** The wallet's response, encrypted for the service. */
  readonly response: string;
}

/** The requests whose protocol this browser supports: Safari and Chromium support different ones. */
function requestsFor({ browser, browser_mdoc }: AskedOfBrowser) {
  const { request } = browser;
  const { device_request: deviceRequest, encryption_info: encryptionInfo } = browser_mdoc;
  const requests = [
    { protocol: browser.protocol, data: { request } },
    { protocol: browser_mdoc.protocol, data: { deviceRequest, encryptionInfo } },
  ];
  const { DigitalCredential: api } = globalThis as { readonly DigitalCredential?: DigitalCredentialClass };
  return api ? requests.filter(({ protocol }) => api.userAgentAllowsProtocol?.(protocol) ?? true) : [];
}

/**
 * Whether the browser can send the request to a wallet. Wallets refuse pages of another origin than the request's, for example when the service is
 * opened by a second host name.
 */
export const canAskWallets = (asked: AskedOfBrowser): boolean =>
  new URL(asked.browser.response_url).origin === location.origin && requestsFor(asked).length > 0;

/**
 * @returns undefined if the person, the wallet or the browser gave no response
 * @throws if the browser cannot send the request
 */
export async function askBrowser(asked: AskedOfBrowser): Promise<BrowserAnswer | undefined> {
  const options = { digital: { requests: requestsFor(asked) }, mediation: "required" } as const;
  try {
    const credential = (await navigator.credentials.get(options)) as unknown;
    const { protocol, data } = (credential ?? {}) as { readonly protocol?: unknown; readonly data?: unknown };
    const response = responseOf(data);
    const { browser, browser_mdoc } = asked;
    const { response_url: url } = protocol === browser_mdoc.protocol ? browser_mdoc : browser;
    return response === undefined ? undefined : { url, response };
  } catch (error) {
    // The person closed the prompt, or no wallet has such a document: browsers do not reveal which.
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError")) {
      return undefined;
    }
    throw error;
  }
}

/** @param data an object, or its JSON in browsers that implement the first drafts of the standard */
function responseOf(data: unknown): string | undefined {
  const { response } = (typeof data === "string" ? JSON.parse(data) : (data ?? {})) as { readonly response?: unknown };
  return typeof response === "string" ? response : undefined;
}
