import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Manifest } from "@selfsame/face/manifest";
import type { z } from "zod";
import type { Caller } from "../../accounts/access/access.ts";
import type { Challenges } from "../../liveness/challenge/challenges.ts";
import type { ChallengeDetails } from "../../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../../liveness/challenge/light/judge-light.ts";
import type { DocumentReader } from "../../documents/reading/document-reader.ts";
import type { Engine, ObserveStage } from "../../photo/engine/engine.ts";
import type { Budgets } from "../../photo/images/memory-budget.ts";
import type { Form } from "../../photo/images/multipart.ts";
import type { VerifyDeps } from "../../photo/verify/verify.ts";
import type { KeyDeps } from "../../accounts/keys/keys.ts";
import type { Limits } from "../../accounts/limits/limits.ts";
import type { WebhookDeps } from "../../features/webhooks/endpoints.ts";
import type { BatchDeps } from "../../features/batches/create-batch.ts";
import type { SessionDeps, SessionRow } from "../../features/sessions/session.ts";
import type { LinkLimits } from "../../features/sessions/visit/link-limits.ts";
import type { WalletIdentity } from "../../features/sessions/wallet/identity.ts";
import type { OpenStreams } from "../../features/sessions/visit/open-streams.ts";
import type { Retention } from "../../features/retention/periods.ts";
import type { RequestLog } from "../../features/request-log/request-log.ts";
import type { PhotoIssues } from "../../features/request-log/row.ts";
import type { Actor } from "../../platform/audit/audit.ts";
import type { Turns } from "../../platform/turns.ts";
import type { Meta, Problem } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";

export interface EndpointDeps extends VerifyDeps {
  readonly engine: Engine;
  readonly manifest: Manifest;
  readonly challenges: Challenges;
  readonly keys: KeyDeps;
  /** Of keys, by what they are counted by. */
  readonly keyLimits: Pick<Limits, "usedOfMonth">;
  readonly webhooks: WebhookDeps;
  readonly batches: BatchDeps;
  /** `wallet`: who asks wallets; without it, none is asked. `oidc`: whether OpenID Connect clients may send people. */
  readonly sessions: SessionDeps & {
    readonly limits: LinkLimits;
    readonly wallet?: WalletIdentity | undefined;
    readonly oidc?: boolean;
  };
  readonly documents: DocumentReader;
  readonly budgets: Budgets;
  readonly requestLog: RequestLog;
  /** How long the installation stores what is an account's. */
  readonly retention: Retention;
  /** Aborted when this node stops: for answers that would go on. */
  readonly stopping: AbortSignal;
  /** Who follows sessions on this node. */
  readonly streams: OpenStreams;
  /** For reports that read much usage: one at a time for each account. */
  readonly reportTurns: Turns;
  /** For lists that are filtered or sorted by what no index is for: one at a time for each account. */
  readonly searchTurns: Turns;
  /** Who follows the test events of accounts on this node. */
  readonly listeners: OpenStreams;
  publicUrl(): string;
}

export interface Context {
  readonly caller: Caller;
  /** For the audit: the key, or the user of the dashboard. */
  readonly by: Actor;
  /**
   * Whether the caller sees what is of tests, or what is not: a key sees its own kind, a user of the dashboard the kind that the request
   * names, or both.
   */
  readonly sees: (test: boolean) => boolean;
  readonly requestId: string;
  /** What the path's placeholders stand for. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Receives how long each stage of the request took, for the request log. */
  readonly observe: ObserveStage;
  /** Where the request comes from, for the audit. */
  readonly address: string;
  /** The Accept header. */
  readonly accept: string | undefined;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  /** Of the hosted page: its session, what opens it, and who is there. */
  readonly visit?: PageVisit | undefined;
}

export interface PageVisit {
  readonly session: SessionRow;
  readonly secret: string;
  /** The Selfsame-Device header. */
  readonly device: string | undefined;
  readonly userAgent: string | undefined;
}

/** The problem that the caller sees, and a detail for the log only. */
export interface Rejection extends Problem {
  readonly detail?: string;
  /** When to come back, where that is known better than by the code alone. */
  readonly retryAfterSeconds?: number;
}

interface Result {
  /** For usage: the outcome in domain words. */
  readonly outcome: string;
  readonly data: object;
  /** 200 unless said. */
  readonly status?: 201 | 202;
  /** The embedding contract id, where faces were compared. */
  readonly model?: string;
  /** For the request log: by photo, what was wrong with its quality. */
  readonly issues?: PhotoIssues;
  /** For the request log: what became of the screen's colors. */
  readonly light?: LightResult | null;
  /** For the request log: how a challenge was performed. */
  readonly details?: ChallengeDetails | null;
}

/** An answer made while it is sent: no JSON, or a list in JSON that is long. */
interface StreamResult {
  readonly outcome: string;
  readonly contentType: string;
  readonly stream: Readable | ((meta: Meta) => Readable);
}

export type Answer = Result | StreamResult | Rejection;

interface Described {
  readonly path: string;
  /** For usage. */
  readonly name: string;
  /**
   * Which kind of key it takes. A public one is taken from a browser, on a page of its allowed origins; the secret of a link from the
   * hosted page.
   */
  readonly key: Caller["kind"] | "link";
  /** Whether test keys may call it. Unless said: where it takes no photos. */
  readonly testKeys?: boolean;
  /** With the secret of a link: whether it is counted for the account, as a verify is. */
  readonly counts?: boolean;
  /** With a public key: goes on with what another request began. That one was counted, so this takes nothing of the key's minute. */
  readonly continues?: boolean;
  readonly summary: string;
  readonly description: string;
  readonly data: z.ZodType;
  /** The errors it can answer with beside those every endpoint can. */
  readonly codes: readonly ErrorCode[];
  /** What it answers with, for the reference; where the running service cannot be asked. */
  /** What it succeeds with: 200 unless said. */
  readonly status?: 201 | 202;
  /** Whether it makes something: then it takes an Idempotency-Key. */
  readonly makes?: boolean;
  /** The heading in the reference, where it is not that of its kind of key. */
  readonly tag?: string;
  readonly example?: { readonly summary: string; readonly data: object };
}

/** An endpoint that takes photos, each of which is required unless it says otherwise, and texts, which are not. */
export interface PhotoEndpoint extends Described {
  readonly method: "POST";
  readonly body: z.ZodObject;
  readonly photos: readonly string[];
  /** Files that are no photos. They may be missing, and where one is there the photo that may come several times need not be. */
  readonly documents?: readonly string[];
  /** Those of the photos that may be missing. */
  readonly optional?: readonly string[];
  readonly texts: readonly string[];
  /** What can be said against a request before its photos are read. */
  beforeBody?(deps: EndpointDeps, context: Context): Promise<Rejection | undefined>;
  /** One of the photos, where it may come several times. */
  readonly repeated?: { readonly name: string; readonly max: number };
  /** Texts that take the place of the photo that may come several times. */
  readonly insteadOfRepeated?: readonly string[];
  /** Whether a text that is there and empty is one, for the endpoint to refuse. It is absent unless said so. */
  readonly emptyTexts?: "kept";
  run(deps: EndpointDeps, form: Form, context: Context): Promise<Answer>;
}

/** An endpoint that takes a short JSON object, or nothing. */
export interface JsonEndpoint extends Described {
  readonly method: "POST" | "PATCH";
  readonly json: z.ZodObject;
  readonly jsonBytesMax?: number;
  /** @param json fits the schema */
  run(deps: EndpointDeps, json: unknown, context: Context): Promise<Answer>;
}

/** An endpoint whose body may be long and is parsed while it arrives. */
export interface StreamEndpoint extends Described {
  readonly method: "POST";
  /** For the reference. */
  readonly streamed: z.ZodType;
  readonly consumes: readonly string[];
  readonly query: z.ZodObject;
  /** @param query fits the schema */
  run(deps: EndpointDeps, body: IncomingMessage, query: unknown, context: Context): Promise<Answer>;
}

export interface PlainEndpoint extends Described {
  readonly method: "GET" | "DELETE";
  readonly query?: z.ZodObject;
  /** @param query fits the schema */
  run(deps: EndpointDeps, query: unknown, context: Context): Answer | Promise<Answer>;
}

export type Endpoint = PhotoEndpoint | JsonEndpoint | StreamEndpoint | PlainEndpoint;
