import type { Manifest } from "@selfsame/face/manifest";
import type { z } from "zod";
import type { Caller } from "../../access/access.ts";
import type { Challenges } from "../../challenge/challenges.ts";
import type { Form } from "../../images/multipart.ts";
import type { VerifyDeps } from "../../verify/verify.ts";
import type { Problem } from "./envelope.ts";
import type { ErrorCode } from "./errors.ts";

export interface EndpointDeps extends VerifyDeps {
  readonly manifest: Manifest;
  readonly challenges: Challenges;
}

export interface Context {
  readonly caller: Caller;
  /** What the path's placeholders stand for. */
  readonly params: Readonly<Record<string, string | undefined>>;
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
  /** Which kind of key it takes. A public one is taken from a browser, on a page of its allowed origins. */
  readonly key: Caller["kind"];
  readonly summary: string;
  readonly description: string;
  readonly data: z.ZodType;
  /** The errors it can answer with beside those every endpoint can. */
  readonly codes: readonly ErrorCode[];
  /** What it answers with, for the reference; where the running service cannot be asked. */
  readonly example?: { readonly summary: string; readonly data: object };
}

/** An endpoint that takes photos, each of which is required, and texts, which are not. */
export interface PhotoEndpoint extends Described {
  readonly method: "POST";
  readonly body: z.ZodObject;
  readonly photos: readonly string[];
  readonly texts: readonly string[];
  run(deps: EndpointDeps, form: Form, context: Context): Promise<Answer>;
}

/** An endpoint that takes a short JSON object, or nothing. */
export interface JsonEndpoint extends Described {
  readonly method: "POST";
  readonly json: z.ZodObject;
  /** @param json fits the schema */
  run(deps: EndpointDeps, json: unknown, context: Context): Promise<Answer>;
}

export interface PlainEndpoint extends Described {
  readonly method: "GET";
  run(deps: EndpointDeps): Answer;
}

export type Endpoint = PhotoEndpoint | JsonEndpoint | PlainEndpoint;
