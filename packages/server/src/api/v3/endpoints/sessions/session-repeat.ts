import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { passiveLivenessRequired } from "../../../../accounts/people/teams/required-passive-liveness.ts";
import { receivedPhoto } from "../../../../features/receipts/receipt.ts";
import { upToDate } from "../../../../features/sessions/end-session.ts";
import { linkOf } from "../../../../features/sessions/link.ts";
import { renewLink } from "../../../../features/sessions/renew-link.ts";
import { repeatSession } from "../../../../features/sessions/repeat-session.ts";
import { repeatNeeds } from "../../../../features/sessions/session.ts";
import type { Holding } from "@selfsame/photo/images/memory-budget";
import { demandOf } from "@selfsame/photo/verify/passive-liveness";
import { readSetting } from "@selfsame/platform/settings/setting";
import { mediaTypeOf } from "../../../bodies/media-type.ts";
import { readBody } from "../../body.ts";
import type { Answer, Context, EndpointDeps, JsonEndpoint, Rejection, StreamEndpoint } from "../../endpoint.ts";
import { readJson } from "../../json-body.ts";
import { once } from "../../once.ts";
import { referenceData } from "../../photos.ts";
import { missingPart } from "../../problems/part-problem.ts";
import { emptyBodySchema } from "../../schemas/common.ts";
import { referencePhotoSchema } from "../../schemas/faces.ts";
import { requireSealed } from "../../sessions/require-sealed.ts";
import { madeSessionSchema, sessionLinkSchema } from "../../sessions/session-schemas.ts";
import { findSeen, sessionAnswer } from "./session-answers.ts";
import { openSessionExample } from "./session-example.ts";
import { madeAgain, type StoredSession } from "./sessions.ts";

const tag = "Sessions";
const part = "reference";
const noSession: Rejection = { code: "session_not_found" };
const url = "https://face.example.com/verify#3fKq8Zr1Vb7Nw2Xc5Yd9Ts2q4Zb1Jd8f3w0mTnC5rX9aVQ2kL7yHsUe6pGiWoEoD1M";

export const renewLinkEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/sessions/:id/link",
  name: "v3.renew_link",
  key: "private",
  tag,
  summary: "Create a new link",
  description:
    "For a session that is `open` or `started`. The link before stops working at once. The person who opens the new one consents again, and has at least 24 hours. A session can have nine links.",
  json: emptyBodySchema,
  data: sessionLinkSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "session_not_found", "session_ended", "no_more_links"],
  example: { summary: "The second link", data: { ...openSessionExample, links: 2, url } },
  run: async (deps, _json, context) => {
    const { sessions } = deps;
    const { db } = sessions.store;
    const { accountId } = context.caller;
    const found = await findSeen(db, context);
    if (!found) return noSession;
    const renewed = await renewLink(sessions, accountId, found.id, context.by);
    if (renewed.outcome !== "renewed") return rejections[renewed.outcome];
    const session = await sessionAnswer(db, renewed.session);
    return { outcome: "renewed", data: { ...session, url: linkOf(deps.publicUrl(), renewed.secret) } };
  },
};

export const repeatSessionEndpoint: StreamEndpoint = {
  method: "POST",
  path: "/sessions/:id/repeat",
  name: "v3.repeat_session",
  key: "private",
  testKeys: true,
  tag,
  status: 201,
  makes: true,
  summary: "Repeat a session",
  description: `Creates another session for the person of one that has ended: the same external id, metadata and settings, and a new link, which works for 24 hours. If its
\`repeat_needs\` is \`reference\`, send the photo as \`multipart/form-data\`; otherwise no body. If it is \`document\`, create a session with the document instead.`,
  streamed: z.object({ reference: referencePhotoSchema.optional() }),
  consumes: ["multipart/form-data", "application/json"],
  query: emptyBodySchema,
  data: madeSessionSchema,
  codes: [
    "invalid_multipart",
    "missing_file",
    "unexpected_field",
    "invalid_parameter",
    "file_too_large",
    "image_too_large",
    "unsupported_image_format",
    "unsupported_content_type",
    "no_face",
    "image_unreadable",
    "image_too_complex",
    "several_faces_found",
    "document_signature_required",
    "branding_incomplete",
    "session_not_found",
    "session_under_way",
    "document_needed",
    "shutting_down",
  ],
  example: { summary: "Made", data: { ...openSessionExample, url, references: [] } },
  run: async (deps, body, _query, context) => {
    const { accountId } = context.caller;
    const holding = deps.budgets.uploads.hold(accountId, context.signal);
    try {
      const { id = "" } = context.params;
      const read = await photoIn(body, holding);
      if ("code" in read) return read;
      return await once<StoredSession>(deps.sessions.store, context, {
        asked: ["v3.repeat_session", id, ...read.photos],
        make: (storeAnswer) => make(deps, read.photos, context, storeAnswer),
        again: madeAgain(deps, context),
      });
    } finally {
      holding.release();
    }
  },
};

/** The photo of a form; none of an empty body, or of an empty JSON object. */
async function photoIn(body: IncomingMessage, holding: Holding) {
  if (mediaTypeOf(body.headers["content-type"]) !== "multipart/form-data") {
    const read = await readJson(body, { json: emptyBodySchema });
    return "json" in read ? { photos: [] } : read;
  }
  const read = await readBody(body, { photos: [part], texts: [] }, holding);
  return "form" in read ? { photos: [...read.form.photos.values()] } : read;
}

async function make(
  deps: EndpointDeps,
  photos: readonly Uint8Array[],
  context: Context,
  storeAnswer: Parameters<Parameters<typeof once>[2]["make"]>[0],
): Promise<Answer> {
  const { sessions } = deps;
  const { caller, by, person, signal } = context;
  const { accountId, allowedDomains } = caller;
  const [bytes] = photos;
  // As a key does unless it allows several: the photo shows the person alone.
  const allowSeveralFaces = person === undefined && caller.allowSeveralFaces;
  const found = await findSeen(sessions.store.db, context);
  if (!found) return noSession;
  if ((await upToDate(sessions, found)).ended_at_ms === null) return { code: "session_under_way" };
  const needs = repeatNeeds(found);
  if (needs === "document") return rejections.document_needed;
  if (needs === null && bytes) return unneeded;
  const requireSignedDocument = found.require_signed_document === 1 || caller.requireSignedDocument;
  if (needs === "reference" && requireSignedDocument) return unsigned;
  const withReceipt = found.receipt_photos !== null || caller.withReceipt;
  const receiptPhotos = withReceipt ? await Promise.all(photos.map((photo) => receivedPhoto(part, photo))) : undefined;
  const required = { sources: bytes ? [{ from: "bytes", bytes } as const] : [], part, allowSeveralFaces };
  const seen = bytes && (await requireSealed(deps, sessions, required, { accountId, allowedDomains, signal }));
  if (seen && "code" in seen) return seen;
  const demanded = found.passive_liveness;
  // A key's demands include its team's.
  const requirePassiveLiveness = person
    ? await readSetting(sessions.store.db, accountId, passiveLivenessRequired)
    : caller.requirePassiveLiveness;
  const asked = {
    again: seen,
    model: deps.comparison.model,
    // A user repeats for the key: its limits apply, and its usage counts.
    keyId: person ? found.key_id : caller.keyId,
    requireSignedDocument,
    receiptPhotos,
    passiveLiveness: demandOf(requirePassiveLiveness, demanded !== "off", demanded === "allow_unsure"),
    by,
  };
  const references = seen?.found.map(referenceData) ?? [];
  const made = await repeatSession(sessions, found, asked, async (db, session) =>
    storeAnswer(db, { data: { ...(await sessionAnswer(db, session)), references } }),
  );
  if ("outcome" in made) return rejections[made.outcome];
  const answer = await sessionAnswer(sessions.store.db, made.session);
  return {
    outcome: "open",
    status: 201,
    data: { ...answer, references, url: linkOf(deps.publicUrl(), made.secret) },
  };
}

const unneeded: Rejection = {
  code: "unexpected_field",
  param: "reference",
  message: "This session can be repeated without a photo.",
};
const unsigned: Rejection = { code: "document_signature_required", param: "reference" };

const rejections = {
  not_found: noSession,
  over: { code: "session_ended" },
  no_more_links: { code: "no_more_links" },
  document_needed: { code: "document_needed" },
  reference_needed: missingPart("reference"),
  branding_incomplete: { code: "branding_incomplete" },
} as const satisfies Readonly<Record<string, Rejection>>;
