import type { Caller } from "../../../../accounts/access/access.ts";
import { type ChallengeDetails, isAccepted } from "../../../../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../../../../liveness/challenge/light/judge-light.ts";
import type { GoodToken } from "../../../../liveness/challenge/tokens/tokens.ts";
import type { Form } from "@selfsame/photo/images/multipart";
import { documentFaults } from "../../../../documents/fault.ts";
import { referencesMax } from "@selfsame/photo/verify/references";
import type { PhotoRole } from "@selfsame/photo/verify/verify";
import {
  demandOf,
  isSurelyLive,
  passiveLivenessOf,
  type PassiveLivenessDemand,
  passiveReasonsOf,
} from "@selfsame/photo/verify/passive-liveness";
import { numberOf } from "../../../bodies/number-text.ts";
import { switchOf } from "../../../bodies/switch-text.ts";
import { simulatedLive } from "../../problems/key-problem.ts";
import { missingPart } from "../../problems/part-problem.ts";
import {
  otherReference,
  givenTemplate,
  templateCodes,
  templateOf,
  templateParam,
  templateTexts,
} from "../../reference-template.ts";
import { type Compared, compareReference } from "../../compare-reference.ts";
import type { Answer, Context, EndpointDeps, PhotoEndpoint, Rejection } from "../../endpoint.ts";
import { comparedFaceData, photoRejection } from "../../photos.ts";
import {
  documentOf,
  documentParts,
  documentTexts,
  type ReferenceDocument,
  referencePart,
  signatureDemand,
  takeDocument,
  unlessReplayed,
} from "../../reference-document.ts";
import { withReceipt } from "../../with-receipt.ts";
import { receivedOf } from "../../received.ts";
import { simulatedVerify } from "../../simulated-verify.ts";
import { noncePattern, verifyBodySchema, verifySchema } from "../../schemas/faces.ts";

export const verify: PhotoEndpoint = {
  method: "POST",
  path: "/verify",
  name: "v3.verify",
  key: "private",
  testKeys: true,
  summary: "Compare two photos",
  description: `Whether a reference photo and a selfie show the same person. Of several faces in a photo the largest counts (of faces that tie the most central), unless \`allow_several_faces\` is false.

\`reference\` may come up to five times: photos that show a face are averaged, which is more accurate than one photo. Instead of photos it may
be a document: \`reference_document\` with its \`document_format\`; or a template that you stored instead of the photo: \`reference_template\`.

Two people who do not match are a result, not an error: \`match\` is false, and \`similarity\` and \`false_match_rate\` are null. With a
\`challenge_token\` the reference is also compared with the frames of the challenge; a token is accepted once. No photo is stored.

With \`passive_liveness\` the selfie alone is checked for presentation attacks (prints, screens, replays), and one that does not pass is rejected,
whatever \`match\` says. It is a filter: for proof of presence require a live challenge.`,
  body: verifyBodySchema,
  data: verifySchema,
  photos: ["reference", "selfie"],
  documents: documentParts,
  repeated: { name: "reference", max: referencesMax },
  // An empty token or nonce is rejected: the client may have lost its value.
  emptyTexts: "kept",
  texts: [
    "threshold",
    "challenge_token",
    "require_challenge",
    "allow_several_faces",
    "passive_liveness",
    "allow_unsure",
    "receipt",
    ...documentTexts,
    ...templateTexts,
    "simulate",
  ],
  insteadOfRepeated: [templateParam],
  codes: [
    "invalid_parameter",
    "no_face",
    "several_faces_found",
    "challenge_required",
    "invalid_challenge_token",
    "stepwise_challenge_required",
    ...documentFaults,
    ...templateCodes,
  ],
  run: async (deps, form, context) => {
    const asked = read(form, context.caller);
    if ("code" in asked) return asked;
    const photos = asked.receipt ? await receivedOf(form) : undefined;
    return withReceipt(deps, form, context, photos, await judge(deps, form, context, asked));
  },
};

async function judge(deps: EndpointDeps, form: Form, context: Context, asked: Asked): Promise<Answer> {
  const template = await templateOf(deps, givenTemplate(form), { ...asked, ...context, beside: otherReference(form) });
  if (template && "code" in template) return template;
  const mustBeSigned = asked.mustBeSigned && !template;
  const document = await documentOf(deps, form, { ...asked, ...context, mustBeSigned, others: ["nonce"] });
  if (document && "code" in document) return document;
  if (context.caller.test) return simulatedVerify(form, { ...deps, ...asked, document, template });
  if (form.texts.has("simulate")) return simulatedLive;
  const challenge = await challengeOf(deps, form, context);
  if (challenge === "invalid") return { code: "invalid_challenge_token", param: "challenge_token" };
  if (challenge && !isAccepted(challenge.details.mode, context.caller.challengeMode)) {
    return { code: "stepwise_challenge_required", param: "challenge_token" };
  }
  if (asked.requireChallenge === true && !challenge) return { code: "challenge_required", param: "challenge_token" };
  if (template && challenge && template.model !== deps.comparison.model) {
    return { code: "template_outdated", param: templateParam, detail: "the frames are of another recognizer" };
  }
  const { caller, signal, observe } = context;
  const { accountId } = caller;
  const look = { accountId, allowedDomains: [], signal, observe };
  const { threshold, passive, requireChallenge } = asked;
  const spoof = passive !== "off" || requireChallenge !== false;
  const compared = { selfie: sourceOf(form, "selfie"), threshold, spoof, template, document, frames: challenge?.face };
  const outcome = await compareReference(deps, form, compared, look);
  const crowd = asked.allowSeveralFaces ? undefined : crowdIn(outcome);
  if (crowd) return { code: "several_faces_found", param: partOf(crowd, document) };
  const isUnsure = asked.requireChallenge === "if_unsure" && !challenge && !isSure(outcome);
  if (isUnsure) return { code: "challenge_required", param: "challenge_token", detail: "the selfie leaves doubt" };
  // The challenge is used only once a result exists, so a photo that could not be analyzed needs no new challenge.
  const taken = outcome.outcome !== "compared" || !challenge || (await challenge.take());
  if (!taken) return { code: "invalid_challenge_token", param: "challenge_token" };
  if (outcome.outcome === "compared") {
    const { store, now } = deps.sessions;
    const replayed = await unlessReplayed(() => store.run(() => takeDocument(store.db, accountId, document, now())));
    if (replayed) return replayed;
  }
  const challenged = {
    challenge: challenge ? "passed" : null,
    details: challenge?.details ?? null,
    light: challenge?.light ?? null,
  } as const;
  return answerOf(outcome, deps, { ...challenged, demand: asked.passive, document });
}

interface Asked {
  readonly threshold: number | undefined;
  /** `if_unsure`: required unless passive liveness is sure. */
  readonly requireChallenge: boolean | "if_unsure";
  readonly mustBeSigned: boolean;
  readonly allowSeveralFaces: boolean;
  readonly passive: PassiveLivenessDemand;
  readonly receipt: boolean;
}

/** Reads the request's settings; the key's apply where the request sets none. */
function read({ texts }: Form, caller: Caller): Asked | Rejection {
  // Test keys accept any token except an empty one.
  if (texts.get("challenge_token")?.trim() === "") return { code: "invalid_challenge_token", param: "challenge_token" };
  const threshold = thresholdOf(texts.get("threshold"));
  if (threshold === null) return { code: "invalid_parameter", param: "threshold" };
  const demand = texts.get("require_challenge");
  const requireChallenge = demand === "if_unsure" ? demand : (switchOf(demand) ?? caller.requireChallenge);
  if (requireChallenge === "unclear") return { code: "invalid_parameter", param: "require_challenge" };
  const mustBeSigned = signatureDemand(texts, caller.requireSignedDocument);
  if (typeof mustBeSigned !== "boolean") return mustBeSigned;
  const allowSeveralFaces = switchOf(texts.get("allow_several_faces")) ?? caller.allowSeveralFaces;
  if (allowSeveralFaces === "unclear") return { code: "invalid_parameter", param: "allow_several_faces" };
  const passiveLiveness = switchOf(texts.get("passive_liveness")) ?? false;
  if (passiveLiveness === "unclear") return { code: "invalid_parameter", param: "passive_liveness" };
  const allowUnsure = switchOf(texts.get("allow_unsure")) ?? false;
  if (allowUnsure === "unclear") return { code: "invalid_parameter", param: "allow_unsure" };
  const passive = demandOf(caller.requirePassiveLiveness, passiveLiveness, allowUnsure);
  const receipt = switchOf(texts.get("receipt")) ?? caller.withReceipt;
  if (receipt === "unclear") return { code: "invalid_parameter", param: "receipt" };
  const nonce = texts.get("nonce");
  if (nonce !== undefined && !noncePattern.test(nonce)) return { code: "invalid_parameter", param: "nonce" };
  // A nonce requires the challenge bound to it, unless it belongs to a credential.
  const ofChallenge = nonce !== undefined && texts.get("document_format") !== "sd_jwt_vc";
  return {
    threshold: threshold ?? caller.threshold ?? undefined,
    requireChallenge: requireChallenge || ofChallenge,
    mustBeSigned,
    allowSeveralFaces,
    passive,
    receipt,
  };
}

/** @returns null when the text is not a number from 0 to 1, undefined when there is none */
export function thresholdOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const value = numberOf(text);
  return value >= 0 && value <= 1 ? value : null;
}

async function challengeOf(
  { challenges }: EndpointDeps,
  { texts, photos }: Form,
  { caller }: Context,
): Promise<GoodToken | "invalid" | undefined> {
  const token = texts.get("challenge_token");
  const selfie = photos.get("selfie");
  if (token === undefined || selfie === undefined) return undefined;
  const of = { accountId: caller.accountId, selfie, nonce: texts.get("nonce") };
  return (await challenges.check(token, of)) ?? "invalid";
}

/** True for outcomes other than a comparison: they have their own response. */
const isSure = (outcome: Compared): boolean =>
  outcome.outcome !== "compared" || isSurelyLive(passiveLivenessOf(outcome.selfie));

function crowdIn(outcome: Compared): PhotoRole | undefined {
  if (outcome.outcome !== "compared") return undefined;
  if (outcome.facts.references.some(({ faces }) => faces > 1)) return "reference";
  return outcome.selfie.faces.length > 1 ? "selfie" : undefined;
}

function sourceOf(form: Form, name: string): { readonly from: "bytes"; readonly bytes: Uint8Array } | undefined {
  const bytes = form.photos.get(name);
  return bytes && { from: "bytes", bytes };
}

/** The part of the form that holds a photo. */
const partOf = (photo: PhotoRole, document: ReferenceDocument | undefined): string =>
  photo === "reference" ? referencePart(document) : photo;

interface AnswerParts {
  readonly challenge: "passed" | null;
  readonly details: ChallengeDetails | null;
  readonly light: LightResult | null;
  readonly demand: PassiveLivenessDemand;
  readonly document: ReferenceDocument | undefined;
}

function answerOf(
  outcome: Compared,
  { comparison }: EndpointDeps,
  { challenge, details, light, demand, document }: AnswerParts,
): Answer {
  switch (outcome.outcome) {
    case "missing":
      return missingPart(outcome.photo);
    case "no_face":
      return { code: "no_face", param: partOf(outcome.photo, document) };
    case "refused":
      return photoRejection(outcome, partOf(outcome.photo, document));
    case "compared": {
      const { match, similarity, threshold, model, facts } = outcome;
      const passive = passiveLivenessOf(outcome.selfie);
      const reasons = [...outcome.reasons, ...passiveReasonsOf(passive, demand)];
      const selfie = comparedFaceData(outcome.selfie);
      return {
        outcome: outcomeOf(reasons),
        model,
        issues: { reference: facts.reference.quality.issues, selfie: selfie.quality.issues },
        light,
        details,
        data: {
          match,
          // Not returned below the threshold: an impostor would learn how close they came.
          similarity: match ? similarity : null,
          threshold,
          false_match_rate: match ? Number(comparison.falseMatchRate(similarity).toPrecision(3)) : null,
          ...facts,
          selfie: { ...selfie, passive_liveness: passive },
          challenge,
          challenge_details: details,
          light,
          decision: reasons.length === 0 ? "accept" : "reject",
          reasons,
        },
      };
    }
  }
}

/** The outcome in usage and the request log, in one word. An attack takes precedence. */
function outcomeOf(reasons: readonly string[]): string {
  if (reasons.includes("presentation_attack")) return "presentation_attack";
  if (reasons.length === 0) return "match";
  return reasons.every((reason) => reason === "passive_liveness_unsure") ? "passive_liveness_unsure" : "no_match";
}
