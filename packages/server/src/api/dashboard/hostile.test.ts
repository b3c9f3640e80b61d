import assert from "node:assert/strict";
import { test } from "node:test";
import { assert as holds, asyncProperty, constantFrom, dictionary, jsonValue, oneof, record, string } from "fast-check";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { prototypeNames } from "@selfsame/platform/testing/prototype-names";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { teamSettings } from "./team-settings.ts";

const routes = [
  "POST /setup",
  "POST /reset",
  "POST /api/v3/keys",
  "PATCH /api/v3/keys/ID",
  "POST /api/v3/keys/ID/rotate",
  "DELETE /api/v3/keys/ID",
  "POST /api/v3/domains",
  "DELETE /api/v3/domains/TEXT",
  "DELETE /sessions/TEXT",
  "POST /accounts",
  "PATCH /accounts/TEXT",
  "PATCH /people/TEXT",
  "PATCH /account/settings",
  "PATCH /members/TEXT",
  "DELETE /members/TEXT",
  "POST /members/TEXT/hand-over",
  "POST /teams/TEXT/switch",
  "POST /invitations",
  "DELETE /invitations/TEXT",
  "POST /invitation",
  "POST /invitation/accept",
  "POST /sign-in/code",
  "POST /sign-in/passkey",
  "POST /confirm/passkey",
  "POST /passkeys",
  "PATCH /passkeys/TEXT",
  "DELETE /passkeys/TEXT",
  "POST /authenticator-app/finish",
  "POST /api/v3/webhook_endpoints",
  "PATCH /api/v3/webhook_endpoints/TEXT",
  "POST /api/v3/webhook_endpoints/TEXT/rotate",
  "GET /api/v3/events?sort=TEXT",
  "GET /api/v3/webhook_endpoints?mode=TEXT",
  "GET /api/v3/usage?from=TEXT",
  "GET /api/v3/usage?by=day&split=key&key_id=TEXT&account_id=all",
  "GET /api/v3/usage?account_id=TEXT",
  "GET /api/v3/batches?id_prefix=TEXT&key_id=TEXT",
  "POST /api/v3/batches?key_id=TEXT",
  "GET /audit?before=TEXT",
];
const names = [
  ...Object.keys(teamSettings),
  "kind",
  "secret",
  "email",
  "password",
  "overlap_s",
  "domain",
  "role",
  "plan",
  "expires_at",
  "code",
  "passkey",
];

test("whatever is sent, the answer is one of ours and never a fault", async (t) => {
  const { ask, claim } = await startDashboard(t, "sqlite");
  const cookie = await claim();
  const key = (await ask("POST /api/v3/keys", { name: "x", kind: "private" }, cookie)).body.data;
  const value = oneof(jsonValue(), constantFrom(...prototypeNames));
  const body = oneof(
    jsonValue(),
    record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
    dictionary(constantFrom(...names, ...prototypeNames), value, { noNullPrototype: true }),
  );
  const word = oneof(string({ unit: "binary" }), constantFrom(...prototypeNames));
  await holds(
    asyncProperty(constantFrom(...routes), word, body, async (route, text, sent) => {
      const path = route.replace("ID", key.id).replace("TEXT", encodeURIComponent(text));
      const payload = route.startsWith("GET") || typeof sent !== "object" || sent === null ? undefined : sent;
      const answer = await ask(path, payload, cookie);
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
      if (answer.status >= 400) assert.equal(typeof answer.body.error.code, "string");
    }),
    { numRuns: fuzzRuns(150) },
  );
});
