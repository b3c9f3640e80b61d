import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints/endpoints.ts";
import { checked } from "../json-body.ts";
import { parameterHint } from "./parameter-hints.ts";

interface Bounds {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The limits of a field, also of one that may be null or left out. */
function boundsOf(field: z.ZodType): Bounds {
  const found: Record<string, number> = {};
  const collect = (one: object): void => {
    for (const [name, value] of Object.entries(one)) {
      if (typeof value === "number" && Math.abs(value) !== Number.MAX_SAFE_INTEGER) found[name] = value;
      if (name === "anyOf") for (const option of value as object[]) collect(option);
    }
  };
  collect(z.toJSONSchema(field, { io: "input", unrepresentable: "any" }));
  return found;
}

/** The range that a hint states: `1 to 64`, `1 to 1,000`. */
const rangeIn = (hint: string) =>
  /\b([\d,]+) to ([\d,]*\d)/
    .exec(hint)
    ?.slice(1)
    .map((text) => Number(text.replaceAll(",", "")));

/** A value that is just outside of the limits. */
function outside({ maxLength, maximum }: Bounds): unknown {
  if (maxLength !== undefined) return "x".repeat(maxLength + 1);
  return maximum === undefined ? undefined : maximum + 1;
}

const fieldsOf = ({ shape }: z.ZodObject) => Object.entries(shape) as readonly (readonly [string, z.ZodType])[];

/** Fields of JSON bodies and of queries, whose hints are chosen by the schema. */
const checkedFieldsOf = (endpoint: Endpoint) => [
  ...("json" in endpoint ? fieldsOf(endpoint.json) : []),
  ...("query" in endpoint && endpoint.query ? fieldsOf(endpoint.query) : []),
];

/** Fields of forms, whose hints are chosen by the name alone. */
const formFieldsOf = (endpoint: Endpoint) => [
  ...("photos" in endpoint ? fieldsOf(endpoint.body) : []),
  ...("streamed" in endpoint && endpoint.streamed instanceof z.ZodObject ? fieldsOf(endpoint.streamed) : []),
];

/** Endpoints with a hint of their own for a field that others have with another range. */
const ownHints = new Set(["POST /templates expires_in_s"]);

test("a range in a hint is that of the endpoint's schema", () => {
  const compared = new Set<string>();
  const compare = (name: string, hint: string | undefined, bounds: Bounds) => {
    const range = rangeIn(hint ?? "");
    if (range === undefined) return;
    const { minLength = range[0], maxLength, minimum = minLength, maximum = maxLength } = bounds;
    if (maximum === undefined) return;
    assert.deepEqual(range, [minimum, maximum], `${name}: ${hint}`);
    compared.add(`${name}: ${range.join(" to ")}`);
  };
  for (const endpoint of endpoints) {
    const route = `${endpoint.method} ${endpoint.path}`;
    for (const [name, field] of checkedFieldsOf(endpoint)) {
      const bounds = boundsOf(field);
      const rejection = checked(z.object({ [name]: field }), { [name]: outside(bounds) });
      if ("hint" in rejection) compare(`${route} ${name}`, rejection.hint, bounds);
    }
    for (const [name, field] of formFieldsOf(endpoint)) {
      if (!ownHints.has(`${route} ${name}`)) compare(`${route} ${name}`, parameterHint(name), boundsOf(field));
    }
  }
  for (const known of [
    "POST /keys name: 1 to 64",
    "POST /oidc_clients name: 1 to 100",
    "POST /branding name: 1 to 60",
    "POST /sessions login_hint: 1 to 255",
  ])
    assert.ok(compared.has(known), `${known} is not among ${[...compared].join(", ")}`);
});

test("a switch is described as one where another endpoint has a file of the same name", () => {
  const rejection = checked(z.object({ burst: z.boolean().optional() }), { burst: "yes" });
  assert.equal("hint" in rejection && rejection.hint, "`burst` is `true` or `false`.");
});
