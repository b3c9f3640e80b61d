import { sealedFor, sealingReferences } from "../../../../features/sessions/evidence/seal-photo.ts";
import { documentFaults } from "../../../../documents/fault.ts";
import type { Form } from "@selfsame/photo/images/multipart";
import {
  compareCapture,
  type CaptureSimilarity,
  settleComparison,
} from "../../../../features/sessions/captures/compare-session.ts";
import { upToDate } from "../../../../features/sessions/end-session.ts";
import { findSession, isOver, type SessionResult, type SessionRow } from "../../../../features/sessions/session.ts";
import { modelFor } from "@selfsame/photo/verify/comparison";
import { referencesMax } from "@selfsame/photo/verify/references";
import { switchOf } from "../../../bodies/switch-text.ts";
import { simulatedLive } from "../../problems/key-problem.ts";
import { sessionEnded } from "../../problems/session-problem.ts";
import type { Context, EndpointDeps, PhotoEndpoint, Rejection } from "../../endpoint.ts";
import { receivedOf } from "../../received.ts";
import { once } from "../../once.ts";
import { comparedFaceData, referenceData } from "../../photos.ts";
import {
  otherReference,
  givenTemplate,
  type ReferenceFacts,
  type ReferenceTemplate,
  templateCodes,
  templateOf,
  templateParam,
  templateTexts,
} from "../../reference-template.ts";
import { requireReference } from "../../require-reference.ts";
import {
  documentData,
  documentOf,
  documentParts,
  documentTexts,
  type ReferenceDocument,
  referencePart,
  referencesOf,
  signatureDemand,
  takeDocument,
  unlessReplayed,
} from "../../reference-document.ts";
import { compareSessionBodySchema, comparedSessionSchema } from "../../sessions/session-schemas.ts";
import { simulatedFacts } from "../../simulated-verify.ts";
import { sessionAgain, sessionAnswer } from "./session-answers.ts";
import { sessionExample } from "./session-example.ts";
import { thresholdOf } from "../faces/verify.ts";

const {
  reasons,
  light: _light,
  challenge_details: _details,
  model: _model,
  reviewed_by: _by,
  review_reason: _why,
  ...verdict
} = sessionExample.result;
const face = { faces: 1, quality: { score: 0.86, issues: [] } };

export const compareSession: PhotoEndpoint = {
  method: "POST",
  path: "/sessions/:id/compare",
  name: "v3.compare_session",
  key: "private",
  testKeys: true,
  makes: true,
  tag: "Sessions",
  summary: "Compare a captured session",
  description: `Compares the capture of a session that was created with \`compare_limit\` with a reference: up to five photos, a document, or a template, as in \`/verify\`.

A match ends the session as \`verified\`, and the last comparison without one as \`failed\` (or \`needs_review\`, with \`review\`); either deletes the capture. A reference that cannot be
compared (no face, an unreadable file) does not count. The reference is not stored.`,
  body: compareSessionBodySchema,
  data: comparedSessionSchema,
  photos: ["reference"],
  documents: documentParts,
  repeated: { name: "reference", max: referencesMax },
  texts: ["threshold", "allow_several_faces", ...documentTexts, ...templateTexts, "simulate"],
  insteadOfRepeated: [templateParam],
  codes: [
    "invalid_parameter",
    "session_not_found",
    "session_not_captured",
    "session_ended",
    "no_face",
    "several_faces_found",
    ...documentFaults,
    ...templateCodes,
  ],
  example: {
    summary: "A match",
    data: {
      ...verdict,
      reference: { ...face, box: { x: 412, y: 230, width: 388, height: 512 }, document: null },
      references: [{ used: true, ...face }],
      decision: "accept",
      reasons,
      comparisons_left: 0,
      session: {
        ...sessionExample,
        compare_limit: 1,
        compare_within: 15,
        comparisons: 1,
        captured_at: "2026-11-22T09:31:30.000Z",
        ended_at: "2026-11-22T09:33:02.000Z",
        expires_at: "2026-11-22T09:46:30.000Z",
      },
    },
  },
  beforeBody: async (deps, context) => {
    // A repeated request gets its stored response, even after the session ended. So only requests without an Idempotency-Key are checked here.
    if (context.idempotencyKey !== undefined) return undefined;
    const found = await findCaptured(deps, context);
    return "code" in found ? found : undefined;
  },
  run: async (deps, form, context) => {
    const asked = read(form, context);
    if ("code" in asked) return asked;
    const { id = "" } = context.params;
    const texts = JSON.stringify([...form.texts]);
    return once<StoredAnswer>(deps.sessions.store, context, {
      asked: ["v3.compare_session", id, texts, ...form.series, ...form.documents.values()],
      again: async ({ data, ...stored }) => {
        const { db } = deps.sessions.store;
        const found = await findSession(db, context.caller.accountId, id);
        return { ...stored, data: { ...data, session: await sessionAgain(db, found, data.session) } };
      },
      make: async (storeAnswer) => {
        const session = await findCaptured(deps, context);
        if ("code" in session) return session;
        const byDefault = session.require_signed_document === 1 || context.caller.requireSignedDocument;
        const mustBeSigned = signatureDemand(form.texts, byDefault);
        if (typeof mustBeSigned !== "boolean") return mustBeSigned;
        const received = session.receipt_photos === null ? [] : await receivedOf(form);
        const demand = { ...context, ...asked, mustBeSigned, beside: otherReference(form) };
        const template = await templateOf(deps, givenTemplate(form), demand);
        if (template && "code" in template) return template;
        // Template and session hold only embeddings. If their recognizers differ, neither can be embedded again.
        if (template && template.model !== session.model) return { code: "template_outdated", param: templateParam };
        const document = await documentOf(deps, form, { ...context, mustBeSigned: mustBeSigned && !template });
        if (document && "code" in document) return document;
        const compare = context.caller.test ? simulateComparison : compareReferences;
        const sealing = sealingReferences(deps.engine, sealedFor(session, deps.sessions.now()));
        const compared = await compare(
          { ...deps, engine: { ...deps.engine, ...sealing.engine } },
          session,
          { ...form, document, template },
          asked,
          context,
        );
        if ("code" in compared) return compared;
        let answer: StoredAnswer | undefined;
        const { likeness, applied } = compared;
        const sent = { photos: received, evidence: sealing.sealed };
        const now = await unlessReplayed(() =>
          settleComparison(compareDeps(deps), session, likeness, applied, sent, async (db, row) => {
            await takeDocument(db, context.caller.accountId, document, deps.sessions.now());
            answer = answerOf(deps, row, await sessionAnswer(db, row), compared);
            return storeAnswer(db, answer);
          }),
        );
        if (now && "code" in now) return now;
        return now && answer ? answer : { code: "session_ended" };
      },
    });
  },
};

const compareDeps = ({ sessions, comparison }: EndpointDeps) => ({ ...sessions, comparison });

async function findCaptured(
  { sessions }: EndpointDeps,
  { caller, params }: Context,
): Promise<SessionRow | (Rejection & { readonly status?: never })> {
  const { id = "" } = params;
  const found = await sessions.store.run(() => findSession(sessions.store.db, caller.accountId, id, caller.test));
  if (!found) return { code: "session_not_found" };
  const session = await upToDate(sessions, found);
  if (session.status === "captured") return session;
  return isOver(session) ? sessionEnded(session.status) : { code: "session_not_captured" };
}

const simulatedComparisons = ["match", "no_match", "no_face"] as const;

interface Asked {
  readonly threshold: number | undefined;
  readonly allowSeveralFaces: boolean;
  readonly simulate: (typeof simulatedComparisons)[number];
}

function read({ texts }: Form, { caller }: Context): Asked | Rejection {
  const threshold = thresholdOf(texts.get("threshold"));
  if (threshold === null) return { code: "invalid_parameter", param: "threshold" };
  const allowSeveralFaces = switchOf(texts.get("allow_several_faces")) ?? caller.allowSeveralFaces;
  if (allowSeveralFaces === "unclear") return { code: "invalid_parameter", param: "allow_several_faces" };
  const simulate = simulatedComparisons.find((one) => one === (texts.get("simulate") ?? "match"));
  if (texts.has("simulate") && !caller.test) return simulatedLive;
  if (simulate === undefined) return { code: "invalid_parameter", param: "simulate" };
  return { threshold, allowSeveralFaces, simulate };
}

/** The reference of the comparison: photos, or a document instead of them. */
type Given = Form & {
  readonly document: ReferenceDocument | undefined;
  readonly template: ReferenceTemplate | undefined;
};

interface Compared {
  readonly likeness: CaptureSimilarity;
  /** The threshold applied. */
  readonly applied: number;
  readonly facts: ReferenceFacts;
}

const appliedTo = ({ comparison }: EndpointDeps, session: SessionRow, { threshold }: Asked): number =>
  threshold ?? session.threshold ?? comparison.threshold;

async function compareReferences(
  deps: EndpointDeps,
  session: SessionRow,
  given: Given,
  asked: Asked,
  context: Context,
): Promise<Compared | Rejection> {
  const seen = given.template ?? (await seenReference(deps, session, given, asked, context));
  if ("code" in seen) return seen;
  const applied = appliedTo(deps, session, asked);
  const likeness = await compareCapture(compareDeps(deps), session, seen.reference, applied);
  return likeness ? { likeness, applied, facts: seen.facts } : { code: "session_ended" };
}

async function seenReference(
  deps: EndpointDeps,
  session: SessionRow,
  { document, ...form }: Given,
  asked: Asked,
  { caller: { accountId }, signal, observe }: Context,
): Promise<Pick<ReferenceTemplate, "reference" | "facts"> | Rejection> {
  const required = {
    sources: referencesOf(form, document),
    part: referencePart(document),
    allowSeveralFaces: asked.allowSeveralFaces,
  };
  const model = modelFor(deps.comparison, session.model);
  const seen = await requireReference(deps, required, { accountId, allowedDomains: [], signal, observe, model });
  if ("code" in seen) return seen;
  const { reference, first, found } = seen;
  const face = comparedFaceData(first);
  const facts = {
    reference: { ...face, document: documentData(document, face.quality) },
    references: found.map(referenceData),
  };
  return { reference, facts };
}

/** For a test key: the chosen outcome, with an invented similarity. */
async function simulateComparison(
  deps: EndpointDeps,
  session: SessionRow,
  { document, template, ...form }: Given,
  asked: Asked,
): Promise<Compared | Rejection> {
  const { simulate } = asked;
  if (simulate === "no_face") return { code: "no_face", param: "reference" };
  const match = simulate === "match";
  return {
    likeness: { match, reasons: match ? [] : ["no_match"], similarity: match ? 0.9 : 0 },
    applied: appliedTo(deps, session, asked),
    facts: template?.facts ?? simulatedFacts(form, document),
  };
}

interface StoredAnswer {
  readonly outcome: "match" | "no_match";
  readonly model: string;
  readonly issues: { readonly reference: readonly string[] };
  readonly data: { readonly session: Awaited<ReturnType<typeof sessionAnswer>>; readonly [more: string]: unknown };
}

function answerOf(
  { comparison }: EndpointDeps,
  row: SessionRow,
  session: StoredAnswer["data"]["session"],
  compared: Compared,
): StoredAnswer {
  const { likeness, applied, facts } = compared;
  const { match, similarity, reasons } = likeness;
  const { challenge = null, passive_liveness = null }: Partial<SessionResult> = session.result ?? {};
  return {
    outcome: match ? "match" : "no_match",
    model: row.model,
    issues: { reference: facts.reference.quality.issues },
    data: {
      match,
      // Not returned, as in /verify: an impostor would learn how close they came.
      similarity: match ? similarity : null,
      threshold: applied,
      false_match_rate: match ? Number(comparison.falseMatchRate(similarity).toPrecision(3)) : null,
      ...facts,
      challenge,
      passive_liveness,
      decision: match ? "accept" : "reject",
      reasons,
      comparisons_left: session.ended_at === null ? (session.compare_limit ?? 0) - session.comparisons : 0,
      session,
    },
  };
}
