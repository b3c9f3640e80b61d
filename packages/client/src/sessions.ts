import { decodeV3 } from "./decode-v3.ts";
import { buildForm } from "./form.ts";
import type { Photo } from "./photo.ts";
import type { DocumentFormat, Meta, PassiveLiveness, VerifyResult } from "./results.ts";
import type {
  MadeSession,
  Session,
  SessionLink,
  SessionList,
  SessionReview,
  SessionStatus,
  SessionTimeline,
  Simulated,
} from "./session-results.ts";
import { checkOptions, type Known } from "./known-options.ts";
import { type CallOptions, checkCall, send, type Transport } from "./send.ts";

interface DocumentReference {
  /** A template from `templates.create`, with the purpose it was created for. */
  readonly reference_template?: string | undefined;
  readonly template_purpose?: string | undefined;
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
}

export interface NewSession extends DocumentReference {
  /** Up to five photos of the person, which are averaged. Without any reference, only the challenge is checked. */
  readonly reference?: Photo | readonly Photo[] | undefined;
  /** Instead: the URL of a photo, which the service downloads. */
  readonly reference_url?: string | undefined;
  readonly challenge?: "required" | "off" | "if_unsure" | undefined;
  /** Where the person is sent at the end, with `?session=<id>` added. Its origin must be allowed by one of your public keys. */
  readonly return_url?: string | undefined;
  readonly external_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly locale?: string | undefined;
  readonly expires_in_s?: number | undefined;
  readonly attempts?: number | undefined;
  readonly threshold?: number | undefined;
  /** Whether the hosted page requests the reference portrait from the person's wallet. Replaces `reference`. */
  readonly wallet?: boolean | undefined;
  /** Without a reference: how often the session can be compared once it is `captured`, 1 to 10. */
  readonly compare_limit?: number | undefined;
  /** For how many minutes comparisons are possible, 1 to 60. Default: 15. */
  readonly compare_within?: number | undefined;
  /** Whether the selfie must pass the passive liveness check; with `allow_unsure`, only an attack fails. */
  readonly passive_liveness?: boolean | undefined;
  readonly allow_unsure?: boolean | undefined;
  /** Whether a reviewer decides after the last attempt fails. Default: the team's setting. */
  readonly review?: boolean | undefined;
  /** Whether the verdict includes a signed receipt: see `verifyReceipt`. */
  readonly receipt?: boolean | undefined;
  /** The OpenID Connect client that sends the person: the session waits for its request with the same `login_hint`. */
  readonly oidc_client?: string | undefined;
  /** With `oidc_client`: not stored. */
  readonly login_hint?: string | undefined;
  /** With a test key: the outcome, which the session reaches without a person. */
  readonly simulate?: Simulated | undefined;
  /** Requests with the same key create one session. Default: a new key for each call. */
  readonly idempotency_key?: string | undefined;
}

export type SessionSort = "created_at" | "-created_at" | "ended_at" | "-ended_at" | "attempts" | "-attempts";

export interface SessionFilter {
  readonly status?: SessionStatus | undefined;
  readonly external_id?: string | undefined;
  /** What the `external_id` begins with, or a session's whole id. */
  readonly text?: string | undefined;
  /** Only sessions that this key created. */
  readonly key_id?: string | undefined;
  readonly created_after?: string | Date | undefined;
  /** Created at this time or later. */
  readonly from?: string | Date | undefined;
  /** Created before this time. */
  readonly to?: string | Date | undefined;
  /** Default: `-created_at`, the newest first. */
  readonly sort?: SessionSort | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface SessionReference extends DocumentReference {
  /** Up to five photos of the person, which are averaged. */
  readonly reference?: Photo | readonly Photo[] | undefined;
  /** Default: the session's threshold, or else the model's. */
  readonly threshold?: number | undefined;
  /** Whether the largest face of a photo with several faces is compared. Otherwise such a photo is an error. Default: the key's setting. */
  readonly allow_several_faces?: boolean | undefined;
  /** With a test key: the outcome to simulate. Default: a match. */
  readonly simulate?: "match" | "no_match" | "no_face" | undefined;
  /** Requests with the same key make one comparison. Default: a new key for each call. */
  readonly idempotency_key?: string | undefined;
}

export interface SessionRepeat {
  readonly reference?: Photo | undefined;
  /** Requests with the same key create one session. Default: a new key for each call. */
  readonly idempotency_key?: string | undefined;
}

export interface SessionAssignment {
  /** The id of a user with the role reviewer or above; null: nobody. */
  readonly to: string | null;
}

export interface SessionNote {
  /** 1 to 500 characters. */
  readonly text: string;
}

export interface SessionComparison extends Omit<VerifyResult, "selfie"> {
  readonly passive_liveness: PassiveLiveness | null;
  readonly comparisons_left: number;
  /** The session after the comparison. */
  readonly session: Session;
}

type WithMeta<Data> = Data & { readonly meta: Meta };

/** Verification sessions: a person opens a page of the service, and you receive the verdict. */
/** JSON-LD according to ISO/IEC TS 27560, in the profile of the Data Privacy Vocabulary. */
export type ConsentRecord = Readonly<Record<string, unknown>>;

/** A photo of a session, encrypted so that only your private key decrypts it. */
export interface SealedPhoto {
  readonly part: "reference" | "frame" | "selfie";
  /** Counted from 1; 0 for a reference. */
  readonly attempt: number;
  readonly sealed_at: string;
  readonly expires_at: string;
  /** Compact JWE: ECDH-ES with X25519, A256GCM. */
  readonly jwe: string;
}

/** The encrypted photos of a session, in the order received. */
export interface Evidence {
  readonly id: string;
  readonly photos: readonly SealedPhoto[];
}

export interface Sessions {
  create(session?: NewSession, options?: CallOptions): Promise<WithMeta<MadeSession>>;
  /** Returns what the person consented to, and whether they withdrew it. */
  consent(id: string, options?: CallOptions): Promise<WithMeta<ConsentRecord>>;
  /** Downloads the encrypted photos. Requires a key with the scope `evidence:read`. `selfsame evidence open` decrypts them. */
  evidence(id: string, options?: CallOptions): Promise<WithMeta<Evidence>>;
  /** Deletes the encrypted photos immediately. Requires a key with the scope `evidence:read`. */
  deleteEvidence(id: string, options?: CallOptions): Promise<WithMeta<{ readonly id: string; readonly deleted: true }>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<Session>>;
  /** Requires a key with the scope `sessions:review`. */
  timeline(id: string, options?: CallOptions): Promise<WithMeta<SessionTimeline>>;
  list(filter?: SessionFilter, options?: CallOptions): Promise<WithMeta<SessionList>>;
  /** Compares a captured session with a reference. A match, or the last allowed comparison, ends the session. */
  compare(id: string, comparison: SessionReference, options?: CallOptions): Promise<WithMeta<SessionComparison>>;
  cancel(id: string, options?: CallOptions): Promise<WithMeta<Session>>;
  /** Creates a new link to an open session. The link before stops working. Sent once unless `maxRetries` is given: another request makes another link. */
  renewLink(id: string, options?: CallOptions): Promise<WithMeta<SessionLink>>;
  /** Creates another session for the person of an ended one. `repeat_needs` of that session says whether it needs the photo again. */
  repeat(id: string, repeat?: SessionRepeat, options?: CallOptions): Promise<WithMeta<MadeSession>>;
  /** Assigns a session that waits for a review to a user, by id, or to nobody. Requires a key with the scope `sessions:review`. */
  assign(id: string, assignment: SessionAssignment, options?: CallOptions): Promise<WithMeta<Session>>;
  /** Adds a note for the team to the timeline. Sent once unless `maxRetries` is given. Requires a key with the scope `sessions:review`. */
  addNote(id: string, note: SessionNote, options?: CallOptions): Promise<WithMeta<Session>>;
  /** Decides a session with the status `needs_review`. Requires a key with the scope `sessions:review`. */
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
  text: true,
  key_id: true,
  created_after: true,
  from: true,
  to: true,
  sort: true,
  limit: true,
  cursor: true,
};

const repeatOptions: Known<SessionRepeat> = { reference: true, idempotency_key: true };
const assignOptions: Known<SessionAssignment> = { to: true };
const noteOptions: Known<SessionNote> = { text: true };
const reviewOptions: Known<SessionReview> = { decision: true, reason: true };

/** For what would be made twice if the response were lost. */
const sentOnce = (options?: CallOptions): CallOptions => ({ ...options, maxRetries: options?.maxRetries ?? 0 });

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
    timeline: async (id, options) =>
      send(transport, { method: "GET", path: `${pathOf(id)}/timeline` }, decodeV3<SessionTimeline>(), options),
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
    renewLink: async (id, options) =>
      send(transport, { method: "POST", path: `${pathOf(id)}/link` }, decodeV3<SessionLink>(), sentOnce(options)),
    repeat: async (id, given = {}, options) => {
      checkOptions(given, repeatOptions);
      checkCall(options);
      const { reference, idempotency_key = crypto.randomUUID() } = given;
      const body = reference === undefined ? {} : { form: await buildForm({ photos: { reference }, texts: {} }) };
      const headers = { "idempotency-key": idempotency_key };
      const call = { method: "POST", path: `${pathOf(id)}/repeat`, headers, ...body } as const;
      return send(transport, call, decodeV3<MadeSession>(), options);
    },
    assign: async (id, assignment, options) => {
      checkOptions(assignment, assignOptions);
      const call = { method: "POST", path: `${pathOf(id)}/assign`, json: assignment } as const;
      return send(transport, call, decodeV3<Session>(), options);
    },
    addNote: async (id, note, options) => {
      checkOptions(note, noteOptions);
      const call = { method: "POST", path: `${pathOf(id)}/notes`, json: note } as const;
      return send(transport, call, decodeV3<Session>(), sentOnce(options));
    },
    review: async (id, review, options) => {
      checkOptions(review, reviewOptions);
      const call = { method: "POST", path: `${pathOf(id)}/review`, json: review } as const;
      return send(transport, call, decodeV3<Session>(), options);
    },
  };
}
