import { decodeV2 } from "./decode-v2.ts";
import { buildForm, type FormParts } from "./form.ts";
import type { Photo } from "./photo.ts";
import { checkOptions, type Known } from "./known-options.ts";
import { checkCall, send, type CallOptions, type Transport } from "./send.ts";

/** Each image is given as a file or a URL; if both are given, the file is used. */
export interface V2VerifyRequest {
  readonly reference?: Photo;
  readonly reference_url?: string;
  readonly selfie?: Photo;
  readonly selfie_url?: string;
}

export interface V2VerifyResult {
  readonly match: boolean;
  readonly confidence: number;
  /** Distinguishes outcomes that all have `match: false`, such as `No face detected in selfie image`. */
  readonly message: string;
  readonly is_spoof: boolean;
  /** The optimized selfie as base64 JPEG; may be empty. */
  readonly selfie_image: string;
}

export interface V2SpoofResult {
  readonly is_spoof: boolean;
  readonly message: string;
}

export interface V2OptimizeResult {
  readonly success: true;
  /** Base64 JPEG. */
  readonly image: string;
  readonly mime_type: string;
  /** Size of the JPEG in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** The legacy version 2 API, for existing callers. */
export interface V2 {
  verify(request: V2VerifyRequest, options?: CallOptions): Promise<V2VerifyResult>;
  /** Checks whether a photo shows a live face or a presentation attack. */
  spoof(request: { readonly photo: Photo }, options?: CallOptions): Promise<V2SpoofResult>;
  /** Crops the photo to an upright square around the largest face. */
  optimize(request: { readonly photo: Photo }, options?: CallOptions): Promise<V2OptimizeResult>;
}

const verifyOptions: Known<V2VerifyRequest> = { reference: true, reference_url: true, selfie: true, selfie_url: true };
const photoOptions: Known<{ readonly photo: Photo }> = { photo: true };

export function createV2(transport: Transport): V2 {
  const post = async <Result extends object>(path: string, parts: FormParts, options?: CallOptions) => {
    checkCall(options);
    return send(transport, { method: "POST", path, form: await buildForm(parts) }, decodeV2<Result>(), options);
  };
  return {
    verify: async (request, options) => {
      checkOptions(request, verifyOptions);
      const { reference, reference_url, selfie, selfie_url } = request;
      return post("/api/v2/verify", { photos: { reference, selfie }, texts: { reference_url, selfie_url } }, options);
    },
    spoof: async (request, options) => {
      checkOptions(request, photoOptions);
      return post("/api/v2/spoof", { photos: { photo: request.photo } }, options);
    },
    optimize: async (request, options) => {
      checkOptions(request, photoOptions);
      return post("/api/v2/optimize", { photos: { photo: request.photo } }, options);
    },
  };
}
