import { decodeV3 } from "./decode-v3.ts";
import { buildForm } from "./form.ts";
import type { ModelsResult } from "./models.ts";
import type { Photo } from "./photo.ts";
import type { AnalyzeResult, DocumentFormat, VerifyResult, WithMeta } from "./results.ts";
import { createBatches, type Batches } from "./resources/batches.ts";
import { createEvents, type Events } from "./resources/events.ts";
import { createKeys, type Keys } from "./resources/keys.ts";
import { createTrustAnchors, type TrustAnchors } from "./resources/trust-anchors.ts";
import {
  createRegistrationCertificates,
  type RegistrationCertificates,
} from "./resources/registration-certificates.ts";
import { createTemplates, type Templates } from "./resources/templates.ts";
import { createRequests, type Requests } from "./resources/requests.ts";
import { createUsage, type UsageOf } from "./resources/usage.ts";
import { createWebhookEndpoints, type WebhookEndpoints } from "./resources/webhook-endpoints.ts";
import { checkOptions, type Known } from "./known-options.ts";
import { checkCall, send, type CallOptions, type Transport } from "./send.ts";
import { type RetentionOf, createRetention } from "./resources/retention.ts";
import { type BrandingOf, createBranding } from "./resources/branding.ts";
import { type ConsentTextsOf, createConsentTexts } from "./resources/consent-texts.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { transportOf, type SelfsameOptions } from "./settings.ts";
import { createV2, type V2 } from "./v2.ts";

export interface VerifyRequest {
  /** Up to five photos of the person; those that show a face are averaged. Required unless there is a `reference_document` or a `reference_template`. */
  readonly reference?: Photo | readonly Photo[] | undefined;
  /** In the place of `reference`: a document that holds the portrait. */
  readonly reference_document?: Photo | undefined;
  readonly document_format?: DocumentFormat | undefined;
  /** With `dg2`: EF.SOD of the same chip, whose signature is checked. */
  readonly sod?: Photo | undefined;
  /** With `mdoc`: the SessionTranscript of the request that the wallet answered, as base64. */
  readonly session_transcript?: string | undefined;
  /** With `sd_jwt_vc`: the `client_id` of the request that the wallet answered; its nonce is `nonce`. */
  readonly audience?: string | undefined;
  /** Rejects a reference that no trusted issuer signed. */
  readonly require_signed_document?: boolean | undefined;
  /** Or what `templates.create` returned, with the purpose that it was made for. */
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
  readonly selfie: Photo;
  /** The similarity from which two faces match, 0 to 1, for this request. */
  readonly threshold?: number | undefined;
  /** What the browser got for passing a live challenge; null, as the camera gives it where there was none, is none. */
  readonly challenge_token?: string | null | undefined;
  /** The same, as the camera spells it: give either. */
  readonly challengeToken?: string | null | undefined;
  /** What the challenge was started with, where it was started with one. */
  readonly nonce?: string | undefined;
  /** Whether a photo with several faces is compared by its largest, or an error. As the key's settings say, unless given. */
  readonly allow_several_faces?: boolean | undefined;
  /** Rejects a selfie that looks like a photo of a screen or a print. Keys and teams may require it of every request. */
  readonly passive_liveness?: boolean | undefined;
  /** With the check: rejects what is an attack, and not what is unsure. */
  readonly allow_unsure?: boolean | undefined;
  /** The answer comes with a signed receipt: see `verifyReceipt`. */
  readonly receipt?: boolean | undefined;
  /** With a test key: what comes of it. A match unless given. */
  readonly simulate?: "match" | "no_match" | "no_face" | "presentation_attack" | "passive_liveness_unsure" | undefined;
  /** Whether it is an error when the token is missing; `"if_unsure"`: unless the selfie is surely live. As `requireChallenge` of the client says, unless given. */
  readonly require_challenge?: boolean | "if_unsure" | undefined;
}

export interface AnalyzeRequest {
  readonly photo: Photo;
  /** Checks the largest face for presentation attacks. */
  readonly passive_liveness?: boolean | undefined;
}

const verifyOptions: Known<VerifyRequest> = {
  reference: true,
  selfie: true,
  reference_document: true,
  document_format: true,
  sod: true,
  session_transcript: true,
  audience: true,
  require_signed_document: true,
  reference_template: true,
  template_purpose: true,
  threshold: true,
  challenge_token: true,
  challengeToken: true,
  nonce: true,
  allow_several_faces: true,
  simulate: true,
  require_challenge: true,
  passive_liveness: true,
  allow_unsure: true,
  receipt: true,
};

const analyzeOptions: Known<AnalyzeRequest> = { photo: true, passive_liveness: true };

/**
 * A face verification service.
 *
 * @example
 * const selfsame = new Selfsame({ apiKey: "ss_sk_...", baseUrl: "http://127.0.0.1:3000" });
 * const { match, similarity } = await selfsame.verify({ reference: "passport.jpg", selfie: "selfie.jpg" });
 */
export class Selfsame {
  readonly #transport: Transport;
  readonly #requireChallenge: boolean | "if_unsure" | undefined;
  /** Verification sessions: a person is sent to a page of the service, and you hear the verdict. */
  readonly sessions: Sessions;
  /** How the page of your sessions introduces you. */
  readonly branding: BrandingOf;
  /** What people agree to on the hosted page, in your words. */
  readonly consentTexts: ConsentTextsOf;
  /** For how long sessions, batches and the request log are stored. */
  readonly retention: RetentionOf;
  readonly v2: V2;
  /** Many comparisons of photos named by URL. */
  readonly batches: Batches;
  /** Who hears of what happens. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** What happened, of the last 30 days. */
  readonly events: Events;
  /** What became of a request, of the last days. */
  readonly requests: Requests;
  /** API keys of the account. */
  readonly keys: Keys;
  /** Authorities whose signed documents the account trusts. */
  readonly trustAnchors: TrustAnchors;
  /** What requests to wallets carry in your sessions. */
  readonly registrationCertificates: RegistrationCertificates;
  /** References, sealed for your account. */
  readonly templates: Templates;
  /** How many requests there were. */
  readonly usage: UsageOf;

  /** Without options, those of the environment: SELFSAME_API_KEY and SELFSAME_URL. */
  constructor(options: SelfsameOptions = {}) {
    this.#transport = transportOf(options);
    this.#requireChallenge = options.requireChallenge;
    this.sessions = createSessions(this.#transport);
    this.branding = createBranding(this.#transport);
    this.consentTexts = createConsentTexts(this.#transport);
    this.retention = createRetention(this.#transport);
    this.v2 = createV2(this.#transport);
    this.batches = createBatches(this.#transport);
    this.webhookEndpoints = createWebhookEndpoints(this.#transport);
    this.events = createEvents(this.#transport);
    this.requests = createRequests(this.#transport);
    this.keys = createKeys(this.#transport);
    this.trustAnchors = createTrustAnchors(this.#transport);
    this.registrationCertificates = createRegistrationCertificates(this.#transport);
    this.templates = createTemplates(this.#transport);
    this.usage = createUsage(this.#transport);
  }

  /** Compares two photos. Two people who do not match are a result, not an error. */
  async verify(request: VerifyRequest, options?: CallOptions): Promise<WithMeta<VerifyResult>> {
    checkOptions(request, verifyOptions);
    checkCall(options);
    const { reference, reference_document, sod, selfie, ...asked } = request;
    const {
      document_format,
      threshold,
      nonce,
      allow_several_faces,
      passive_liveness,
      allow_unsure,
      receipt,
      simulate,
    } = asked;
    const challenge_token = tokenOf(request);
    const require_challenge = request.require_challenge ?? this.#requireChallenge;
    const demands = { require_challenge, allow_several_faces, passive_liveness, allow_unsure };
    const { require_signed_document, session_transcript, audience } = asked;
    const { reference_template, template_purpose } = asked;
    const proofs = { session_transcript, audience, require_signed_document, reference_template, template_purpose };
    const texts = { document_format, ...proofs, threshold, challenge_token, nonce, ...demands, receipt, simulate };
    const form = await buildForm({ photos: { reference, reference_document, sod, selfie }, texts });
    return send(this.#transport, { method: "POST", path: "/api/v3/verify", form }, decodeV3<VerifyResult>(), options);
  }

  /** Finds the faces of a photo: box, landmarks, pose and quality. */
  async analyze(request: AnalyzeRequest, options?: CallOptions): Promise<WithMeta<AnalyzeResult>> {
    checkOptions(request, analyzeOptions);
    checkCall(options);
    const { photo, passive_liveness } = request;
    const form = await buildForm({ photos: { photo }, texts: { passive_liveness } });
    return send(this.#transport, { method: "POST", path: "/api/v3/analyze", form }, decodeV3<AnalyzeResult>(), options);
  }

  /** The models in use, with licence, checksum and what a similarity means. */
  async models(options?: CallOptions): Promise<WithMeta<ModelsResult>> {
    return send(this.#transport, { method: "GET", path: "/api/v3/models" }, decodeV3<ModelsResult>(), options);
  }
}

/** @throws TypeError where both spellings are given, and not alike: one of them would be left out without a word */
function tokenOf({ challenge_token, challengeToken }: VerifyRequest): string | null | undefined {
  const [one, other] = [challenge_token ?? undefined, challengeToken ?? undefined];
  if (one !== undefined && other !== undefined && one !== other) {
    throw new TypeError("challenge_token and challengeToken are two spellings of one option: give one");
  }
  return one ?? other;
}
