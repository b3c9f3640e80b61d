/** The Digital Credentials API (W3C), where this browser has it: it asks the person's wallet, on this device or on a phone nearby. */
import type { BrowserWalletRequest } from "../service/session.ts";

interface DigitalCredentialClass {
  /** Of the standard's later drafts. */
  userAgentAllowsProtocol?(protocol: string): boolean;
}

/** A wallet gives nothing to a page of another origin than the request's, such as a service that is opened by its second name. */
export function canAskWallets({ protocol, response_url }: BrowserWalletRequest): boolean {
  if (new URL(response_url).origin !== location.origin) return false;
  const { DigitalCredential: api } = globalThis as { readonly DigitalCredential?: DigitalCredentialClass };
  return api !== undefined && (api.userAgentAllowsProtocol?.(protocol) ?? true);
}

/**
 * @returns the wallet's answer, encrypted for the service; undefined where the person, the wallet or the browser gave none
 * @throws where the browser cannot ask after all
 */
export async function askBrowser({ protocol, request }: BrowserWalletRequest): Promise<string | undefined> {
  const asked = { digital: { requests: [{ protocol, data: { request } }] }, mediation: "required" } as const;
  try {
    const credential = (await navigator.credentials.get(asked)) as unknown;
    return responseOf((credential as { readonly data?: unknown } | null)?.data);
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
