import { decodeV3 } from "./decode-v3.ts";
import { buildForm } from "./form.ts";
import type { Photo } from "./photo.ts";
import type {
  DocumentFormat,
  Meta,
  ChallengeDetails,
  PassiveLiveness,
  ReferenceDocument,
  ReferenceLook,
  VerifyResult,
  LightResult,
} from "./results.ts";
import { checkOptions, type Known } from "./known-options.ts";
import { type CallOptions, checkCall, send, type Transport } from "./send.ts";

export type SessionStatus =
  | "open"
  | "started"
  | "captured"
  | "needs_review"
  | "verified"
  | "failed"
  | "expired"
  | "cancelled";

/** Where a test session can be made to end. */
export type Simulated =
  | "verified"
  | "no_match"
  | "no_face"
  | "poor_quality"
  | "challenge_failed"
  | "several_faces"
  | "presentation_attack"
  | "passive_liveness_unsure"
  | "expired"
  | "cancelled";

interface DocumentReference {
  /** Or what `templates.create` returned, with the purpose that it was made for. */
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
  /** Or a document that holds the portrait. */
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
}

export interface NewSession extends DocumentReference {
  /** Up to five photos of the person, which are averaged. Without any, only the challenge is judged. */
  readonly reference?: Photo | readonly Photo[] | undefined;
  /** Or where one is, for the service to fetch. */
  readonly reference_url?: string | undefined;
  readonly challenge?: "required" | "off" | "if_unsure" | undefined;
  /** Where the person goes in the end, with `?session=<id>`: of an origin of one of your public keys. */
  readonly return_url?: string | undefined;
  readonly external_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly locale?: string | undefined;
  readonly expires_in_s?: number | undefined;
  readonly attempts?: number | undefined;
  readonly threshold?: number | undefined;
  /** The reference is the portrait in the person's wallet, which the page asks for. It takes the place of `reference`. */
  readonly wallet?: boolean | undefined;
  /** Without a reference: how often it may be compared once it is `captured`, 1 to 10. */
  readonly compare_limit?: number | undefined;
  /** And for how many minutes, 1 to 60. 15 unless given. */
  readonly compare_within?: number | undefined;
  /** The selfie has to pass the passive liveness check; with `allow_unsure` only an attack fails. */
  readonly passive_liveness?: boolean | undefined;
  readonly allow_unsure?: boolean | undefined;
  /** When no attempt is left a person decides it. As the team has set it unless given. */
  readonly review?: boolean | undefined;
  /** The verdict comes with a signed receipt: see `verifyReceipt`. */
  readonly receipt?: boolean | undefined;
  /** The OpenID Connect client that sends the person: the session waits for its request with the same `login_hint`. */
  readonly oidc_client?: string | undefined;
  /** With `oidc_client`: not stored. */
  readonly login_hint?: string | undefined;
  /** With a test key: how it ends, by itself. */
  readonly simulate?: Simulated | undefined;
  /** Under one key a session is made once, however often it is asked for. Of each call's own unless given. */
  readonly idempotency_key?: string | undefined;
}

export interface SessionResult {
  /** Null where there was nothing to compare. */
  readonly match: boolean | null;
  /** Null below the threshold. */
  readonly similarity: number | null;
  readonly threshold: number;
  readonly false_match_rate: number | null;
  readonly challenge: "passed" | "failed" | null;
  /** How the last attempt's challenge was performed; null where there was none, or its frames were not judged. */
  readonly challenge_details: ChallengeDetails | null;
  /** Of the last attempt's screen colors; null where there were none. */
  readonly light: LightResult | null;
  /** Of the last attempt's selfie; null where it was not asked for. */
  readonly passive_liveness: PassiveLiveness | null;
  /** Why the last attempt failed; empty when verified, unless a reviewer approved it. */
  readonly reasons: readonly Exclude<Simulated, "verified" | "expired" | "cancelled">[];
  readonly model: string;
  /** Who decided it after its attempts failed; null where nobody had to. */
  readonly reviewed_by: "person" | "key" | null;
  readonly review_reason: string | null;
}

export interface SessionReview {
  /** `retry`: one more attempt by the same link. */
  readonly decision: "approve" | "reject" | "retry";
  /** 1 to 500 characters, stored with the session. */
  readonly reason: string;
}

/** Times are ISO 8601, UTC. */
export interface Session {
  readonly id: string;
  /** Decide by it. */
  readonly status: SessionStatus;
  readonly test: boolean;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly challenge: "required" | "off" | "if_unsure";
  readonly passive_liveness: boolean;
  readonly allow_unsure: boolean;
  readonly review: boolean;
  /** The first of two decisions, where the team requires two reviewers. */
  readonly review_pending: (SessionReview & { readonly by: "person" | "key"; readonly at: string }) | null;
  readonly attempts: number;
  readonly attempts_allowed: number;
  /** Whether the reference comes from the person's wallet. */
  readonly wallet: boolean;
  /** The document that the reference came as; null where it is none, or the wallet has not answered. */
  readonly document: ReferenceDocument | null;
  /** How often it may be compared later, and for how many minutes; null where it is not. */
  readonly compare_limit: number | null;
  readonly compare_within: number | null;
  /** How many comparisons were made. */
  readonly comparisons: number;
  /** The OpenID Connect client that sends the person, and what it knows the person by. */
  readonly oidc: { readonly client: string; readonly sub: string } | null;
  /** There once it is captured, verified, failed or waiting for a review. */
  readonly result: SessionResult | null;
  /** The signed receipt of the verdict; null where none was asked for, and before the verdict. */
  readonly receipt: string | null;
  /** Whether photos of it are stored, encrypted to your public key: not all with `over_limit`, none with null. */
  readonly evidence: "sealed" | "over_limit" | null;
  readonly consent: { readonly version: string; readonly at: string } | null;
  readonly created_at: string;
  readonly opened_at: string | null;
  /** When the person first chose "Not now": they may come back until the session ends. */
  readonly declined_at: string | null;
  /** When the person was done, of a session that is compared later. */
  readonly captured_at: string | null;
  readonly ended_at: string | null;
  readonly expires_at: string;
}

export interface MadeSession extends Session {
  /** Send the person there, and nobody else. */
  readonly url: string;
  readonly references: readonly ReferenceLook[];
}

export interface SessionList {
  /** The newest first. */
  readonly sessions: readonly Session[];
  /** For the next page; null on the last. */
  readonly next_cursor: string | null;
}

export interface SessionFilter {
  readonly status?: SessionStatus | undefined;
  readonly external_id?: string | undefined;
  readonly created_after?: string | Date | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface SessionReference extends DocumentReference {
  /** Up to five photos of the person, which are averaged. */
  readonly reference?: Photo | readonly Photo[] | undefined;
  /** The session's own or the model's unless given. */
  readonly threshold?: number | undefined;
  /** Whether a photo with several faces is compared by its largest, or an error. As the key's settings say, unless given. */
  readonly allow_several_faces?: boolean | undefined;
  /** With a test key: what comes of it. A match unless given. */
  readonly simulate?: "match" | "no_match" | "no_face" | undefined;
  /** Under one key a comparison is made once, however often it is asked for. Of each call's own unless given. */
  readonly idempotency_key?: string | undefined;
}

export interface SessionComparison extends Omit<VerifyResult, "selfie"> {
  readonly passive_liveness: PassiveLiveness | null;
  readonly comparisons_left: number;
  /** As it is after the comparison. */
  readonly session: Session;
}

type WithMeta<Data> = Data & { readonly meta: Meta };

/** Verification sessions: a person is sent to a page of the service, and you hear the verdict. */
/** JSON-LD after ISO/IEC TS 27560, in the profile of the Data Privacy Vocabulary. */
export type ConsentRecord = Readonly<Record<string, unknown>>;

/** A photo of a session that only your private key opens. */
export interface SealedPhoto {
  readonly part: "reference" | "frame" | "selfie";
  /** From 1; 0 for a reference. */
  readonly attempt: number;
  readonly sealed_at: string;
  readonly expires_at: string;
  /** Compact JWE: ECDH-ES with X25519, A256GCM. */
  readonly jwe: string;
}

/** The sealed photos of a session, in the order they arrived. */
export interface Evidence {
  readonly id: string;
  readonly photos: readonly SealedPhoto[];
}

export interface Sessions {
  create(session?: NewSession, options?: CallOptions): Promise<WithMeta<MadeSession>>;
  /** What the person agreed to, and whether they took it back. */
  consent(id: string, options?: CallOptions): Promise<WithMeta<ConsentRecord>>;
  /** Downloads the sealed photos, with a key of scope `evidence:read`. `selfsame evidence open` opens them. */
  evidence(id: string, options?: CallOptions): Promise<WithMeta<Evidence>>;
  /** Deletes the sealed photos at once, with a key of scope `evidence:read`. */
  deleteEvidence(id: string, options?: CallOptions): Promise<WithMeta<{ readonly id: string; readonly deleted: true }>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<Session>>;
  list(filter?: SessionFilter, options?: CallOptions): Promise<WithMeta<SessionList>>;
  /** Compares a captured session with a reference. A match, or the last comparison, ends it. */
  compare(id: string, comparison: SessionReference, options?: CallOptions): Promise<WithMeta<SessionComparison>>;
  cancel(id: string, options?: CallOptions): Promise<WithMeta<Session>>;
  /** Decides a session that has the status `needs_review`, with a key of scope `sessions:review`. */
  review(id: string, review: SessionReview, options?: CallOptions): Promise<WithMeta<Session>>;
}

const sessionOptions: Known<NewSession> = {
  reference: true,
  reference_document: true,
  document_format: true,
  sod: true,
  session_transcript: true,
  nonce: true,
  audience: true,
  require_signed_document: true,
  reference_template: true,
  template_purpose: true,
  reference_url: true,
  challenge: true,
  return_url: true,
  external_id: true,
  metadata: true,
  locale: true,
  expires_in_s: true,
  attempts: true,
  threshold: true,
  wallet: true,
  compare_limit: true,
  compare_within: true,
  passive_liveness: true,
  allow_unsure: true,
  review: true,
  simulate: true,
  idempotency_key: true,
  receipt: true,
  oidc_client: true,
  login_hint: true,
};

const referenceOptions: Known<SessionReference> = {
  reference: true,
  reference_document: true,
  document_format: true,
  sod: true,
  session_transcript: true,
  nonce: true,
  audience: true,
  require_signed_document: true,
  reference_template: true,
  template_purpose: true,
  threshold: true,
  allow_several_faces: true,
  simulate: true,
  idempotency_key: true,
};

const filterOptions: Known<SessionFilter> = {
  status: true,
  external_id: true,
  created_after: true,
  limit: true,
  cursor: true,
};

const reviewOptions: Known<SessionReview> = { decision: true, reason: true };

const path = "/api/v3/sessions";
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

export function createSessions(transport: Transport): Sessions {
  return {
    create: async (given = {}, options) => {
      checkOptions(given, sessionOptions);
      checkCall(options);
      const { idempotency_key = crypto.randomUUID(), ...session } = given;
      const call = { method: "POST", path, headers: { "idempotency-key": idempotency_key } } as const;
      const { reference, reference_document, sod, metadata, ...rest } = session;
      const body =
        (reference ?? reference_document ?? sod) === undefined
          ? { json: session }
          : {
              form: await buildForm({
                photos: { reference, reference_document, sod },
                texts: { ...rest, metadata: metadata && JSON.stringify(metadata) },
              }),
            };
      return send(transport, { ...call, ...body }, decodeV3<MadeSession>(), options);
    },
    consent: async (id, options) =>
      send(transport, { method: "GET", path: `${pathOf(id)}/consent` }, decodeV3<ConsentRecord>(), options),
    evidence: async (id, options) =>
      send(transport, { method: "GET", path: `${pathOf(id)}/evidence` }, decodeV3<Evidence>(), options),
    deleteEvidence: async (id, options) => {
      const decode = decodeV3<{ readonly id: string; readonly deleted: true }>();
      return send(transport, { method: "DELETE", path: `${pathOf(id)}/evidence` }, decode, options);
    },
    get: async (id, options) => send(transport, { method: "GET", path: pathOf(id) }, decodeV3<Session>(), options),
    list: async (filter = {}, options) => {
      checkOptions(filter, filterOptions);
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(filter)) {
        if (value !== undefined) query.set(name, value instanceof Date ? value.toISOString() : String(value));
      }
      return send(transport, { method: "GET", path: `${path}?${query}` }, decodeV3<SessionList>(), options);
    },
    compare: async (id, given, options) => {
      checkOptions(given, referenceOptions);
      checkCall(options);
      const { reference, reference_document, sod, idempotency_key = crypto.randomUUID(), ...texts } = given;
      const headers = { "idempotency-key": idempotency_key };
      const form = await buildForm({ photos: { reference, reference_document, sod }, texts });
      const call = { method: "POST", path: `${pathOf(id)}/compare`, headers, form } as const;
      return send(transport, call, decodeV3<SessionComparison>(), options);
    },
    cancel: async (id, options) =>
      send(transport, { method: "POST", path: `${pathOf(id)}/cancel` }, decodeV3<Session>(), options),
    review: async (id, review, options) => {
      checkOptions(review, reviewOptions);
      const call = { method: "POST", path: `${pathOf(id)}/review`, json: review } as const;
      return send(transport, call, decodeV3<Session>(), options);
    },
  };
}
