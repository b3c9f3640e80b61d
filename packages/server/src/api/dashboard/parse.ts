import { z } from "zod";
import { DashboardError } from "./errors.ts";

/** Checks a body, query or path against its closed schema. @throws DashboardError naming the first field at fault */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> =>
  parseValue(schema, value ?? {}, "");

/** @param name of the value, which is at fault if none of its fields is */
export function parseValue<T extends z.ZodType>(schema: T, value: unknown, name: string): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    // PostgreSQL takes every character in a text but this one. Not before: what is nested too deep cannot be written as text again.
    if (JSON.stringify(parsed.data).includes(String.raw`\u0000`)) throw new DashboardError("invalid_request");
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const field = String(issue?.path[0] ?? (issue?.code === "unrecognized_keys" ? issue.keys[0] : name));
  throw new DashboardError("invalid_request", field ? { field } : {});
}

export const nothing = z.strictObject({});
export const email = z.email().max(254);
/** Whether one may be set is for accounts/people/accounts/password-rules.ts to say. */
export const password = z.string().min(1).max(1000);
export const secret = z.string().min(1).max(100);
export const id = z.strictObject({ id: z.string().max(40) });
/** Of what: of live keys, or of test keys. */
export const kind = z.enum(["live", "test"]);
