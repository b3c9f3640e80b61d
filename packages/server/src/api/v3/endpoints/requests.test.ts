import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { bodyOf, failureOf, send } from "../../../../testing/service/request.ts";
import { pageOrigin, startService } from "../../../../testing/service/service.ts";

test("another account, a public key and an id that is none see nothing", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const models = await send(service, { path: "/api/v3/models" });
  const path = `/api/v3/requests/${models.headers.get("x-request-id")}`;
  assert.equal((await bodyOf<{ outcome: string }>(await send(service, { path }))).data.outcome, "listed");
  const missing = await send(service, { path: "/api/v3/requests/missing" });
  assert.deepEqual([missing.status, (await failureOf(missing)).error.code], [404, "request_not_found"]);
  const page = await send(service, {
    path,
    init: { headers: { authorization: `Bearer ${service.publicKey}`, origin: pageOrigin } },
  });
  assert.deepEqual([page.status, (await failureOf(page)).error.code], [403, "private_key_required"]);
  await sql`UPDATE requests SET account_id = 'acc_other'`.execute(service.store.db);
  assert.equal((await failureOf(await send(service, { path }))).error.code, "request_not_found");
});

test("neither kind of key reads what the other asked for", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { secret } = await service.makeKey({ kind: "test" });
  const ask = (key: string, path: string) =>
    send(service, { path, init: { headers: { authorization: `Bearer ${key}` } } });
  for (const [own, other] of [
    [service.apiKey, secret],
    [secret, service.apiKey],
  ] as const) {
    const models = await ask(own, "/api/v3/models");
    const path = `/api/v3/requests/${models.headers.get("x-request-id")}`;
    assert.equal((await ask(own, path)).status, 200);
    const hidden = await ask(other, path);
    assert.deepEqual([hidden.status, (await failureOf(hidden)).error.code], [404, "request_not_found"]);
  }
});
