import { systemClock, type Clock } from "./clock.ts";
import { decodeV3 } from "./decode-v3.ts";
import { buildForm } from "./form.ts";
import type { ModelsResult } from "./models.ts";
import type { Photo } from "./photo.ts";
import type { AnalyzeResult, Meta, VerifyResult } from "./results.ts";
import { send, type CallOptions, type Transport } from "./send.ts";
import { createV2, type V2 } from "./v2.ts";

export interface SelfsameOptions {
  /** A private key (`ss_sk_...`). Keep it on your server. */
  readonly apiKey: string;
  /** Where the service is, such as `https://face.example.com`. */
  readonly baseUrl: string;
  /** The longest one attempt may take. 30,000 unless given. */
  readonly timeoutMs?: number;
  /** How often to try again what can succeed later. 2 unless given. */
  readonly maxRetries?: number;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** Instead of the system's. For tests. */
  readonly clock?: Clock;
}

export interface VerifyRequest {
  readonly reference: Photo;
  readonly selfie: Photo;
  /** The similarity from which two faces match, 0 to 1, for this request. */
  readonly threshold?: number;
  /** What the browser got for passing a live challenge. */
  readonly challenge_token?: string;
}

type WithMeta<Data> = Data & { readonly meta: Meta };

/**
 * A face verification service.
 *
 * @example
 * const selfsame = new Selfsame({ apiKey: process.env.SELFSAME_API_KEY, baseUrl: "http://127.0.0.1:3000" });
 * const { match, similarity } = await selfsame.verify({ reference: "passport.jpg", selfie: "selfie.jpg" });
 */
export class Selfsame {
  readonly #transport: Transport;
  readonly v2: V2;

  constructor(options: SelfsameOptions) {
    if (!options.apiKey) throw new TypeError("Selfsame: apiKey is missing");
    if (!URL.canParse(options.baseUrl)) throw new TypeError("Selfsame: baseUrl is not a URL");
    this.#transport = {
      apiKey: options.apiKey,
      baseUrl: options.baseUrl.replace(/\/+$/, ""),
      timeoutMs: options.timeoutMs ?? 30_000,
      maxRetries: options.maxRetries ?? 2,
      // Looked up at each call, so that instrumentation added later is used too.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      clock: options.clock ?? systemClock,
    };
    this.v2 = createV2(this.#transport);
  }

  /** Compares two photos. Two people who do not match are a result, not an error. */
  async verify(request: VerifyRequest, options?: CallOptions): Promise<WithMeta<VerifyResult>> {
    const { reference, selfie, threshold, challenge_token } = request;
    const form = await buildForm({ photos: { reference, selfie }, texts: { threshold, challenge_token } });
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
