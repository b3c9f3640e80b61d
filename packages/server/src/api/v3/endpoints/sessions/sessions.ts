import { documentFaults } from "../../../../documents/fault.ts";
import type { Kysely } from "kysely";
import type { PhotoAnalysis } from "@selfsame/photo/engine/engine";
import type { SealedReferences } from "../../../../features/sessions/evidence/seal-photo.ts";
import { createSession } from "../../../../features/sessions/create-session.ts";
import { cancelSession, upToDate } from "../../../../features/sessions/end-session.ts";
import type { ReceivedPhoto } from "../../../../features/receipts/receipt.ts";
import { replaceWaiting, subOf } from "../../../../features/oidc/waiting.ts";
import { linkOf, linkSecret } from "../../../../features/sessions/link.ts";
import { findSession, type SessionRow } from "../../../../features/sessions/session.ts";
import { demandOf } from "@selfsame/photo/verify/passive-liveness";
import { type Reference, referenceOf } from "@selfsame/photo/verify/references";
import { sessionEnded } from "../../problems/session-problem.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import type {
  Answer,
  Context,
  EndpointDeps,
  JsonEndpoint,
  PlainEndpoint,
  Rejection,
  StreamEndpoint,
} from "../../endpoint.ts";
import { receivedOf } from "../../received.ts";
import { once } from "../../once.ts";
import { referenceData } from "../../photos.ts";
import {
  documentData,
  documentOf,
  type ReferenceDocument,
  referencePart,
  takeDocument,
  unlessReplayed,
} from "../../reference-document.ts";
import { otherReference, type ReferenceTemplate, templateCodes, templateOf } from "../../reference-template.ts";
import { requireSealed } from "../../sessions/require-sealed.ts";
import { settingsRejection } from "../../sessions/settings-rejection.ts";
import { readSession, type SessionBody } from "../../sessions/session-body.ts";
import { findSeen, kindSeen, sessionAgain, sessionAnswer } from "./session-answers.ts";
import { madeSessionSchema, newSessionDocSchema, sessionSchema } from "../../sessions/session-schemas.ts";
import { emptyBodySchema } from "../../schemas/common.ts";
import { openSessionExample as open, sessionExample } from "./session-example.ts";

const tag = "Sessions";
const noSession: Rejection = { code: "session_not_found" };

export const createSessionEndpoint: StreamEndpoint = {
  method: "POST",
  path: "/sessions",
  name: "v3.create_session",
  key: "private",
  testKeys: true,
  tag,
  status: 201,
  makes: true,
  summary: "Create a session",
  description: `Creates a link for one person. Send them there: the page takes the selfie and the live challenge, and you receive the verdict by webhook, or read
the session. As \`multipart/form-data\` with the reference as a file (up to five of them) or as a document (\`reference_document\`), or as JSON with \`reference_url\`, with a \`reference_template\` or without a reference.

The reference photo is embedded and not stored. Its embedding is stored sealed until the session ends, and can be opened only with the link.

With \`compare_limit\` the reference comes later: the session waits as \`captured\` for \`POST /sessions/{id}/compare\`.`,
  streamed: newSessionDocSchema,
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
    "url_not_allowed",
    "branding_incomplete",
    "wallet_not_configured",
    "download_failed",
    "shutting_down",
    ...documentFaults,
    ...templateCodes,
  ],
  example: {
    summary: "Made",
    data: {
      ...open,
      url: "https://face.example.com/verify#3fKq8Zr1Vb7Nw2Xc5Yd9Tsq4Zb1Jd8f3w0mTnC5rX9aVQ2kL7yHsUe6pGiWoEoD1M",
      references: [{ used: true, faces: 1, quality: { score: 0.86, issues: [] } }],
    },
  },
  run: async (deps, body, _query, context) => {
    const { caller, signal } = context;
    const holding = deps.budgets.uploads.hold(caller.accountId, signal);
    try {
      const read = await readSession(body, holding);
      if ("code" in read) return read;
      const { wallet, compare_limit, require_signed_document } = read.settings;
      const isLater = Boolean(wallet) || compare_limit !== undefined;
      const mustBeSigned = !isLater && (require_signed_document ?? caller.requireSignedDocument);
      const received =
        (read.settings.receipt ?? caller.withReceipt) ? await (read.form ? receivedOf(read.form) : []) : undefined;
      const beside = read.settings.reference_url ? "reference_url" : read.form && otherReference(read.form);
      const allowSeveralFaces = caller.allowSeveralFaces;
      const demand = { caller, mustBeSigned, beside, allowSeveralFaces };
      const template = await templateOf(deps, read.settings, demand);
      if (template && "code" in template) return template;
      const document = await documentOf(deps, read.form, { caller, mustBeSigned: mustBeSigned && !template, signal });
      if (document && "code" in document) return document;
      const refusal = await settingsRejection(deps, read, context);
      if (refusal) return refusal;
      return await once<StoredSession>(deps.sessions.store, context, {
        asked: ["v3.create_session", ...read.asked],
        make: (storeAnswer) => make(deps, { ...read, document, template, received }, context, storeAnswer),
        again: madeAgain(deps, context),
      });
    } finally {
      holding.release();
    }
  },
};

/** A stored response, without the link. */
export interface StoredSession {
  readonly data: { readonly id: string };
}

/** Returns the response of a session's creation again, with the link that opens it now. */
export const madeAgain =
  (deps: EndpointDeps, { caller }: Context) =>
  async ({ data }: StoredSession): Promise<Answer> => {
    const { db } = deps.sessions.store;
    const found = await findSession(db, caller.accountId, data.id);
    const url = linkOf(deps.publicUrl(), linkSecret(deps.sessions.seal, found ?? { id: data.id, link: 1 }));
    return { outcome: "open", status: 201, data: { ...(await sessionAgain(db, found, data)), url } };
  };

/** The key that creates a session; null for a user of the dashboard. */
const keyIdOf = ({ caller, person }: Pick<Context, "caller" | "person">): string | null =>
  person ? null : caller.keyId;

/** Default, in minutes. */
const compareMinutes = 15;

interface Read {
  readonly document: ReferenceDocument | undefined;
  readonly template: ReferenceTemplate | undefined;
  /** For the receipt; undefined if none was requested. */
  readonly received: readonly ReceivedPhoto[] | undefined;
}

async function make(
  deps: EndpointDeps,
  { settings, document, template, ...read }: SessionBody & Read,
  { caller, person, signal }: Context,
  storeAnswer: Parameters<Parameters<typeof once>[2]["make"]>[0],
) {
  const references = document ? [document.portrait] : read.references;
  const part = referencePart(document);
  let found: readonly PhotoAnalysis[] = [];
  let reference: Reference | undefined = template?.reference;
  let sealed: SealedReferences | undefined;
  if (references.length > 0 && !caller.test) {
    const { accountId, allowedDomains, allowSeveralFaces } = caller;
    const unreadablePart = settings.reference_url ? "reference_url" : part;
    const required = { sources: references, part, unreadablePart, allowSeveralFaces };
    const seen = await requireSealed(deps, deps.sessions, required, { accountId, allowedDomains, signal });
    if ("code" in seen) return seen;
    ({ found, reference, sealed } = seen);
  }
  // Photos of a test session are not analyzed: an invented embedding marks that a reference exists.
  if (references.length > 0 && caller.test) reference = referenceOf([new Float32Array(1)]);
  const asked = {
    sealed,
    accountId: caller.accountId,
    keyId: keyIdOf({ caller, person }),
    test: caller.test,
    simulate: settings.simulate,
    reference,
    model: template?.model ?? deps.comparison.model,
    challenge: settings.challenge,
    passiveLiveness: demandOf(
      caller.requirePassiveLiveness,
      settings.passive_liveness ?? false,
      (settings.allow_unsure ?? false) || settings.challenge === "if_unsure",
    ),
    returnUrl: settings.return_url,
    externalId: settings.external_id,
    metadata: settings.metadata,
    locale: settings.locale,
    expiresInSeconds: settings.expires_in_s,
    attempts: settings.attempts,
    threshold: settings.threshold,
    review: settings.review,
    wallet: settings.wallet,
    requireSignedDocument: settings.require_signed_document ?? caller.requireSignedDocument,
    // Test sessions analyze nothing.
    document:
      template?.facts.reference.document ??
      documentData(document, found[0]?.faces[0]?.quality ?? { score: 0.9 }) ??
      undefined,
    receiptPhotos: read.received,
    oidc:
      settings.oidc_client === undefined || settings.login_hint === undefined
        ? undefined
        : {
            client: settings.oidc_client,
            sub: subOf(deps.sessions.seal, settings.oidc_client, settings.login_hint),
          },
    compareLater:
      settings.compare_limit === undefined
        ? undefined
        : { limit: settings.compare_limit, minutes: settings.compare_within ?? compareMinutes },
  };
  const dataOf = async (db: Kysely<Schema>, row: SessionRow) => ({
    ...(await sessionAnswer(db, row)),
    references: template?.facts.references ?? found.map(referenceData),
  });
  const made = await unlessReplayed(() =>
    createSession(deps.sessions, asked, async (db, { session }) => {
      await replaceWaiting(deps.sessions, db, session);
      await takeDocument(db, caller.accountId, document, deps.sessions.now());
      await storeAnswer(db, { data: await dataOf(db, session) });
    }),
  );
  if ("code" in made) return made;
  const { session, secret } = made;
  const url = linkOf(deps.publicUrl(), secret);
  return { outcome: "open", status: 201, data: { ...(await dataOf(deps.sessions.store.db, session)), url } } as const;
}

export const getSession: PlainEndpoint = {
  method: "GET",
  path: "/sessions/:id",
  name: "v3.get_session",
  key: "private",
  tag,
  summary: "Read a session",
  description: "The session, with its verdict if it has one. Decide by `status`.",
  data: sessionSchema,
  codes: ["session_not_found"],
  example: { summary: "Verified", data: sessionExample },
  run: async ({ sessions }, _query, context) => {
    const { db } = sessions.store;
    const found = await findSeen(db, context);
    return found ? { outcome: "found", data: await sessionAnswer(db, await upToDate(sessions, found)) } : noSession;
  },
};

export const cancelSessionEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/sessions/:id/cancel",
  name: "v3.cancel_session",
  key: "private",
  tag,
  summary: "Cancel a session",
  description: "Ends the session. The link stops working, and an open page says so.",
  json: emptyBodySchema,
  data: sessionSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "session_not_found", "session_ended"],
  example: {
    summary: "Cancelled",
    data: { ...open, status: "cancelled", ended_at: "2026-11-22T09:31:30.000Z" },
  },
  run: async ({ sessions }, _json, context) => {
    // The audit log has what people did. What keys did with sessions is in the request log.
    const asked = { test: kindSeen(context), by: context.person && context.by };
    const cancelled = await cancelSession(sessions, context.caller.accountId, context.params["id"] ?? "", asked);
    switch (cancelled.outcome) {
      case "cancelled":
        return { outcome: "cancelled", data: await sessionAnswer(sessions.store.db, cancelled.session) };
      case "not_found":
        return noSession;
      case "over":
        return sessionEnded(cancelled.status);
    }
  },
};
