import { z } from "zod";
import { consentRecord } from "../../../../features/sessions/consent/consent-record.ts";
import { withdrawSession } from "../../../../features/sessions/consent/withdraw-session.ts";
import { upToDate } from "../../../../features/sessions/end-session.ts";
import { findSession, type SessionRow } from "../../../../features/sessions/session.ts";
import { pageState } from "../../../../features/sessions/visit/page-state.ts";
import type { Answer, EndpointDeps, JsonEndpoint, PlainEndpoint } from "../../endpoint.ts";
import { emptyBodySchema } from "../../schemas/common.ts";
import { pageStateSchema } from "../../sessions/page-schemas.ts";
import { exampleState } from "./session-page.ts";
import { sessionPageTag, visitOf } from "./session-visit.ts";

const recordSchema = z
  .looseObject({
    "@context": z.record(z.string(), z.string()),
    "@type": z.array(z.string()),
    "dct:conformsTo": z.string(),
    "dpv:hasIdentifier": z.string().meta({ description: "The session's id." }),
    "dct:created": z.string().meta({ format: "date-time", description: "When the person agreed." }),
  })
  .meta({
    id: "ConsentRecord",
    description: "JSON-LD in the profile of the Data Privacy Vocabulary for ISO/IEC TS 27560.",
  });

const example = {
  "@context": { dct: "http://purl.org/dc/terms/", dpv: "https://w3id.org/dpv#" },
  "@type": ["dpv:ConsentRecord"],
  "dct:conformsTo": "dpv-27560:record",
  "dpv:hasIdentifier": "vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts",
  "dct:created": "2026-11-22T09:31:02.000Z",
} as const;

/** Returns the record of the consent that the person gave on the hosted page. */
async function told(deps: EndpointDeps, session: SessionRow, kind: "record" | "receipt"): Promise<Answer> {
  const now = await upToDate(deps.sessions, session);
  const data = consentRecord(now, kind, deps.publicUrl());
  return data ? { outcome: "found", data } : { code: "consent_not_given" };
}

export const getConsent: PlainEndpoint = {
  method: "GET",
  path: "/sessions/:id/consent",
  name: "v3.get_consent",
  key: "private",
  tag: "Sessions",
  summary: "Read the record of a consent",
  description:
    "What the person agreed to, when, in which language, and who asked, as a record after ISO/IEC TS 27560. It has no photo and no verdict.",
  data: recordSchema,
  codes: ["session_not_found", "consent_not_given"],
  example: { summary: "Given", data: example },
  run: async (deps, _query, { caller, params }) => {
    const found = await findSession(deps.sessions.store.db, caller.accountId, params["id"] ?? "", caller.test);
    return found ? told(deps, found, "record") : { code: "session_not_found" };
  },
};

export const consentReceipt: PlainEndpoint = {
  method: "GET",
  path: "/session/consent-receipt",
  name: "v3.consent_receipt",
  key: "link",
  tag: sessionPageTag,
  summary: "The person's copy of their consent",
  description: "The record of the consent as a receipt, for the person.",
  data: recordSchema,
  codes: ["consent_not_given"],
  example: {
    summary: "Given",
    data: { ...example, "@type": ["dpv:ConsentReceipt"], "dct:conformsTo": "dpv-27560:receipt" },
  },
  run: (deps, _query, context) => told(deps, visitOf(context).session, "receipt"),
};

export const withdrawConsent: JsonEndpoint = {
  method: "POST",
  path: "/session/withdraw",
  name: "v3.withdraw_consent",
  key: "link",
  tag: sessionPageTag,
  summary: "Take the consent back",
  description:
    "Before the verdict: ends the session as `cancelled`, deletes what it holds of the person, and sends `session.withdrawn`.",
  json: emptyBodySchema,
  data: pageStateSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "session_ended", "consent_not_given"],
  example: {
    summary: "Withdrawn",
    data: {
      ...exampleState,
      status: "ended",
      consent: { ...exampleState.consent, can_withdraw: false },
      end: "withdrawn",
    },
  },
  run: async ({ sessions }, _json, context) => {
    const visit = visitOf(context);
    if (visit.session.consent === null) return { code: "consent_not_given" };
    const session = await withdrawSession(sessions, visit.session, visit);
    if (!session) return { code: "session_ended" };
    return { outcome: "withdrawn", data: await pageState(sessions, session, visit.device) };
  },
};
