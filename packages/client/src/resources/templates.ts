import { decodeV3 } from "../decode-v3.ts";
import { buildForm } from "../form.ts";
import { checkOptions, type Known } from "../known-options.ts";
import type { Photo } from "../photo.ts";
import type { DocumentFormat, ReferenceFace, ReferenceLook, WithMeta } from "../results.ts";
import { type CallOptions, checkCall, send, type Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

export interface NewTemplate {
  /** Up to five photos of the person, which are averaged. Required unless there is a `reference_document`. */
  readonly reference?: Photo | readonly Photo[] | undefined;
  /** Instead: a document that contains the portrait. */
  readonly reference_document?: Photo | undefined;
  readonly document_format?: DocumentFormat | undefined;
  /** With `dg2`: EF.SOD of the same chip, whose signature is checked. */
  readonly sod?: Photo | undefined;
  /** With `mdoc`: the SessionTranscript of the request that the wallet answered, as base64. */
  readonly session_transcript?: string | undefined;
  /** With `sd_jwt_vc`: the nonce and the `client_id` of the request that the wallet answered. */
  readonly nonce?: string | undefined;
  readonly audience?: string | undefined;
  /** Rejects a document that no trusted issuer signed. */
  readonly require_signed_document?: boolean | undefined;
  readonly allow_several_faces?: boolean | undefined;
  /** The purpose of the template: it is only accepted with the same `template_purpose`. Default: `default`. */
  readonly purpose?: string | undefined;
  /** From 60 seconds to ten years. Default: a year. */
  readonly expires_in_s?: number | undefined;
}

export interface Template {
  /** Opaque: store it instead of the photo. */
  readonly template: string;
  readonly purpose: string;
  /** The embedding contract id. */
  readonly model: string;
  /** ISO 8601, UTC. */
  readonly expires_at: string;
  readonly reference: ReferenceFace;
  readonly references: readonly ReferenceLook[];
}

/** Reference templates, encrypted for your account. */
export interface Templates {
  create(request: NewTemplate, options?: CallOptions): Promise<WithMeta<Template>>;
  /** Deletes the account's template key, so that nobody can decrypt its templates again. Requires a key with the scope `keys:write`. */
  deleteKey(options?: CallOptions): Promise<WithMeta<{ readonly deleted: boolean }>>;
}

const known: Known<NewTemplate> = {
  reference: true,
  reference_document: true,
  document_format: true,
  sod: true,
  session_transcript: true,
  nonce: true,
  audience: true,
  require_signed_document: true,
  allow_several_faces: true,
  purpose: true,
  expires_in_s: true,
};

export const createTemplates = (transport: Transport): Templates => ({
  create: async (request, options) => {
    checkOptions(request, known);
    checkCall(options);
    const { reference, reference_document, sod, ...texts } = request;
    const form = await buildForm({ photos: { reference, reference_document, sod }, texts });
    return send(transport, { method: "POST", path: "/api/v3/templates", form }, decodeV3<Template>(), options);
  },
  deleteKey: async (options) => callV3(transport, { method: "DELETE", path: "/templates/key" }, options),
});
