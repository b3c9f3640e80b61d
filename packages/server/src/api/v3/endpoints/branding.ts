import { z } from "zod";
import { type Branding, changeBranding, readBranding } from "../../../features/branding/branding.ts";
import { cleanLogo, logoBytesMax } from "../../../features/branding/clean-logo.ts";
import { photosPace } from "@selfsame/photo/images/limits";
import { collect } from "../../bodies/collect.ts";
import { mediaTypeOf } from "../../bodies/media-type.ts";
import type { JsonEndpoint, PlainEndpoint, Rejection, StreamEndpoint } from "../endpoint.ts";
import { brandingSchema, changeBrandingSchema } from "../schemas/branding.ts";

const tag = "Sessions";

const example = {
  name: "Example Shop",
  accent: "#0a6b4f",
  logo_url: null,
  privacy_url: "https://shop.example/privacy",
  controller: "Example Shop Ltd.",
  contact: "help@shop.example",
} as const;

const brandingData = ({ logoUrl, privacyUrl, ...branding }: Branding) => ({
  name: branding.name,
  accent: branding.accent,
  logo_url: logoUrl,
  privacy_url: privacyUrl,
  controller: branding.controller,
  contact: branding.contact,
});

export const getBranding: PlainEndpoint = {
  method: "GET",
  path: "/branding",
  name: "v3.get_branding",
  key: "private",
  tag,
  summary: "Read the branding",
  description: "How the page of your sessions introduces you.",
  data: brandingSchema,
  codes: [],
  example: { summary: "The branding", data: example },
  run: async ({ sessions }, _query, { caller }) => ({
    outcome: "found",
    data: brandingData(await readBranding(sessions.store.db, caller.accountId)),
  }),
};

export const changeBrandingEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/branding",
  name: "v3.change_branding",
  key: "private",
  testKeys: false,
  tag,
  summary: "Change the branding",
  description:
    "Changes the fields that the body names; null clears one. Live sessions need `name` and `privacy_url`: without them `POST /sessions` answers `branding_incomplete`.",
  json: changeBrandingSchema,
  jsonBytesMax: 16 * 1024,
  data: brandingSchema,
  codes: ["invalid_parameter", "unsupported_content_type"],
  example: { summary: "Changed", data: example },
  run: async ({ sessions }, json, { caller, by }) => {
    const change = json as z.infer<typeof changeBrandingSchema>;
    return {
      outcome: "changed",
      data: brandingData(await changeBranding(sessions, by, caller.accountId, change)),
    };
  },
};

const logoTypes = ["image/png", "image/svg+xml", "application/octet-stream"] as const;
const tooManyLogos: Rejection = {
  code: "rate_limited",
  message: "Logos of an account are drawn one after the other: too many of this account or of all accounts wait.",
  hint: "Retry after the seconds in `Retry-After`.",
  retryAfterSeconds: 2,
};
const unreadableLogo: Rejection = {
  code: "image_unreadable",
  param: "logo",
  message: "A logo is a PNG or an SVG of at most 512 KB. This file cannot be read, or is too complex to draw.",
  hint: "Send the file itself as the body. Its content counts, not its declared type.",
};

export const setLogoEndpoint: StreamEndpoint = {
  method: "PUT",
  path: "/branding/logo",
  name: "v3.set_logo",
  key: "private",
  tag,
  summary: "Set the logo",
  description:
    "The body is the file itself: PNG or SVG, at most 512 KB. It is drawn again as a small PNG. A node draws two logos at once, one of an account.",
  streamed: z.string().meta({ format: "binary" }),
  consumes: logoTypes,
  query: z.strictObject({}),
  data: brandingSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "body_too_large", "image_unreadable"],
  example: { summary: "Set", data: { ...example, logo_url: "/verify/logo/acc_5pW8cY3hJk6ZvR0u?v=1795340472604" } },
  run: async ({ sessions, logoPlaces }, body, _query, { caller, by, signal }) => {
    const type = mediaTypeOf(body.headers["content-type"]);
    if (!logoTypes.some((known) => known === type)) return { code: "unsupported_content_type" };
    const limits = { bytesMax: logoBytesMax, pace: photosPace };
    // A client that has disconnected gets no logo drawn.
    const read = async () => (signal.aborted ? "gone" : collect(body, limits));
    const cleaned = await logoPlaces.take(caller.accountId, read, (file) => cleanLogo(file, signal));
    if (cleaned === "no_turn") return tooManyLogos;
    if (cleaned === "too_large") return { code: "body_too_large", limit: logoBytesMax, actual: null };
    if (typeof cleaned === "string")
      return { code: "invalid_parameter", param: "logo", detail: `the body is ${cleaned}` };
    if (cleaned.outcome === "busy") return { code: "engine_busy", retryAfterSeconds: 10 };
    if (cleaned.outcome === "unreadable") return unreadableLogo;
    const logo = { logo: cleaned.png.toString("base64"), logo_type: "image/png" };
    return { outcome: "changed", data: brandingData(await changeBranding(sessions, by, caller.accountId, logo)) };
  },
};

export const deleteLogoEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/branding/logo",
  name: "v3.delete_logo",
  key: "private",
  testKeys: false,
  tag,
  summary: "Remove the logo",
  description: "The page of your sessions then shows your name alone.",
  data: brandingSchema,
  codes: [],
  example: { summary: "Removed", data: example },
  run: async ({ sessions }, _query, { caller, by }) => {
    const none = { logo: null, logo_type: null };
    return { outcome: "changed", data: brandingData(await changeBranding(sessions, by, caller.accountId, none)) };
  },
};
