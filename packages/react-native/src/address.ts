/** Schemes of links that open a wallet. An operator can set another (`SELFSAME_WALLET_SCHEME`). */
const walletSchemes = ["openid4vp", "haip-vp", "eudi-openid4vp", "mdoc-openid4vp"];

/** Scheme, host with its port, path. React Native's own URL lacks parts of the standard. */
const form = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\@\s]+)([^?#\\\s]*)/i;

/** The page without its query and fragment; undefined for what is no web address. */
function pageOf(url: string): string | undefined {
  const [, scheme = "", host = "", path = ""] = form.exec(url) ?? [];
  if (!/^https?$/i.test(scheme)) return undefined;
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${path === "" ? "/" : path}`;
}

/** Whether an address is the hosted page that a session's link opens. */
export function isPageOf(url: string, sessionUrl: string): boolean {
  const page = pageOf(sessionUrl);
  return page !== undefined && pageOf(url) === page;
}

/** Where a link of the page leads: `page`, itself; `wallet` and `browser`, which the system opens; `nowhere`, such as a script. */
export type Destination = "page" | "wallet" | "browser" | "nowhere";

export function destinationOf(url: string, sessionUrl: string, moreSchemes: readonly string[] = []): Destination {
  if (isPageOf(url, sessionUrl)) return "page";
  if (pageOf(url) !== undefined) return "browser";
  const [, scheme = ""] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? [];
  if (["mailto", "tel"].includes(scheme.toLowerCase())) return "browser";
  return [...walletSchemes, ...moreSchemes].includes(scheme.toLowerCase()) ? "wallet" : "nowhere";
}
