import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Manifest } from "@selfsame/face/manifest";
import type { z } from "zod";
import type { Caller } from "../../accounts/access/access.ts";
import type { Challenges } from "../../liveness/challenge/challenges.ts";
import type { ChallengeDetails } from "../../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../../liveness/challenge/light/judge-light.ts";
import type { DocumentReader } from "../../documents/reading/document-reader.ts";
import type { Engine, ObserveStage } from "@selfsame/photo/engine/engine";
import type { Budgets } from "@selfsame/photo/images/memory-budget";
import type { Form } from "@selfsame/photo/images/multipart";
import type { VerifyDeps } from "@selfsame/photo/verify/verify";
import type { KeyDeps } from "../../accounts/keys/keys.ts";
import type { Limits } from "../../accounts/limits/limits.ts";
import type { LogoPlaces } from "../../features/branding/logo-places.ts";
import type { WebhookDeps } from "../../features/webhooks/endpoints.ts";
import type { BatchDeps } from "../../features/batches/create-batch.ts";
import type { SessionDeps, SessionRow } from "../../features/sessions/session.ts";
import type { LinkLimits } from "../../features/sessions/visit/link-limits.ts";
import type { WalletIdentity } from "../../features/sessions/wallet/identity.ts";
import type { OpenStreams } from "../../features/sessions/visit/open-streams.ts";
import type { Retention } from "../../features/retention/periods.ts";
import type { RequestLog } from "../../features/request-log/request-log.ts";
import type { PhotoIssues } from "../../features/request-log/row.ts";
import type { Actor } from "@selfsame/platform/audit/audit";
import type { Turns } from "@selfsame/platform/turns";
import type { Meta, Problem } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";

export interface EndpointDeps extends VerifyDeps {
  readonly engine: Engine;
  readonly manifest: Manifest;
  readonly challenges: Challenges;
  readonly keys: KeyDeps;
  /** The rate limits of API keys. */
  readonly keyLimits: Pick<Limits, "usedOfMonth">;
  readonly webhooks: WebhookDeps;
  readonly batches: BatchDeps;
  /**
   * `wallet`: the identity that requests credentials from wallets; without it, no wallet is used. `oidc`: whether OpenID Connect clients may create
   * sessions.
   */
  readonly sessions: SessionDeps & {
    readonly limits: LinkLimits;
    readonly wallet?: WalletIdentity | undefined;
    readonly oidc?: boolean;
  };
  readonly documents: DocumentReader;
  readonly budgets: Budgets;
  readonly requestLog: RequestLog;
  /** Hosts from which every account may download photos. */
  readonly globalDomains: readonly string[];
  /** How long the installation stores an account's data. */
  readonly retention: Retention;
  /** Aborted when this node stops: ends responses that stay open. */
  readonly stopping: AbortSignal;
  /** Open event streams of sessions on this node. */
  readonly streams: OpenStreams;
  /** Queue for reports that read much usage: one at a time for each account. */
  readonly reportTurns: Turns;
  /** Places for logos that are drawn on this node. */
  readonly logoPlaces: LogoPlaces;
  /** Queue for lists that filter or sort without an index: one at a time for each account. */
  readonly searchTurns: Turns;
  /** Open streams of accounts' test events on this node. */
  readonly listeners: OpenStreams;
  publicUrl(): string;
}

export interface Context {
  readonly caller: Caller;
  /** The actor in the audit log: the key, or the user of the dashboard. */
  readonly by: Actor;
  /** Set if a user of the dashboard calls, for what differs from keys. */
  readonly person?: DashboardUser | undefined;
  /**
   * Whether the caller sees test objects (`true`) or live ones (`false`). A key sees its own kind; a user of the dashboard sees the kind that the
   * request names, or both.
   */
  readonly sees: (test: boolean) => boolean;
  readonly requestId: string;
  /** Values of the path's placeholders. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Receives how long each stage of the request took, for the request log. */
  readonly observe: ObserveStage;
  /** The caller's IP address, for the audit log. */
  readonly address: string;
  /** The Accept header. */
  readonly accept: string | undefined;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** For requests of the hosted page: the session, the link's secret and the device. */
  readonly visit?: PageVisit | undefined;
}

interface DashboardUser {
  /** Their own account. An operator may read the usage of another, and then `caller` has that account. */
  readonly accountId: string;
  /** Checks that they confirmed their identity recently. @throws DashboardError */
  requireConfirmed(): void;
}

export interface PageVisit {
  readonly session: SessionRow;
  readonly secret: string;
  /** The Selfsame-Device header. */
  readonly device: string | undefined;
  readonly userAgent: string | undefined;
}

/** The problem as the caller sees it, and a detail for the log only. */
export interface Rejection extends Problem {
  readonly detail?: string;
  /** When to retry, if known more precisely than from the code alone. */
  readonly retryAfterSeconds?: number;
}

interface Result {
  /** For usage: the outcome as a domain term. */
  readonly outcome: string;
  readonly data: object;
  /** Default: 200. */
  readonly status?: 201 | 202;
  /** The embedding contract id, if faces were compared. */
  readonly model?: string;
  /** For the request log: the quality issues of each photo. */
  readonly issues?: PhotoIssues;
  /** For the request log: the result of the screen light check. */
  readonly light?: LightResult | null;
  /** For the request log: how a challenge was performed. */
  readonly details?: ChallengeDetails | null;
}

/** A response that is produced while it is sent: not JSON, or a long list in JSON. */
interface StreamResult {
  readonly outcome: string;
  readonly contentType: string;
  readonly stream: Readable | ((meta: Meta) => Readable);
}

export type Answer = Result | StreamResult | Rejection;

interface Described {
  readonly path: string;
  /** The endpoint's name in usage. */
  readonly name: string;
  /**
   * The kind of credential the endpoint accepts. A public key is sent by browsers, from one of its allowed origins; `link` is the secret of a session
   * link, sent by the hosted page.
   */
  readonly key: Caller["kind"] | "link";
  /** Whether test keys may call the endpoint. Default: only if it takes no photos. */
  readonly testKeys?: boolean;
  /** For `link`: whether the request counts toward the account's limits, as a verify does. */
  readonly counts?: boolean;
  /** For public keys: the request continues what an earlier, counted request began, so it does not count toward the key's limit per minute. */
  readonly continues?: boolean;
  readonly summary: string;
  readonly description: string;
  readonly data: z.ZodType;
  /** Error codes in addition to those of every endpoint. */
  readonly codes: readonly ErrorCode[];
  /** Status of a successful response. Default: 200. */
  readonly status?: 201 | 202;
  /** Whether the endpoint creates an object and so accepts an Idempotency-Key. */
  readonly makes?: boolean;
  /** The heading in the reference, if not the default of its kind of key. */
  readonly tag?: string;
  /** The response shown in the reference where the running service cannot produce one. */
  readonly example?: { readonly summary: string; readonly data: object };
}

/** An endpoint that takes photos, required unless listed in `optional`, and texts, which are optional. */
export interface PhotoEndpoint extends Described {
  readonly method: "POST";
  readonly body: z.ZodObject;
  readonly photos: readonly string[];
  /** Optional files that are not photos. If one is sent, the repeatable photo may be missing. */
  readonly documents?: readonly string[];
  /** Photos that may be missing. */
  readonly optional?: readonly string[];
  readonly texts: readonly string[];
  /** Checks the request before its photos are read. */
  beforeBody?(deps: EndpointDeps, context: Context): Promise<Rejection | undefined>;
  /** The photo that may be sent several times. */
  readonly repeated?: { readonly name: string; readonly max: number };
  /** Texts that replace the repeatable photo. */
  readonly insteadOfRepeated?: readonly string[];
  /** `kept`: an empty text is passed on, so that the endpoint can reject it. By default an empty text counts as absent. */
  readonly emptyTexts?: "kept";
  run(deps: EndpointDeps, form: Form, context: Context): Promise<Answer>;
}

/** An endpoint that takes a short JSON object or no body. */
export interface JsonEndpoint extends Described {
  readonly method: "POST" | "PATCH";
  readonly json: z.ZodObject;
  readonly jsonBytesMax?: number;
  /** @param json valid by the schema */
  run(deps: EndpointDeps, json: unknown, context: Context): Promise<Answer>;
}

/** An endpoint whose body may be long and is parsed while it arrives. */
export interface StreamEndpoint extends Described {
  readonly method: "POST" | "PUT";
  /** The body's schema, for the reference. */
  readonly streamed: z.ZodType;
  readonly consumes: readonly string[];
  readonly query: z.ZodObject;
  /** @param query valid by the schema */
  run(deps: EndpointDeps, body: IncomingMessage, query: unknown, context: Context): Promise<Answer>;
}

export interface PlainEndpoint extends Described {
  readonly method: "GET" | "DELETE";
  readonly query?: z.ZodObject;
  /** @param query valid by the schema */
  run(deps: EndpointDeps, query: unknown, context: Context): Answer | Promise<Answer>;
}

export type Endpoint = PhotoEndpoint | JsonEndpoint | StreamEndpoint | PlainEndpoint;
