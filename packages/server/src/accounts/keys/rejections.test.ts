import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { Log } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { listAudit } from "@selfsame/platform/audit/audit-log";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createAccess } from "../../create-access.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { revokeKey } from "./changes.ts";
import { makeKey } from "./format.ts";
import { insertKey } from "./keys.ts";

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  let nowMs = Date.UTC(2026, 10, 21);
  const now = () => nowMs;
  const said: string[] = [];
  const say = (_detail: object, text: string) => void said.push(text);
  const log: Log = { info: say, warn: say, error: say };
  await prepareFirstStart(store, undefined, now);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const access = createAccess({ store, now, log });
  t.after(() => access.stop());
  const keys = { store, now, changed: () => access.callers.forget() };
  const make = (expiresAtMs: number | null = null) =>
    insertKey(store.db, accountId, { name: "x", kind: "private", expiresAtMs }, now());
  const makeRevoked = async () => {
    const made = await make();
    await revokeKey(keys, commandLine, accountId, made.key.id);
    return made;
  };
  const send = async (secret: string, address = "198.51.100.7") =>
    (await access.identify(`Bearer ${secret}`, address)).outcome;
  const refusals = async () =>
    (await listAudit(store.db, { accountId }))
      .filter(({ action }) => action.endsWith("_key_refused"))
      .map(({ action, actor, target, address }) => [action, actor, target, address])
      .toReversed();
  return { store, access, make, makeRevoked, send, refusals, said, advance: (ms: number) => (nowMs += ms) };
}

onEachStore("refused keys", (kind) => {
  test("each network that sends a key of old is in the audit log once", async (t) => {
    const { makeRevoked, send, refusals } = await start(t, kind);
    const { key, secret } = await makeRevoked();
    for (let i = 0; i < 5; i++) assert.equal(await send(secret), "invalid_key");
    assert.equal(await send(secret, "203.0.113.9"), "invalid_key");
    assert.deepEqual(await refusals(), [
      ["revoked_key_refused", null, key.id, "198.51.100.7"],
      ["revoked_key_refused", null, key.id, "203.0.113.9"],
    ]);
  });

  test("why: expired, revoked, its account closed; a key that opens is no refusal", async (t) => {
    const { store, access, make, makeRevoked, send, refusals, advance } = await start(t, kind);
    const [good, expiring, revoked] = [await make(), await make(Date.UTC(2026, 10, 21, 1)), await makeRevoked()];
    assert.deepEqual([await send(good.secret), await send(expiring.secret)], ["known", "known"]);
    advance(3600_000);
    for (const { secret } of [expiring, revoked]) assert.equal(await send(secret), "invalid_key");
    await store.db.updateTable("accounts").set({ closed_at_ms: 1 }).execute();
    access.callers.forget();
    assert.equal(await send(good.secret), "invalid_key");
    assert.deepEqual(
      (await refusals()).map(([action, , target]) => [action, target]),
      [
        ["expired_key_refused", expiring.key.id],
        ["revoked_key_refused", revoked.key.id],
        ["closed_key_refused", good.key.id],
      ],
    );
  });

  test("strangers fill no table: made-up keys leave nothing, many networks ten rows a key", async (t) => {
    const { store, makeRevoked, send, refusals } = await start(t, kind);
    const before = await store.db.selectFrom("audit").select("id").execute();
    for (let i = 0; i < 20; i++) assert.equal(await send(makeKey("private")), "invalid_key");
    assert.equal(await send("x"), "invalid_key");
    assert.equal((await store.db.selectFrom("audit").select("id").execute()).length, before.length);

    const [one, other] = [await makeRevoked(), await makeRevoked()];
    await Promise.all(Array.from({ length: 40 }, (_, i) => send(one.secret, `198.51.100.${i}`)));
    assert.equal((await refusals()).length, 10);
    await send(other.secret);
    assert.equal((await refusals()).length, 11, "another key's rows are its own");
  });

  test("where it cannot be noted, the key is refused all the same and the next time is noted", async (t) => {
    const { store, makeRevoked, send, refusals, said } = await start(t, kind);
    const { secret } = await makeRevoked();
    await store.db.schema.alterTable("audit").renameTo("audit_away").execute();
    for (let i = 0; i < 12; i++) assert.equal(await send(secret), "invalid_key");
    assert.ok(said.includes("a refused key could not be noted in the audit log"));
    await store.db.schema.alterTable("audit_away").renameTo("audit").execute();
    assert.equal(await send(secret), "invalid_key");
    assert.equal((await refusals()).length, 1);
  });
});
