import { z } from "zod";
import { passwordLengthMax, passwordLengthMin } from "../../access/passwords.ts";
import { DashboardError } from "./errors.ts";

/** Checks a body, query or path against its closed schema. @throws DashboardError naming the first field at fault */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  // PostgreSQL takes every character in a text but this one.
  if (JSON.stringify(value ?? {}).includes(String.raw`\u0000`)) throw new DashboardError("invalid_request");
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = String(issue?.path[0] ?? (issue?.code === "unrecognized_keys" ? issue.keys[0] : ""));
  throw new DashboardError("invalid_request", field ? { field } : {});
}

export const nothing = z.strictObject({});
export const email = z.email().max(254);
/** A password that is to be checked; one that is to be set goes through `newPassword` as well. */
export const password = z.string().min(1).max(1000);
export const secret = z.string().min(1).max(100);
export const id = z.strictObject({ id: z.string().max(40) });

/** @throws DashboardError when it is too short or too long */
export function newPassword(password: string, field = "password"): string {
  // In characters and not UTF-16 units (NIST SP 800-63B section 3.1.1.2).
  const length = Array.from(password.normalize("NFKC")).length;
  if (length < passwordLengthMin || length > passwordLengthMax) throw new DashboardError("weak_password", { field });
  return password;
}
