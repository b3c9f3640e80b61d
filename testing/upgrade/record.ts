/**
 * `node testing/upgrade/record.ts [PROGRAM]`: uses a node of a version, on SQLite and on PostgreSQL, and records the statements that it sent to its
 * database. Run at a release, with the folder of that version; platform/store/upgrade.test.ts runs the statements on the databases of later versions.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { silent } from "../../packages/platform/src/store/log.ts";
import { openPostgres } from "../../packages/platform/src/store/postgres/postgres.ts";
import { until } from "../../packages/platform/testing/until.ts";
import { freePort } from "../free-port.ts";
import { reference, selfie } from "../photos.ts";
import { testKey } from "../server.ts";

const [program = join(import.meta.dirname, "../..")] = process.argv.slice(2);
const admin = process.env["SELFSAME_TEST_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432/test";

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Recorded {
  /** The migrations of its schema, by name. */
  readonly migrations: readonly unknown[];
  readonly statements: readonly Statement[];
}

/** Statements on the queue's own tables, and those that only begin or end a transaction. */
const others =
  /selfsame_jobs|advisory|\bpg_\w+|information_schema|sqlite_|^\s*(?:create|begin|commit|rollback|set|pragma|select 1\b)/i;

async function record(env: Readonly<Record<string, string>>): Promise<Recorded> {
  const dir = mkdtempSync(join(tmpdir(), "selfsame-record-"));
  const file = join(dir, "statements");
  writeFileSync(file, "");
  // Earlier versions have the commands in the server package.
  const command = ["packages/cli/src/selfsame.js", "packages/server/src/cli/selfsame.js"]
    .map((file) => join(resolve(program), file))
    .find((file) => existsSync(file));
  if (command === undefined) throw new Error(`there is no program in ${program}`);
  const port = await freePort();
  const args = ["--import", join(import.meta.dirname, "note-statements.mjs"), command, "serve", "--port", String(port)];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      SELFSAME_DATA_DIR: dir,
      SELFSAME_API_KEY: testKey,
      SELFSAME_WORKERS: "1",
      LOG_LEVEL: "error",
      NOTE_STATEMENTS: file,
      ...env,
    },
  });
  const setup = new Promise<string>((found) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, secret] = /#\/setup\/(\S+)/.exec(line) ?? [];
      if (secret !== undefined) found(secret);
    });
  });
  await use(`http://127.0.0.1:${port}`, await setup);
  child.kill("SIGTERM");
  await once(child, "exit");
  const all = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(dir, { recursive: true });
  const asked = all.map((line) => JSON.parse(line) as Statement);
  // A node first migrates its tables. These statements are left out, because they do not run alongside a later version.
  const migrated = asked.filter(({ sql }) => /^INSERT INTO migrations/i.test(sql));
  const own = asked.slice(asked.findLastIndex((one) => migrated.includes(one)) + 1);
  return {
    migrations: migrated.map(({ parameters }) => parameters[0]),
    statements: onlyNew(own.filter(({ sql }) => !others.test(sql))),
  };
}

/** Keeps each reading statement once, and writing statements as often as they ran, because others depend on them. */
function onlyNew(statements: readonly Statement[]): readonly Statement[] {
  const seen = new Set<string>();
  return statements.filter((statement) => {
    const { sql } = statement;
    const mark = /^\s*(?:select|with)/i.test(sql) ? sql : JSON.stringify(statement);
    return seen.size < seen.add(mark).size;
  });
}

function photos(parts: Readonly<Record<string, Uint8Array | string>>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts))
    form.append(name, typeof part === "string" ? part : new Blob([new Uint8Array(part)]));
  return form;
}

/** Sends requests of version 3. */
const apiOf =
  (url: string) =>
  async (method: string, path: string, body?: FormData | object, key = testKey, more: object = {}) => {
    const json = body !== undefined && !(body instanceof FormData);
    const headers = { authorization: `Bearer ${key}`, ...(json && { "content-type": "application/json" }), ...more };
    const given = body instanceof FormData ? body : body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${url}/api/v3${path}`, { method, headers, body: given });
    const answer = (await response.json().catch(() => ({}))) as { data?: Record<string, string> };
    if (!response.ok) console.log(response.status, method, path, JSON.stringify(answer));
    return answer.data ?? {};
  };

/** Sends requests of the dashboard as its page does: with the cookie that was set last. */
function dashboardOf(url: string) {
  let cookie = "";
  return async (method: string, path: string, body?: object) => {
    const headers = { origin: url, cookie, ...(body && { "content-type": "application/json" }) };
    const given = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${url}${path.startsWith("/api/") ? "" : "/api/dashboard"}${path}`, {
      method,
      headers,
      body: given,
    });
    cookie =
      response.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ") || cookie;
    const text = await response.text();
    if (!response.ok) console.log(response.status, method, path, text);
    return text.startsWith("{") ? JSON.parse(text) : {};
  };
}

/** Uses each feature of the service once. */
async function use(url: string, setup: string): Promise<void> {
  const api = apiOf(url);
  const dashboard = dashboardOf(url);
  await until(() =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const password = "correct horse battery";
  await dashboard("POST", "/setup", { secret: setup, email: "owner@example.com", password });
  await dashboard("POST", "/sign-out");
  await dashboard("POST", "/sign-in", { email: "owner@example.com", password: "wrong wrong wrong" });
  await dashboard("POST", "/sign-in", { email: "owner@example.com", password });
  await dashboard("POST", "/confirm", { password });
  await dashboard("POST", "/api/v3/domains", { domain: "photos.example.com" });
  const branding = { name: "Shop", accent: "#336699", privacy_url: "https://shop.example/privacy" };
  await dashboard("POST", "/api/v3/branding", branding);
  const page = await dashboard("POST", "/api/v3/keys", {
    name: "Page",
    kind: "public",
    allowed_origins: ["https://shop.example"],
  });
  const key = await dashboard("POST", "/api/v3/keys", { name: "Backend", kind: "private" });
  const test = await dashboard("POST", "/api/v3/keys", { name: "Test", kind: "test" });
  await dashboard("POST", `/api/v3/keys/${key.data?.id}/rotate`, { overlap_s: 60 });
  await dashboard("PATCH", `/api/v3/keys/${key.data?.id}`, { name: "Shop's backend" });
  await dashboard("DELETE", `/api/v3/keys/${key.data?.id}`);
  const invited = await dashboard("POST", "/invitations", { email: "dev@example.com", role: "developer" });
  const other = await dashboard("POST", "/accounts", { email: "member@example.com", plan: "free" });

  const endpoint = await api("POST", "/webhook_endpoints", { url: "https://hooks.example/faces" });
  await api("POST", `/webhook_endpoints/${endpoint["id"]}/rotate`, {});
  await api("POST", `/webhook_endpoints/${endpoint["id"]}/test`);
  await api("POST", "/verify", photos({ reference, selfie }));
  await api("POST", "/verify", photos({ reference, selfie }), `${testKey.slice(0, -1)}1`);
  await api("POST", "/analyze", photos({ photo: selfie }));
  const asPage = { origin: "https://shop.example" };
  const challenge = await api("POST", "/challenges", {}, page.data?.secret, asPage);
  const frames = { selfie, frame_1: selfie, frame_2: selfie, frame_3: selfie };
  await api("POST", `/challenges/${challenge["id"]}/complete`, photos(frames), page.data?.secret, asPage);
  const items = [
    { id: "a", reference_urls: ["https://photos.example.com/a"], selfie_url: "https://photos.example.com/b" },
  ];
  const batch = await api("POST", "/batches", { items }, testKey, { "idempotency-key": "batch-1" });
  await until(async () =>
    ["completed", "cancelled"].includes((await api("GET", `/batches/${batch["id"]}`))["status"] ?? ""),
  );
  await api("GET", `/batches/${batch["id"]}/results`);
  await api("GET", "/batches");
  await api("DELETE", `/batches/${batch["id"]}`);

  const session = await api("POST", "/sessions", photos({ reference, external_id: "customer-7", challenge: "off" }));
  const secret = session["url"]?.split("#")[1] ?? "";
  const device = { "selfsame-device": "AAAAAAAAAAAAAAAAAAAAAA" };
  await api("GET", "/session", undefined, secret, device);
  await api("POST", "/session/start", { consent_version: "2026-11" }, secret, device);
  await api("POST", "/session/complete", photos({ selfie }), secret, device);
  const open = await api("POST", "/sessions", photos({ external_id: "customer-8" }), testKey, {
    "idempotency-key": "s-1",
  });
  await api("POST", `/sessions/${open["id"]}/cancel`);
  await api("POST", "/sessions", photos({ simulate: "verified" }), test.data?.secret);
  await api("GET", `/sessions/${session["id"]}`);
  await api("GET", "/sessions");
  await api("GET", "/events");
  await api("GET", `/webhook_endpoints/${endpoint["id"]}/deliveries`);

  const seen = [
    "state sessions overview keys limits api/v3/domains members verifications/funnel",
    `audit invitations accounts people plans health`,
  ];
  for (const path of seen.join(" ").split(" ")) await dashboard("GET", `/${path}`);
  for (const by of ["day", "month&split=outcome"]) await dashboard("GET", `/api/v3/usage?by=${by}`);
  const sessions = "/api/v3/sessions";
  for (const path of ["", `/${session["id"]}`, `/${session["id"]}/timeline`]) await dashboard("GET", sessions + path);
  await dashboard("DELETE", `/invitations/${invited.invitation?.id}`);
  await dashboard("DELETE", `/accounts/${other.account?.id}`);
  await dashboard("DELETE", `/keys/${key.data?.id}`);
  await dashboard("DELETE", "/api/v3/domains/photos.example.com");
  await api("DELETE", `/webhook_endpoints/${endpoint["id"]}`);
  await dashboard("POST", "/sessions/end-others");
}

const database = "selfsame_record";
const asAdmin = async (sql: string) => {
  const pool = openPostgres(admin, silent);
  await pool.query(sql);
  await pool.end();
};
await asAdmin(`DROP DATABASE IF EXISTS ${database}`);
await asAdmin(`CREATE DATABASE ${database}`);
const url = new URL(admin);
url.pathname = `/${database}`;
const recorded = { sqlite: await record({}), postgres: await record({ DATABASE_URL: url.href }) };
await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
const lines = Object.entries(recorded).map(
  ([kind, { migrations, statements }]) =>
    `"${kind}": { "migrations": ${JSON.stringify(migrations)}, "statements": [\n${statements.map((one) => JSON.stringify(one)).join(",\n")}\n] }`,
);
writeFileSync(join(import.meta.dirname, "statements.json"), `{\n${lines.join(",\n")}\n}\n`);
for (const [kind, { statements }] of Object.entries(recorded)) console.log(`${kind}: ${statements.length} statements`);
