/** docs/privacy.md lists every outgoing request. Code with a new one fails here until the page names it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const packages = join(root, "packages");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Imports that open connections or resolve names: values only, because a type import opens nothing. */
const opens =
  /^import (?!type).*from "(?:node:dns(?:\/promises)?|node:dgram|undici|openid-client|ioredis|pg|nodemailer)"|import\("(?:undici|nodemailer|openid-client|ioredis|pg)"\)|\bconnect as connect|[^.\w]fetch\(|spawn\(command/m;

/** The row of the table for each of these files. */
const rows: Readonly<Record<string, string>> = {
  "cli/src/develop/api.ts": "events in your terminal",
  "cli/src/documents/documents-trust.ts": "lists of authorities",
  "cli/src/develop/listen.ts": "events in your terminal",
  "cli/src/doctor/other-service.ts": "the checkup",
  "cli/src/doctor/public-url.ts": "the checkup",
  "cli/src/doctor/redis.ts": "shared limits",
  "server/src/documents/status/status-lists.ts": "status lists",
  "server/src/features/mail/smtp.ts": "mail",
  "photo/src/models/catalog/resumable.ts": "model files",
  "photo/src/models/npm-pack.ts": "model files",
  "platform/src/outbound/connect.ts": "photo URLs, webhooks, single sign-on, status lists, model files",
  "platform/src/outbound/names/query.ts": "name lookups",
  "server/src/accounts/people/sign-on/open-id.ts": "single sign-on",
  "server/src/service/resolve-txt.ts": "single sign-on",
  "platform/src/store/postgres/examine-postgres.ts": "database",
  "platform/src/store/postgres/postgres.ts": "database",
  "platform/src/store/redis.ts": "shared limits",
};

test("each file that opens a connection belongs to a row of the privacy page's table", () => {
  const files = globSync("{platform,photo,server,cli,lab}/src/**/*.ts", { cwd: packages, exclude: ["**/*.test.ts"] });
  const open = files
    .filter((file) => opens.test(readFileSync(join(packages, file), "utf8")))
    .map((file) => file.replaceAll("\\", "/"));
  assert.deepEqual(open.toSorted(), Object.keys(rows).toSorted());
  const table = new Set(
    [...read("docs/privacy.md").matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name),
  );
  const named = Object.values(rows).flatMap((row) => row.split(", "));
  for (const row of named) assert.ok(table.has(row), `docs/privacy.md has no row "${row}"`);
});
