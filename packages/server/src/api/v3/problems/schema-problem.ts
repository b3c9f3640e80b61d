import type { z } from "zod";
import { nearestName } from "@selfsame/platform/nearest-name";
import type { Rejection } from "../endpoint.ts";
import { didYouMean, quoted } from "./in-words.ts";
import { parameterHint } from "./parameter-hints.ts";

type Issue = z.core.$ZodIssue;

/**
 * Describes what does not fit the schema: the field, what it was and what it may be. Never its value, which may be a secret.
 *
 * @param value the value that was checked
 */
export function schemaProblem(schema: z.ZodType, issue: Issue | undefined, value: unknown): Rejection {
  const code = "invalid_parameter";
  if (!issue) return { code };
  if (issue.code === "unrecognized_keys") return unknownField(schema, issue);
  const [param] = issue.path;
  if (typeof param !== "string") return { code, message: "The body is no JSON object." };
  const name = `\`${pathOf(issue.path)}\``;
  const message = `${name} ${isMissing(issue, value) ? "is missing" : complaint(issue, at(value, issue.path))}.`;
  return { code, param, message, hint: hintFor(param, fieldsOf(schema)?.[param]) };
}

/** The path of the issue does not include an unknown field: its name is in `keys`. */
function unknownField(schema: z.ZodType, { keys, path }: Extract<Issue, { readonly code: "unrecognized_keys" }>) {
  const [key = ""] = keys;
  const known = namesIn(schema, path);
  const param = [...path, key].find((part) => typeof part === "string");
  return {
    code: "invalid_parameter",
    ...(param !== undefined && { param: param.slice(0, 64) }),
    message: `There is no field \`${pathOf([...path, key.slice(0, 64)])}\` here.${didYouMean(nearestName(key, known))}`,
    hint: known.length > 0 ? `The fields are ${quoted(known)}.` : "This request takes no fields.",
  } as const;
}

/** `limits.requests_per_minute`, `events[2]` */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => `${text}${typeof part === "number" ? `[${part}]` : `${text && "."}${String(part).slice(0, 64)}`}`,
    "",
  );

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, part) => (inner as Record<PropertyKey, unknown> | undefined)?.[part], value);
}

const isMissing = ({ code, path }: Issue, value: unknown): boolean =>
  (code === "invalid_type" || code === "invalid_value" || code === "invalid_union") && at(value, path) === undefined;

/** The unit of a size limit, by type. */
const counted: Readonly<Record<string, string>> = { string: " characters", array: " entries", set: " entries" };

function complaint(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[issue.expected] ?? issue.expected}, and is ${kindOf(value)}`;
    case "too_small":
    case "too_big": {
      const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
      const edge = issue.code === "too_small" ? "at least" : "at most";
      const open = issue.inclusive === false ? (issue.code === "too_small" ? "more than" : "less than") : edge;
      const unit = counted[issue.origin];
      return unit === undefined ? `must be ${open} ${bound}` : `must have ${open} ${bound}${unit}`;
    }
    case "invalid_value": {
      const near = typeof value === "string" ? nearestName(value, issue.values.map(String)) : undefined;
      return `must be ${issue.values.length > 1 ? "one of " : ""}${quoted(issue.values)}${near === undefined ? "" : `; did you mean \`${near}\``}`;
    }
    case "invalid_format":
      return formats[issue.format] ?? "is not in the format it has to have";
    case "invalid_key":
      return "has a name that is not allowed";
    case "custom":
    case "invalid_element":
    case "invalid_union":
    case "not_multiple_of":
    case "unrecognized_keys":
      return "has a value that is not allowed";
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "`true` or `false`",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, string>> = {
  datetime: "must be a time in ISO 8601, such as `2026-11-22T09:30:00Z`",
  date: "must be a day, such as `2026-11-22`",
  url: "must be a URL",
  email: "must be an e-mail address",
};

function kindOf(value: unknown): string {
  if (value === null) return "`null`";
  if (Array.isArray(value)) return "a list";
  if (Number.isNaN(value)) return "no number";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number with decimals";
  if (typeof value === "boolean") return `\`${value}\``;
  return kinds[typeof value] ?? typeof value;
}

/** The fields of an object within a schema. */
function namesIn(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = path.reduce<unknown>((one, part) => fieldsOf(one)?.[String(part)], schema);
  return Object.keys(fieldsOf(inner) ?? {});
}

function hintFor(param: string, field: unknown): string {
  const base = baseOf(field);
  // Another endpoint may accept something else under the same name.
  if (base?.def.type === "boolean") return `\`${param}\` is \`true\` or \`false\`.`;
  return parameterHint(param, descriptionOf(field), rangeOf(base));
}

type Field = z.ZodType & {
  readonly def: { readonly type: string; readonly innerType?: unknown };
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
};

/** The type of a field that may be left out or null. */
function baseOf(field: unknown): Field | undefined {
  if (!field) return undefined;
  const { innerType } = (field as Field).def;
  return innerType === undefined ? (field as Field) : baseOf(innerType);
}

function rangeOf({ minLength, maxLength }: Partial<Field> = {}): string | undefined {
  if (typeof maxLength !== "number") return undefined;
  return typeof minLength === "number" ? `${minLength} to ${maxLength}` : `at most ${maxLength}`;
}

/** A field that may be left out wraps the one that is described. */
function descriptionOf(field: unknown): string | undefined {
  if (!field) return undefined;
  const { description, def } = field as z.ZodType & { readonly def: { readonly innerType?: unknown } };
  return description ?? descriptionOf(def.innerType);
}

/** @returns undefined if the schema has no fields, as for a string */
function fieldsOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const { shape, def } = (schema ?? {}) as { readonly shape?: object; readonly def?: { readonly innerType?: unknown } };
  if (shape) return shape as Readonly<Record<string, unknown>>;
  return def?.innerType === undefined ? undefined : fieldsOf(def.innerType);
}
