import { decodeV3 } from "./decode-v3.ts";
import { buildForm } from "./form.ts";
import type { ModelsResult } from "./models.ts";
import type { Photo } from "./photo.ts";
import type { AnalyzeResult, VerifyResult, WithMeta } from "./results.ts";
import { createBatches, type Batches } from "./resources/batches.ts";
import { createEvents, type Events } from "./resources/events.ts";
import { createRequests, type Requests } from "./resources/requests.ts";
import { createWebhookEndpoints, type WebhookEndpoints } from "./resources/webhook-endpoints.ts";
import { send, type CallOptions, type Transport } from "./send.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { transportOf, type SelfsameOptions } from "./settings.ts";
import { createV2, type V2 } from "./v2.ts";

export interface VerifyRequest {
  /** Up to five photos of the person; those that show a face are averaged. */
  readonly reference: Photo | readonly Photo[];
  readonly selfie: Photo;
  /** The similarity from which two faces match, 0 to 1, for this request. */
  readonly threshold?: number | undefined;
  /** What the browser got for passing a live challenge; null, as the camera gives it where there was none, is none. */
  readonly challenge_token?: string | null | undefined;
  /** What the challenge was started with, where it was started with one. */
  readonly nonce?: string | undefined;
  /** Whether a photo with several faces is compared by its largest, or an error. As the key's settings say, unless given. */
  readonly allow_several_faces?: boolean | undefined;
  /** With a test key: what comes of it. A match unless given. */
  readonly simulate?: "match" | "no_match" | "no_face" | undefined;
  /** Whether it is an error when the token is missing. As `requireChallenge` of the client says, unless given. */
  readonly require_challenge?: boolean | undefined;
}

/**
 * A face verification service.
 *
 * @example
 * const selfsame = new Selfsame({ apiKey: "ss_sk_...", baseUrl: "http://127.0.0.1:3000" });
 * const { match, similarity } = await selfsame.verify({ reference: "passport.jpg", selfie: "selfie.jpg" });
 */
export class Selfsame {
  readonly #transport: Transport;
  readonly #requireChallenge: boolean | undefined;
  /** Verification sessions: a person is sent to a page of the service, and you hear the verdict. */
  readonly sessions: Sessions;
  readonly v2: V2;
  /** Many comparisons of photos named by URL. */
  readonly batches: Batches;
  /** Who hears of what happens. */
  readonly webhookEndpoints: WebhookEndpoints;
  /** What happened, of the last 30 days. */
  readonly events: Events;
  /** What became of a request, of the last days. */
  readonly requests: Requests;

  /** Without options, those of the environment: SELFSAME_API_KEY and SELFSAME_URL. */
  constructor(options: SelfsameOptions = {}) {
    this.#transport = transportOf(options);
    this.#requireChallenge = options.requireChallenge;
    this.sessions = createSessions(this.#transport);
    this.v2 = createV2(this.#transport);
    this.batches = createBatches(this.#transport);
    this.webhookEndpoints = createWebhookEndpoints(this.#transport);
    this.events = createEvents(this.#transport);
    this.requests = createRequests(this.#transport);
  }

  /** Compares two photos. Two people who do not match are a result, not an error. */
  async verify(request: VerifyRequest, options?: CallOptions): Promise<WithMeta<VerifyResult>> {
    const { reference, selfie, threshold, challenge_token, nonce, allow_several_faces, simulate } = request;
    const require_challenge = request.require_challenge ?? this.#requireChallenge;
    const texts = { threshold, challenge_token, nonce, require_challenge, allow_several_faces, simulate };
    const form = await buildForm({ photos: { reference, selfie }, texts });
    return send(this.#transport, { method: "POST", path: "/api/v3/verify", form }, decodeV3<VerifyResult>(), options);
  }

  /** Finds the faces of a photo: box, landmarks, pose and quality. */
  async analyze(request: { readonly photo: Photo }, options?: CallOptions): Promise<WithMeta<AnalyzeResult>> {
    const form = await buildForm({ photos: { photo: request.photo } });
    return send(this.#transport, { method: "POST", path: "/api/v3/analyze", form }, decodeV3<AnalyzeResult>(), options);
  }

  /** The models in use, with licence, checksum and what a similarity means. */
  async models(options?: CallOptions): Promise<WithMeta<ModelsResult>> {
    return send(this.#transport, { method: "GET", path: "/api/v3/models" }, decodeV3<ModelsResult>(), options);
  }
}
