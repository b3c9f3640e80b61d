import { isoOf } from "@selfsame/platform/iso-time";
import { noticePath } from "../../branding/branding.ts";
import { sha256Of } from "../../branding/consent-texts.ts";
import type { SessionRow } from "../session.ts";
import type { GivenConsent } from "./given-consent.ts";

type Json = Readonly<Record<string, unknown>>;

/** The prefixes of the Data Privacy Vocabulary and of the vocabularies it uses. */
const context = {
  dct: "http://purl.org/dc/terms/",
  dpv: "https://w3id.org/dpv#",
  "dpv-27560": "https://w3id.org/dpv/schema/dpv-27560#",
  "eu-gdpr": "https://w3id.org/dpv/legal/eu/gdpr#",
  pd: "https://w3id.org/dpv/pd#",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  skos: "http://www.w3.org/2004/02/skos/core#",
} as const;

const controller = "ex:controller";
const service = "ex:service";

/**
 * The record of a consent by ISO/IEC TS 27560, in the profile of the Data Privacy Vocabulary (https://w3id.org/dpv/schema/dpv-27560), as JSON-LD. It
 * contains no face data and nothing of the verdict.
 * @param kind `record` for the controller, `receipt` for the person; the content is the same
 * @param url base URL of the service, whose page is where the person gave the consent and can withdraw it
 * @returns undefined if no consent was given
 */
export function consentRecord(row: SessionRow, kind: "record" | "receipt", url: string): Json | undefined {
  const page = `${url}/verify`;
  const { id, consent, started_at_ms, withdrawn_at_ms, external_id } = row;
  if (consent === null || started_at_ms === null) return undefined;
  const given = JSON.parse(consent) as GivenConsent;
  return {
    "@context": { ...context, ex: `${page}#` },
    "@type": [kind === "record" ? "dpv:ConsentRecord" : "dpv:ConsentReceipt"],
    "dct:conformsTo": `dpv-27560:${kind}`,
    "dpv:hasIdentifier": id,
    "dpv:hasDataSubject": { "@type": ["dpv:DataSubject"], "dpv:hasIdentifier": external_id ?? id },
    "dct:created": isoOf(started_at_ms),
    ...(withdrawn_at_ms === null ? {} : { "dct:modified": isoOf(withdrawn_at_ms) }),
    "dct:creator": controller,
    "dct:language": given.language ?? "en",
    "dpv:hasProcess": [processOf(row, given, page)],
    "dpv:hasNotice": [noticeOf(given, `${url}${noticePath(row.account_id)}`)],
    "dpv:hasEntity": {
      [controller]: controllerOf(given),
      ...(writerOf(given) === service ? { [service]: { "@type": ["dpv:Entity"], "dpv:hasName": "Selfsame" } } : {}),
    },
  };
}

function controllerOf({ name, controller, contact, privacy_url }: GivenConsent): Json {
  return {
    "@type": ["dpv:DataController"],
    "dpv:hasName": controller ?? name,
    ...(contact === null ? {} : { "dpv:hasContact": contact }),
    ...(privacy_url === null ? {} : { "dpv:hasPolicy": privacy_url }),
  };
}

/** The author of the consent text: the service or the controller. */
const writerOf = ({ text, words = "service" }: GivenConsent): string =>
  text !== null && words === "service" ? service : controller;

/** The consent text. The hash is that of the text in UTF-8. */
const noticeOf = (given: GivenConsent, address: string): Json => ({
  "@type": ["dpv:ConsentNotice"],
  "dpv:hasIdentifier": given.version,
  "dct:creator": writerOf(given),
  "dct:source": address,
  "dct:language": given.language ?? "en",
  ...(given.text === null ? {} : { "dct:description": given.text, "ex:sha256": sha256Of(given.text) }),
});

/** The processing of the face: the comparison, and a liveness check if the session has one. */
function processOf(row: SessionRow, given: GivenConsent, page: string): Json {
  const checksLive = row.challenge !== "off" || row.passive_liveness !== "off";
  return {
    "@type": ["dpv:Process"],
    "dpv:hasPurpose": [
      {
        "@type": ["dpv:Purpose"],
        "skos:broader": "dpv:IdentityVerification",
        "skos:prefLabel": given.purpose ?? "Confirm that a person is who they say they are",
      },
    ],
    "dpv:hasPersonalData": [
      {
        "@type": ["dpv:SpecialCategoryPersonalData"],
        "skos:broader": ["pd:Biometric"],
        "skos:prefLabel": "Numbers that describe the face, to compare it",
      },
      {
        "@type": ["dpv:PersonalData"],
        "skos:broader": ["pd:Picture"],
        "skos:prefLabel": checksLive ? "A selfie, and pictures of movements" : "A selfie",
      },
    ],
    "dpv:hasProcessing": ["dpv:Collect", "dpv:Use", "dpv:Store", "dpv:Erase"],
    "dpv:hasDataController": [controller],
    "dpv:hasDataSource": ["dpv:DataSubjectDataSource"],
    "dpv:hasRecipient": [controller],
    "dpv:hasStorageCondition": [
      ...durationsOf(row, given),
      { "@type": ["dpv:StorageLocation"], "dpv:hasLocation": "dpv:RemoteLocation" },
    ],
    "dpv:hasLegalBasis": ["dpv:ExplicitlyExpressedConsent", "eu-gdpr:A9-2-a"],
    "dpv:hasConsentStatus": statusesOf(row, page),
  };
}

/** @param value a duration (ISO 8601) */
const lasting = (value: string): Json => ({ "@type": "dpv:TemporalDuration", "rdf:value": value });

/** Storage periods: of the embeddings, of the photos if they are stored, and of the session. */
function durationsOf(
  { compare_minutes: minutes }: SessionRow,
  { evidence_days, sessions_days }: GivenConsent,
): readonly Json[] {
  const duration = (value: Json, label?: string): Json => ({
    "@type": ["dpv:StorageDuration"],
    ...(label === undefined ? {} : { "skos:prefLabel": label }),
    "dpv:hasDuration": value,
  });
  const untilEnd = { "@type": "dpv:UntilEventDuration", "rdf:value": "The end of the session" };
  return [
    duration(minutes === null ? untilEnd : lasting(`PT${minutes}M`)),
    ...(typeof evidence_days === "number" ? [duration(lasting(`P${evidence_days}D`), ofPictures)] : []),
    ...(sessions_days === undefined ? [] : [duration(lasting(`P${sessions_days}D`), ofSession)]),
  ];
}

const ofPictures = "The pictures, encrypted so that only the controller can open them";
const ofSession = "The result and this record, from the end of the session on";

function statusesOf({ started_at_ms, withdrawn_at_ms }: SessionRow, page: string): readonly Json[] {
  const status = (type: string, atMs: number): Json => ({
    "@type": [type, "dpv:ExplicitlyExpressedConsent"],
    "dpv:isIndicatedAtTime": isoOf(atMs),
    "dpv:isExercisedAt": page,
  });
  return [
    ...(started_at_ms === null ? [] : [status("dpv:ConsentGiven", started_at_ms)]),
    ...(withdrawn_at_ms === null ? [] : [status("dpv:ConsentWithdrawn", withdrawn_at_ms)]),
  ];
}
