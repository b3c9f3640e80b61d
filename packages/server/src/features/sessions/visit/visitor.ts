import { createHash } from "node:crypto";

/** Who is at the page: what its device calls itself, and what its browser says it is. */
export interface Visitor {
  readonly device: string | undefined;
  readonly userAgent: string | undefined;
}

/** What the page makes up for its device. */
export const devicePattern = /^[0-9A-Za-z]{22}$/;

/** What is stored of it: a reader of the database cannot take a session over. */
export const hashDevice = (device: string): string => createHash("sha256").update(device).digest("hex");

const browsers = [
  ["Edge", /\bEdg/],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

/** In coarse words: enough to distinguish "on the phone" from "on the computer", too little to identify a person. */
export function describeVisitor({ userAgent = "" }: Visitor): { readonly device: string; readonly browser: string } {
  const device = /\b(?:iPad|Tablet)\b|Android(?!.*\bMobile\b)/.test(userAgent)
    ? "tablet"
    : /\b(?:Mobile|iPhone|Android)\b/.test(userAgent)
      ? "phone"
      : "computer";
  return { device, browser: browsers.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "another browser" };
}
