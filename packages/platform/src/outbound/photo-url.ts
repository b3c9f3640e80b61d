import { isIPv4 } from "node:net";
import { hostOf } from "./domains.ts";

/** Longer than any address that a browser or an object store creates. */
export const urlLengthMax = 8 * 1024;

export type PhotoUrl =
  | { readonly outcome: "usable"; readonly url: URL; readonly host: string }
  /** `disguised`: an IPv4 address written as a number, in octal or in hex, which is only done to deceive a filter. */
  | { readonly outcome: "invalid" | "disguised" };

/**
 * Parses an address as browsers do (WHATWG URL), so that the checked address is the one that is connected to.
 * @param base the address that redirected to this one
 */
export function parsePhotoUrl(text: string, base?: URL): PhotoUrl {
  const url = text.length > urlLengthMax ? null : URL.parse(text, base?.href);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return { outcome: "invalid" };
  if (url.username !== "" || url.password !== "" || url.hostname === "") return { outcome: "invalid" };
  const host = hostOf(url);
  if (isIPv4(host) && host !== base?.hostname && !text.includes(host)) return { outcome: "disguised" };
  return { outcome: "usable", url, host };
}
