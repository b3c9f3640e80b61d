/** Names that every object inherits, sent as names of everything a caller may name. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { defaultPlans, planNamed } from "../accounts/access/plans.ts";
import { startDashboard } from "../../testing/dashboard-harness.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { prototypeNames } from "@selfsame/platform/testing/prototype-names";
import { pageOrigin, startService } from "../../testing/service/service.ts";
import { startSessionService } from "../../testing/sessions/sessions.ts";
import { isFuzzRun } from "../../../../testing/fuzz-runs.ts";
import { routeRoles } from "./dashboard/route-roles.ts";

/** One name of each kind: the setter of the prototype, a class, a method, and a method that changes its object. */
const kinds = ["__proto__", "constructor", "toString", "__defineSetter__"] as const;
/** All kinds in `npm run test:fuzz`, otherwise one for each endpoint, in turn. */
const namesAt = (index: number): readonly string[] => (isFuzzRun ? kinds : [kinds[index % kinds.length] ?? ""]);

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

const json = { "content-type": "application/json" };
const withNames = (path: string, name: string) => path.replaceAll(/\{\w+\}|:\w+/g, encodeURIComponent(name));
/** As JSON text: in an object literal `__proto__` would be no field. */
const field = (name: string, value = "1") => `{${JSON.stringify(name)}:${value}}`;

/** Fields that may contain objects, whose names a caller chooses as well. */
const nested = ["metadata", "items", "simulate", "locale", "types", "threshold", "return_url", "reference"];

function jsonBodies(name: string): readonly string[] {
  const text = JSON.stringify(name);
  return [
    field(name),
    field(name, field(name)),
    ...nested.flatMap((outer) => [
      field(outer, text),
      field(outer, field(name, text)),
      field(outer, `[${text}]`),
      field(outer, `[${field(name)}]`),
    ]),
    `{"items":[{"id":${text},"reference_urls":[${text}],"selfie_url":${text},${text}:1}]}`,
  ];
}

async function forms(name: string): Promise<readonly FormData[]> {
  const photo = await portrait("amal");
  const bare = new FormData();
  bare.append(name, "1");
  const file = new FormData();
  file.append(name, new Blob([new Uint8Array(photo)]), name);
  const beside = new FormData();
  for (const part of ["reference", "selfie", "photo"]) beside.append(part, new Blob([new Uint8Array(photo)]), name);
  for (const part of ["threshold", "challenge_token", "metadata", "locale", name]) beside.append(part, name);
  return [bare, file, beside];
}

async function requests(method: string, path: string, name: string): Promise<readonly Sent[]> {
  const to = { method, path: withNames(path, name), headers: {} };
  const query = `${to.path}?${encodeURIComponent(name)}=1&cursor=${name}&limit=${name}&type=${name}&status=${name}`;
  const all: Sent[] = [
    to,
    { ...to, path: query },
    { ...to, path: `${to.path}?${encodeURIComponent(name)}=1` },
    {
      ...to,
      headers: {
        [name]: "1",
        accept: name,
        "accept-language": name,
        "accept-encoding": name,
        "idempotency-key": name,
        "selfsame-device": name,
        cookie: `${name}=1`,
      },
    },
  ];
  if (method === "GET") return all;
  const texts = jsonBodies(name);
  const lines = { "content-type": "application/x-ndjson" };
  all.push(...texts.map((body) => ({ ...to, headers: json, body })));
  all.push(...(await forms(name)).map((body) => ({ ...to, body })));
  if (path.endsWith("/batches")) all.push({ ...to, headers: lines, body: texts.join("\n") });
  all.push({ ...to, headers: { "content-type": name }, body: name });
  return all;
}

const atOnce = 8;

/** @returns requests whose response was a fault */
async function faults(url: string, sent: readonly Sent[], authorization: string): Promise<readonly string[]> {
  const found: string[] = [];
  const rest = sent.entries();
  const sendSome = async () => {
    for (const [index, { path, headers, ...init }] of rest) {
      // Each from another network; otherwise rate limits would reject requests before they are checked.
      const from = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
      const all = { authorization, origin: pageOrigin, "x-forwarded-for": from, ...headers };
      const response = await fetch(url + path, { ...init, headers: all, redirect: "manual" });
      // An event stream does not end.
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
      const text = isStream ? "" : await response.text();
      if (isStream) await response.body?.cancel();
      if (response.status >= 500)
        found.push(
          `${init.method} ${path} ${typeof init.body === "string" ? init.body : ""}: ${response.status} ${text}`,
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  return found;
}

const { paths } = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8")) as {
  readonly paths: Readonly<Record<string, object>>;
};

const parts = { engine: scriptedEngine(), comparison: scriptedComparison, trustedProxies: ["127.0.0.1"] };

test("version 3 knows them as names that it does not know", async (t) => {
  const service = await startSessionService(t, parts);
  const { secret } = await service.create();
  const found: string[] = [];
  let count = 0;
  let endpoints = 0;
  for (const [path, methods] of Object.entries(paths)) {
    const key = path.includes("/session") && !path.includes("/sessions") ? secret : service.apiKey;
    const authorization = `Bearer ${path.includes("/challenges") ? service.publicKey : key}`;
    for (const method of Object.keys(methods)) {
      const names = namesAt(endpoints++);
      const sent = (await Promise.all(names.map((name) => requests(method.toUpperCase(), path, name)))).flat();
      found.push(...(await faults(service.url, sent, authorization)));
      count += sent.length;
    }
  }
  assert.deepEqual(found, [], `${found.length} of ${count}`);
  const { status, body } = await service.ask("POST", "/sessions", JSON.parse(field("__proto__")));
  assert.deepEqual([status, body.error.code, body.error.param], [400, "invalid_parameter", "__proto__"]);
  const lost = await service.ask("POST", "/sessions", JSON.parse(field("metadata", field("__proto__", '"x"'))));
  assert.deepEqual([lost.status, lost.body.error?.param], [400, "metadata"], "not dropped in silence");
  const created = await service.create(JSON.parse(field("metadata", field("constructor", '"x"'))));
  assert.equal(created.session.metadata.constructor, "x");
});

test("version 2 ignores them as any other unknown name", async (t) => {
  const service = await startService(t, parts);
  for (const path of ["verify", "spoof", "optimize"]) {
    const sent = (await Promise.all(kinds.map((name) => requests("POST", `/api/v2/${path}`, name)))).flat();
    assert.deepEqual(await faults(service.url, sent, `Bearer ${service.apiKey}`), []);
  }
});

test("a plan of such a name gives what the smallest gives", () => {
  for (const name of prototypeNames) assert.equal(planNamed(defaultPlans, name), defaultPlans["free"]);
});

test("pages and files of these names are not there", async (t) => {
  const service = await startService(t, parts);
  const folders = ["/{n}", "/api/{n}", "/api/v2/{n}", "/api/v3/{n}", "/docs/{n}", "/docs/guide/{n}", "/camera/{n}"];
  const more = ["/verify/{n}", "/assets/{n}", "/models/{n}", "/api/v3/models/{n}", "/health/{n}", "/camera.js?v={n}"];
  const sent = (
    await Promise.all(kinds.flatMap((name) => [...folders, ...more].map((path) => requests("GET", path, name))))
  ).flat();
  assert.deepEqual(await faults(service.url, sent, `Bearer ${service.apiKey}`), []);
});

test("the dashboard knows them as names that it does not know", async (t) => {
  const { ask, claim } = await startDashboard(t, "sqlite");
  const cookie = await claim();
  const fields = [
    "name",
    "kind",
    "email",
    "plan",
    "role",
    "domain",
    "scopes",
    "limits",
    "expiresAtMs",
    "types",
    "code",
  ];
  const found: string[] = [];
  for (const [index, route] of Object.keys(routeRoles).entries()) {
    // These routes end the session or the account.
    if (/sign-out|DELETE \/account$|POST \/leave|sessions/.test(route)) continue;
    for (const name of namesAt(index)) {
      const text = JSON.stringify(name);
      const path = withNames(route, name);
      const query = `?${encodeURIComponent(name)}=1`;
      const known = `?by=${name}&split=${name}&fromMs=${name}&toMs=${name}&keyId=${name}&before=${name}&limit=${name}`;
      const bodies = [
        field(name),
        field(name, field(name)),
        ...fields.flatMap((one) => [field(one, text), field(one, field(name)), field(one, `[${text}]`)]),
      ];
      const isGet = route.startsWith("GET");
      const sent = isGet ? ["", query, known].map((end) => [path + end] as const) : bodies.map((body) => [path, body]);
      for (const [to = "", body] of sent) {
        const answer = await ask(to, body, cookie, body === undefined ? { [name]: "1" } : json);
        if (answer.status >= 500) found.push(`${to} ${body ?? ""}: ${answer.status} ${answer.text}`);
      }
    }
  }
  assert.deepEqual(found, []);
});
