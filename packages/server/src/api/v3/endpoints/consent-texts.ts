import { z } from "zod";
import { languageCodes } from "@selfsame/texts/languages";
import { consentFields, consentFieldsMeant } from "../../../features/branding/consent-fields.ts";
import {
  changeConsentTexts,
  type ConsentTexts,
  type ConsentTextsChange,
  listConsentTexts,
  readConsentTexts,
  sha256Of,
  versionName,
  versionOf,
} from "../../../features/branding/consent-texts.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import { type ConsentTextsData, consentTextSchema, consentTextsSchema } from "../schemas/consent-texts.ts";
import type { EndpointDeps, JsonEndpoint, PlainEndpoint } from "../endpoint.ts";

const tag = "Sessions";

const changeSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(consentFields).map(([code, field]) => [code, field.meta({ description: consentFieldsMeant })]),
    ),
  )
  .partial();

const words = "I agree that Example Shop compares my face with my passport photo, to open my account.";
const exampleTexts = { en: { text: words, purpose: "Open an account", sha256: sha256Of(words) } };
const created_at = "2026-11-22T09:00:00.000Z";
const example: ConsentTextsData = {
  languages: [...languageCodes],
  version: "account-1",
  texts: exampleTexts,
  versions: [{ version: "account-1", created_at, languages: ["en"] }],
};

const textsData = (own: ConsentTexts["texts"]): ConsentTextsData["texts"] =>
  Object.fromEntries(
    Object.entries(own).map(([language, { text, purpose }]) => [language, { text, purpose, sha256: sha256Of(text) }]),
  );

async function currentData({ sessions }: EndpointDeps, accountId: string): Promise<ConsentTextsData> {
  const all = await listConsentTexts(sessions.store.db, accountId);
  return {
    languages: [...languageCodes],
    version: all[0] ? versionName(all[0].version) : null,
    texts: textsData(all[0]?.texts ?? {}),
    versions: all.map((one) => ({
      version: versionName(one.version),
      created_at: isoOf(one.atMs),
      languages: Object.keys(one.texts),
    })),
  };
}

export const getConsentTexts: PlainEndpoint = {
  method: "GET",
  path: "/consent_texts",
  name: "v3.get_consent_texts",
  key: "private",
  tag,
  summary: "Read the consent texts",
  description: "What people agree to on the hosted page in words of your own, and the versions before.",
  data: consentTextsSchema,
  codes: [],
  example: { summary: "In English", data: example },
  run: async (deps, _query, { caller }) => ({ outcome: "found", data: await currentData(deps, caller.accountId) }),
};

export const getConsentText: PlainEndpoint = {
  method: "GET",
  path: "/consent_texts/:version",
  name: "v3.get_consent_text",
  key: "private",
  tag,
  summary: "Read a version of the consent texts",
  description: "The texts of one version, also of an earlier one.",
  data: consentTextSchema,
  codes: ["consent_text_not_found"],
  example: { summary: "In English", data: { version: "account-1", created_at, texts: exampleTexts } },
  run: async ({ sessions }, _query, { caller, params }) => {
    const asked = versionOf(params["version"] ?? "");
    const found = asked && (await readConsentTexts(sessions.store.db, caller.accountId, asked));
    if (!found) return { code: "consent_text_not_found" };
    const { version: number, atMs, texts: own } = found;
    return {
      outcome: "found",
      data: { version: versionName(number), created_at: isoOf(atMs), texts: textsData(own) },
    };
  },
};

export const changeConsentTextsEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/consent_texts",
  name: "v3.change_consent_texts",
  key: "private",
  testKeys: false,
  tag,
  summary: "Change the consent texts",
  description: `Changes the languages that the body names (${languageCodes.join(", ")}); null restores the service's own words. A change is a new version. People who agree from now on agree to it, and the record of their consent has its words, version and SHA-256. Controller and contact are those of your branding.`,
  json: changeSchema,
  jsonBytesMax: 256 * 1024,
  data: consentTextsSchema,
  codes: ["invalid_parameter", "unsupported_content_type"],
  example: { summary: "Changed", data: example },
  run: async (deps, json, { caller, by }) => {
    await changeConsentTexts(deps.sessions, by, caller.accountId, json as ConsentTextsChange);
    return { outcome: "changed", data: await currentData(deps, caller.accountId) };
  },
};
