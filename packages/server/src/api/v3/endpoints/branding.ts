import type { z } from "zod";
import { type Branding, changeBranding, readBranding } from "../../../features/branding/branding.ts";
import type { JsonEndpoint, PlainEndpoint } from "../endpoint.ts";
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
