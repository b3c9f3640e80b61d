import type { Manifest } from "@selfsame/face/manifest";
import type { z } from "zod";
import type { Caller } from "../../access/access.ts";
import type { Form } from "../../images/multipart.ts";
import type { VerifyDeps } from "../../verify/verify.ts";
import type { Problem } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";

/** Tells whether a challenge token is good: whoever gives them out, brings it. Without it no token is. */
export interface ChallengeTokens {
  /** Whether the token was given to this account for this very selfie, and is still valid. */
  check(token: string, accountId: string, selfie: Uint8Array): Promise<boolean>;
}

export interface EndpointDeps extends VerifyDeps {
  readonly manifest: Manifest;
  readonly challengeTokens?: ChallengeTokens;
}

export interface Context {
  readonly caller: Caller;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What went wrong, and for the log what the caller is not told. */
export interface Refusal extends Problem {
  readonly detail?: string;
}

export interface Result {
  /** For usage: the outcome in domain words. */
  readonly outcome: string;
  readonly data: object;
  /** The embedding contract id, where faces were compared. */
  readonly model?: string;
}

export type Answer = Result | Refusal;

interface Described {
  readonly path: string;
  /** For usage. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly data: z.ZodType;
  /** The errors it can answer with beside those every endpoint can. */
  readonly codes: readonly ErrorCode[];
}

/** An endpoint that takes photos, each of which is required, and texts, which are not. */
export interface PhotoEndpoint extends Described {
  readonly method: "POST";
  readonly body: z.ZodObject;
  readonly photos: readonly string[];
  readonly texts: readonly string[];
  run(deps: EndpointDeps, form: Form, context: Context): Promise<Answer>;
}

export interface PlainEndpoint extends Described {
  readonly method: "GET";
  run(deps: EndpointDeps): Answer;
}

export type Endpoint = PhotoEndpoint | PlainEndpoint;
