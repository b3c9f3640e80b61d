/** Finds lists of fields that are written twice: two types that share six names should be one, or one made from the other (`Pick`, `z.output`). */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const packages = join(import.meta.dirname, "../..");
/** The folders that are searched, and what stands before their files' names. */
const folders = [
  { folder: "server/src", prefix: "" },
  { folder: "photo/src", prefix: "photo/" },
  { folder: "platform/src", prefix: "platform/" },
];
const sharedMax = 5;

interface Shape {
  /** File and name. */
  readonly place: string;
  readonly fields: ReadonlySet<string>;
}

/** Interfaces, types of objects, and schemas of zod. Fields that they take from others by name are not included. */
function shapesOf(file: string, text: string): Shape[] {
  const opening = /(?:interface (\w+)[^{]*|type (\w+) = [\w<>&. ]*|const (\w+) = z\s*\.(?:strictObject|object)\()\{\n/g;
  return Array.from(text.matchAll(opening), (match) => {
    const body = bodyAt(text, match.index + match[0].length);
    const indent = /^ +/.exec(body)?.[0] ?? "";
    const fields = body.matchAll(new RegExp(`^${indent}(?:readonly )?(\\w+)\\??(?::|,$)`, "gm"));
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    return { place: `${file} ${name}`, fields: new Set(Array.from(fields, ([, field = ""]) => field)) };
  });
}

/** The text up to the closing bracket. */
function bodyAt(text: string, start: number): string {
  let end = start;
  for (let depth = 1; depth > 0 && end < text.length; end++) {
    const character = text.charAt(end);
    if ("{[(".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
  }
  return text.slice(start, end - 1);
}

/** Tables share names for columns that they have in common: ids, times, a status. */
const isTable = ({ place }: Shape): boolean => place.endsWith("Table");

/** Pairs as "one | other", in order. */
function sharing(shapes: readonly Shape[]): readonly string[] {
  const pairs = shapes.flatMap((one, index) =>
    shapes
      .slice(index + 1)
      .filter((other) => !(isTable(one) && isTable(other)))
      .filter((other) => [...one.fields].filter((field) => other.fields.has(field)).length > sharedMax)
      .map((other) => [one.place, other.place].toSorted().join(" | ")),
  );
  return pairs.toSorted();
}

/** Pairs from before this rule. Add none, and remove those that no longer exist. */
const known: readonly string[] = [
  "accounts/people/accounts/sign-in-sessions.ts SignInSession | api/dashboard/answers/sign-in.ts session",
  "accounts/people/accounts/sign-in-sessions.ts SignedIn | api/dashboard/answers/account.ts me",
  "accounts/people/sign-on/provider.ts ProviderSettings | api/dashboard/routes/sign-on/settings.ts providerBody",
  "api/dashboard/answers/audit.ts auditEntry | platform/audit/audit.ts AuditEntry",
  "api/dashboard/answers/operations.ts node | platform/ops/nodes.ts SeenNode",
  "api/v3/schemas/batches.ts resultSchema | features/batches/results.ts ResultRow",
  "api/v3/schemas/branding.ts brandingSchema | features/branding/branding.ts Purpose",
  "api/v3/schemas/document.ts documentSchema | features/sessions/session.ts DocumentData",
  "api/v3/schemas/faces.ts verifySchema | api/v3/sessions/session-schemas.ts sessionResultSchema",
  "api/v3/schemas/faces.ts verifySchema | features/receipts/receipt.ts Verdict",
  "api/v3/schemas/faces.ts verifySchema | features/sessions/session.ts SessionResult",
  "api/v3/schemas/requests.ts loggedRequestSchema | features/request-log/row.ts LoggedRequest",
  "api/v3/schemas/requests.ts loggedRequestSchema | platform/store/tables/requests.ts RequestsTable",
  "api/v3/schemas/webhooks.ts deliverySchema | platform/store/schema.ts WebhookDeliveriesTable",
  "api/v3/sessions/page-schemas.ts pageStateSchema | platform/store/schema.ts VerificationSessionsTable",
  "api/v3/sessions/session-schemas.ts sessionResultSchema | features/receipts/receipt.ts Verdict",
  "api/v3/sessions/session-schemas.ts sessionResultSchema | features/sessions/session.ts SessionResult",
  "features/receipts/receipt.ts Verdict | features/sessions/session.ts SessionResult",
  "features/receipts/receipt.ts Verdict | platform/store/schema.ts VerificationSessionsTable",
  "features/request-log/row.ts LoggedRequest | platform/store/tables/requests.ts RequestsTable",
  "features/sessions/create-session.ts NewSession | platform/store/schema.ts VerificationSessionsTable",
  "platform/queue/queue.ts ClaimedJob | platform/store/schema.ts JobsTable",
];

test("no two types share more than five names, but for those of before", () => {
  const shapes = folders.flatMap(({ folder, prefix }) => {
    const src = join(packages, folder);
    const files = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith(".test.ts"));
    return files.flatMap((file) => shapesOf(`${prefix}${file}`, readFileSync(join(src, file), "utf8")));
  });
  assert.ok(shapes.length > 300, "they are found");
  assert.deepEqual(sharing(shapes), known);
});

test("the rule finds a list that is written again, as a type and as a schema", () => {
  const fields = ["id", "name", "kind", "status", "created", "ended"];
  const type = `export interface One {\n${fields.map((name) => `  readonly ${name}?: string;\n`).join("")}}\n`;
  const schema = `const two = z.object({\n${fields.map((name) => `  ${name}: z.string().meta({\n    x: 1,\n  }),\n`).join("")}});\n`;
  const shapes = [...shapesOf("a.ts", type), ...shapesOf("b.ts", schema)];
  assert.deepEqual(sharing(shapes), ["a.ts One | b.ts two"]);
  assert.deepEqual(
    sharing([...shapesOf("a.ts", type), ...shapesOf("b.ts", schema.replace("  ended:", "  over:"))]),
    [],
  );
});
