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
import { createDomains, type Domains } from "./resources/domains.ts";
import { createOidcClients, type OidcClients } from "./resources/oidc-clients.ts";
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
  /** Instead of `reference`: a document that contains the portrait. */
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
  /** Instead of `reference`: a template from `templates.create`, with the purpose it was created for. */
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
  readonly selfie: Photo;
  /** The similarity from which two faces match, 0 to 1, for this request. */
  readonly threshold?: number | undefined;
  /** The token that the browser received for passing a live challenge. Null counts as no token: the camera returns null without a challenge. */
  readonly challenge_token?: string | null | undefined;
  /** The same token in the camera's spelling; use either. */
  readonly challengeToken?: string | null | undefined;
  /** The nonce that the challenge was started with, if any. */
  readonly nonce?: string | undefined;
  /** Whether the largest face of a photo with several faces is compared. Otherwise such a photo is an error. Default: the key's setting. */
  readonly allow_several_faces?: boolean | undefined;
  /** Rejects a selfie that looks like a photo of a screen or a print. Keys and teams may require it of every request. */
  readonly passive_liveness?: boolean | undefined;
  /** With `passive_liveness`: rejects `attack` only, not `unsure`. */
  readonly allow_unsure?: boolean | undefined;
  /** Whether the response includes a signed receipt: see `verifyReceipt`. */
  readonly receipt?: boolean | undefined;
  /** With a test key: the outcome to simulate. Default: a match. */
  readonly simulate?: "match" | "no_match" | "no_face" | "presentation_attack" | "passive_liveness_unsure" | undefined;
  /** Whether a missing token is an error; `"if_unsure"`: unless the selfie is clearly live. Default: the client's `requireChallenge`. */
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
 * Client of a face verification service.
 *
 * @example
 * const selfsame = new Selfsame({ apiKey: "ss_sk_...", baseUrl: "http://127.0.0.1:3000" });
 * const { match, similarity } = await selfsame.verify({ reference: "passport.jpg", selfie: "selfie.jpg" });
 */
export class Selfsame {
  readonly #transport: Transport;
  readonly #requireChallenge: boolean | "if_unsure" | undefined;
  /** Verification sessions: a person opens a page of the service, and you receive the verdict. */
  readonly sessions: Sessions;
  /** How the hosted page of your sessions presents you. */
  readonly branding: BrandingOf;
  /** The consent texts on the hosted page, in your words. */
  readonly consentTexts: ConsentTextsOf;
  /** For how long sessions, batches and the request log are stored. */
  readonly retention: RetentionOf;
  readonly v2: V2;
  /** Batches: many comparisons of photos given by URL. */
  readonly batches: Batches;
  /** Endpoints that receive webhooks. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** Events of the last 30 days. */
  readonly events: Events;
  /** The request log of the last days. */
  readonly requests: Requests;
  /** API keys of the account. */
  readonly keys: Keys;
  /** The hosts that photos may be downloaded from. */
  readonly domains: Domains;
  /** Authorities whose signed documents the account trusts. */
  readonly trustAnchors: TrustAnchors;
  /** Certificates that your sessions send to wallets with each request. */
  readonly registrationCertificates: RegistrationCertificates;
  /** Clients of the service's OpenID Connect provider. */
  readonly oidcClients: OidcClients;
  /** Reference templates, encrypted for your account. */
  readonly templates: Templates;
  /** Numbers of requests. */
  readonly usage: UsageOf;

  /** Without options, reads the environment variables SELFSAME_API_KEY and SELFSAME_URL. */
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
    this.domains = createDomains(this.#transport);
    this.trustAnchors = createTrustAnchors(this.#transport);
    this.registrationCertificates = createRegistrationCertificates(this.#transport);
    this.oidcClients = createOidcClients(this.#transport);
    this.templates = createTemplates(this.#transport);
    this.usage = createUsage(this.#transport);
  }

  /** Compares two photos. A pair of different people is a result, not an error. */
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

  /** Returns the models in use, with license, checksum and the error rates at each similarity. */
  async models(options?: CallOptions): Promise<WithMeta<ModelsResult>> {
    return send(this.#transport, { method: "GET", path: "/api/v3/models" }, decodeV3<ModelsResult>(), options);
  }
}

/** @throws TypeError if both spellings are given with different values, since one would be ignored */
function tokenOf({ challenge_token, challengeToken }: VerifyRequest): string | null | undefined {
  const [one, other] = [challenge_token ?? undefined, challengeToken ?? undefined];
  if (one !== undefined && other !== undefined && one !== other) {
    throw new TypeError("challenge_token and challengeToken are two spellings of one option: give one");
  }
  return one ?? other;
}
