import type { z } from "zod";
import type { errorSchema, metaSchema } from "./schemas/faces.ts";
import { errorCatalog, type ErrorCode, hintOf, messageOf } from "./errors.ts";

/** The `meta` object of every response. */
export type Meta = Readonly<z.output<typeof metaSchema>>;

export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
  readonly error: null;
  readonly meta: Meta;
}

type ErrorBody = Readonly<z.output<typeof errorSchema>>;

export interface Failure {
  readonly success: false;
  readonly data: null;
  readonly error: ErrorBody;
  readonly meta: Meta;
}

/** What is wrong with one request, in addition to the catalog's text for the code. */
export interface Problem extends Pick<ErrorBody, "code" | "limit" | "actual"> {
  /** Replaces the catalog's message where a more specific one is known. */
  readonly message?: string;
  readonly param?: string;
  readonly hint?: string;
  readonly reached?: Required<Pick<ErrorBody, "limit_of" | "limit_window" | "resets_at">>;
}

export const success = <Data>(data: Data, meta: Meta): Success<Data> => ({ success: true, data, error: null, meta });

/** The success envelope as text, with a list in `data` that is read while it is sent. @param name of the list @param items in JSON */
export async function* successInParts(
  data: object,
  name: string,
  items: AsyncIterable<string>,
  meta: Meta,
): AsyncGenerator<string> {
  const list = `${JSON.stringify(name)}:[`;
  const whole = JSON.stringify(success({ ...data, [name]: [] }, meta));
  const at = whole.indexOf(list) + list.length;
  let before = whole.slice(0, at);
  for await (const item of items) {
    yield before + item;
    before = ",";
  }
  yield `${before === "," ? "" : before}${whole.slice(at)}`;
}

/** @param publicUrl the service's public address, without a trailing slash */
export function failure(problem: Problem, meta: Meta, publicUrl: string): Failure {
  const { code, param = null, limit, actual } = problem;
  const { retryable } = errorCatalog[code];
  const { message = messageOf(code, param) } = problem;
  const { hint = hintOf(code, param), reached = {} } = problem;
  const passed = limit === undefined ? {} : { limit, ...(!("limit_of" in reached) && { actual: sent(actual) }) };
  const error = { code, message, param, hint, retryable, docs: errorDocsUrl(code, publicUrl), ...passed, ...reached };
  return { success: false, data: null, error, meta };
}

/** Capped at the largest integer that JavaScript clients read exactly. */
const sent = (actual: number | null | undefined): number | null =>
  actual === undefined || actual === null ? null : Math.min(actual, Number.MAX_SAFE_INTEGER);

const errorDocsUrl = (code: ErrorCode, publicUrl: string): string => `${publicUrl}/docs/guide/errors#${code}`;
