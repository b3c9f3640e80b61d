/** What the value of a setting may be, as zod schemas: each problem is a sentence that goes on after the setting's name. */
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { plansSchema } from "./accounts/access/plans.ts";
import { type Sender, readSender } from "./features/mail/address.ts";
import { type MetricsPlace, readMetricsPlace } from "@selfsame/platform/ops/metrics-place";
import { normalizeDomain } from "@selfsame/platform/outbound/domains";

const switchWords = new Map([
  ...["1", "true", "yes", "on"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off"].map((word) => [word, false] as const),
]);

export const wholeNumber = (least: number, most: number) => {
  const problem = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, problem)
    .transform(Number)
    .refine((value) => value >= least && value <= most, problem);
};

export const urlOf = (problem: string, ...protocols: string[]) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ""), problem);

/** Paths of links are put behind it, so nothing may end it; and whose password is in it, every link would tell. */
function isPublicUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || /[?#\\\s]/.test(value)) return false;
  return ["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === "";
}

/** First parts of the service's paths. Behind a proxy that removes a prefix of this name, /docs/guide could be two pages. */
const ownNames =
  "api assets camera camera.js camera.d.ts camera.mjs camera-v3.js camera-v3.d.ts camera-v3.mjs demo docs embed.js health icon.svg llms.txt llms-full.txt metrics oidc openapi.json privacy verify wallet";

/** @returns what is wrong with the path of an address, as written */
function pathProblem(value: string): string | undefined {
  const [, ...names] = value
    .replace(/^[a-z]+:\/\/[^/]*/i, "")
    .replace(/\/+$/, "")
    .split("/");
  if (!names.every((name) => /^(?!\.+$)[\w.~-]+$/.test(name))) {
    return "must have a path of letters, digits, - and _, such as https://example.com/faces, or none";
  }
  if (ownNames.split(" ").includes(names[0]?.toLowerCase() ?? "")) {
    return `must not have a path that begins with /${names[0]}: the service has pages there. Choose another, such as /faces`;
  }
  return undefined;
}

export const publicUrl = z
  .string()
  .refine(isPublicUrl, { error: "must be an address such as https://faces.example.com", abort: true })
  .superRefine((value, context) => {
    const problem = pathProblem(value);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

export const onOff = z
  .string()
  .refine((value) => switchWords.has(value.toLowerCase()), "must be true or false")
  .transform((value) => switchWords.get(value.toLowerCase()) === true);

export const domains = z.string().transform((value, context) => {
  const hosts: string[] = [];
  for (const entry of value.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const host = normalizeDomain(entry);
    if (host === undefined) {
      context.addIssue({ code: "custom", message: `must list hosts such as photos.example.com or *.example.com` });
      return z.NEVER;
    }
    hosts.push(host);
  }
  return hosts;
});

export const addresses = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine((parts) => parts.every(isAddressOrRange), "must list addresses or ranges such as 10.0.0.0/8");

export const hostsWithPorts = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => URL.parse(`redis://${part}`)?.host.toLowerCase() === part.toLowerCase()),
    "must list hosts and ports such as sentinel-1:26379,sentinel-2:26379",
  );

export const sender = z.string().transform((text, context): Sender => {
  const read = readSender(text);
  if (read) return read;
  context.addIssue({
    code: "custom",
    message: "must be an address such as faces@example.com or Faces <faces@example.com>",
  });
  return z.NEVER;
});

export const metricsPlace = z.string().transform((text, context): MetricsPlace => {
  const place = readMetricsPlace(text);
  if (place) return place;
  context.addIssue({ code: "custom", message: "must be an address and port such as 127.0.0.1:9464, or off" });
  return z.NEVER;
});

export const plans = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON, plans by name" });
      return z.NEVER;
    }
  })
  .pipe(plansSchema);

/** Some of the names, each once, separated by commas. */
export const listOf = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform((text) => text.split(",").map((name) => name.trim().toLowerCase()))
    .pipe(
      z
        .array(z.enum(names, `must be a list of ${names.join(", ")}, separated by commas`))
        .refine((given) => new Set(given).size === given.length, "must have each once"),
    );

/** Contracts of other services that are served beside our own: see api/compatible/. */
export const compatibleApis = ["rekognition", "compreface"] as const;
export type CompatibleApi = (typeof compatibleApis)[number];

/** Without a query: what a mail library would read there is no setting of ours. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") return false;
  if (url.search !== "" || url.hash !== "" || !["", "/"].includes(url.pathname)) return false;
  try {
    return (decodeURIComponent(url.username) === "") === (decodeURIComponent(url.password) === "");
  } catch {
    // A percent sign that was not written as %25.
    return false;
  }
}

function isAddressOrRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** What a browser opens, or runs, by itself. */
const browserSchemes: ReadonlySet<string> = new Set(["http", "https", "javascript", "data", "file", "blob", "about"]);

/** A scheme of an app (RFC 3986, 3.1), in lower case as systems compare it. */
export const walletScheme = z
  .string()
  .regex(/^[a-z][a-z0-9+.-]{1,63}$/, "must be a scheme without the colon, such as openid4vp or haip-vp")
  .refine((scheme) => !browserSchemes.has(scheme), "must be a scheme of wallets, not one of browsers");
