import { createHash } from "node:crypto";

/** The visitor of the page: the id that the page made for the device, and the browser's user agent. */
export interface Visitor {
  readonly device: string | undefined;
  readonly userAgent: string | undefined;
}

/** The format of the random id that the page makes for its device. */
export const devicePattern = /^[0-9A-Za-z]{22}$/;

/** The stored hash of the device's id, so that a reader of the database cannot take over a session. */
export const hashDevice = (device: string): string => createHash("sha256").update(device).digest("hex");

const browsers = [
  ["Edge", /\bEdg/],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

/** Device and browser in coarse words: enough to distinguish "on the phone" from "on the computer", too little to identify a person. */
export function describeVisitor({ userAgent = "" }: Visitor): { readonly device: string; readonly browser: string } {
  const device = /\b(?:iPad|Tablet)\b|Android(?!.*\bMobile\b)/.test(userAgent)
    ? "tablet"
    : /\b(?:Mobile|iPhone|Android)\b/.test(userAgent)
      ? "phone"
      : "computer";
  return { device, browser: browsers.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "another browser" };
}
