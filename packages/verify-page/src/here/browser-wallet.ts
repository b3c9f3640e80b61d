/** The Digital Credentials API (W3C), where this browser has it: it asks the person's wallet, on this device or on a phone nearby. */
import type { WalletRequest } from "../service/session.ts";

interface DigitalCredentialClass {
  /** Of the standard's later drafts. */
  userAgentAllowsProtocol?(protocol: string): boolean;
}

type AskedOfBrowser = Pick<WalletRequest, "browser" | "browser_mdoc">;

export interface BrowserAnswer {
  /** Where it is handed in. */
  readonly url: string;
  /** Encrypted for the service. */
  readonly response: string;
}

/** Of the request, what this browser passes on: Safari knows another protocol than Chromium. */
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

/** A wallet gives nothing to a page of another origin than the request's, such as a service that is opened by its second name. */
export const canAskWallets = (asked: AskedOfBrowser): boolean =>
  new URL(asked.browser.response_url).origin === location.origin && requestsFor(asked).length > 0;

/**
 * @returns undefined where the person, the wallet or the browser gave no answer
 * @throws where the browser cannot ask after all
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
    // Closed by the person, or without a wallet that has such a document: browsers do not reveal which.
    if (error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError")) {
      return undefined;
    }
    throw error;
  }
}

/** @param data an object, or its JSON in browsers of the standard's first drafts */
function responseOf(data: unknown): string | undefined {
  const { response } = (typeof data === "string" ? JSON.parse(data) : (data ?? {})) as { readonly response?: unknown };
  return typeof response === "string" ? response : undefined;
}
