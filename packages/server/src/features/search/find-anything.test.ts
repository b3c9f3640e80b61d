/** What each text finds, and how it is described. api/dashboard/find.test.ts tests ids of all kinds. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { callerOfKey } from "../../accounts/keys/callers.ts";
import { insertKey } from "../../accounts/keys/keys.ts";
import { rowOf } from "../request-log/row.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { makeAccount } from "../../../testing/make-account.ts";
import { sessionRow } from "../../../testing/sessions/session-row.ts";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { findAnything } from "./find-anything.ts";

const nowMs = 1_800_000_000_000;
const seal = createSeal(randomBytes(32));
const idOf = (prefix: string, n: number) => `${prefix}_${String(n).padStart(22, "0")}`;

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const { db } = store;
  const { account } = await makeAccount(store, commandLine, { email: "ana@example.com", plan: "free" }, nowMs);
  const accountId = account.id;
  const find = (text: string, operator = false) => findAnything(db, seal, { accountId, operator }, text);
  const titles = async (text: string, operator = false) =>
    (await find(text, operator)).map(({ kind: what, title }) => `${what} ${title}`);
  return { store, db, accountId, find, titles };
}

onEachStore("a search", (kind) => {
  test("finds sessions by the beginning of their external id, five at most, the newest first", async (t) => {
    const { db, accountId, find, titles } = await start(t, kind);
    for (let n = 1; n <= 6; n++) {
      const row = { ...sessionRow(idOf("vs", n), accountId, nowMs + n), external_id: `order-${n}`, test: n % 2 };
      await db.insertInto("verification_sessions").values(row).execute();
    }
    await db
      .insertInto("verification_sessions")
      .values(sessionRow(idOf("vs", 7), accountId, nowMs))
      .execute();
    assert.deepEqual(
      await titles("order-"),
      [6, 5, 4, 3, 2].map((n) => `session order-${n}`),
    );
    assert.deepEqual(
      (await find("order-")).map((hit) => hit.test),
      [false, true, false, true, false],
    );
    const hit = { kind: "session", id: idOf("vs", 7), title: idOf("vs", 7), detail: "open", test: false };
    assert.deepEqual(await find(idOf("vs", 7)), [hit], "without an external id by its own");
    assert.deepEqual(await find(idOf("vs", 8)), []);
  });

  test("finds requests from four letters of their id on, with the code or else the outcome", async (t) => {
    const { store, db, accountId, find } = await start(t, kind);
    const { key } = await insertKey(db, accountId, { name: "Shop", kind: "private" }, nowMs);
    const caller = (await callerOfKey(store, key.id, nowMs)) ?? assert.fail("no caller");
    const log = (requestId: string, code: string | null, ofTest: boolean, atMs: number) => {
      const answered = { requestId, route: "POST /verify", status: 200, outcome: "match", code };
      const request = { ...answered, holder: { ...caller, test: ofTest }, issues: {}, stagesMs: {}, durationMs: 1 };
      return db
        .insertInto("requests")
        .values(rowOf(request, "nd_1", atMs))
        .execute();
    };
    await log("req-1", null, true, nowMs + 9);
    for (let n = 2; n <= 6; n++) await log(`req-${n}`, "no_face", false, nowMs + n);
    assert.deepEqual(await find("req"), []);
    const found = await find("req-");
    const hit = { kind: "request", id: "req-1", title: "req-1", detail: "POST /verify: match", test: true };
    assert.deepEqual([found.length, found[0]], [5, hit]);
    assert.deepEqual([found[1]?.id, found[1]?.detail, found[1]?.test], ["req-6", "POST /verify: no_face", false]);
  });

  test("finds keys by a part of their name, and by their ends", async (t) => {
    const { db, accountId, find, titles } = await start(t, kind);
    const make = async (name: string, ofKind: "private" | "test", n: number) => {
      const { key } = await insertKey(db, accountId, { name, kind: ofKind }, nowMs + n);
      await db
        .updateTable("api_keys")
        .set({ last_four: `end${n}` })
        .where("id", "=", key.id)
        .execute();
      return key.id;
    };
    const shop = await make("Web Shop", "private", 1);
    await make("Web tests", "test", 2);
    const gone = await make("Webhook", "private", 3);
    await db.updateTable("api_keys").set({ revoked_at_ms: nowMs }).where("id", "=", gone).execute();
    const played = await make("Web playground", "private", 4);
    await db.updateTable("api_keys").set({ playground: 1 }).where("id", "=", played).execute();
    assert.deepEqual(await titles("wEb"), ["key Webhook", "key Web tests", "key Web Shop"]);
    assert.deepEqual(await find("end1"), [
      { kind: "key", id: shop, title: "Web Shop", detail: "ss_sk_...end1", test: false },
    ]);
    assert.equal((await find("end3"))[0]?.detail, "ss_sk_...end3, revoked");
    assert.equal((await find("end2"))[0]?.test, true);
    assert.deepEqual(await titles("ss_sk_...end1"), ["key Web Shop"]);
    assert.deepEqual(await titles("ss_tk_...end1"), []);
    assert.deepEqual(await titles("ss_sk_"), ["key Webhook", "key Web Shop"]);
    assert.deepEqual(await titles("ss_tk_"), ["key Web tests"]);
    const byId = { kind: "key", id: shop, title: "Web Shop", detail: shop, test: false };
    assert.deepEqual(await find(shop), [byId]);
    const session = { ...sessionRow(idOf("vs", 1), accountId, nowMs), external_id: "ss_sk_of a caller" };
    await db.insertInto("verification_sessions").values(session).execute();
    assert.deepEqual(await titles("ss_sk_of"), [], "what begins as a key is a key");
    for (let n = 5; n < 10; n++) await make("Web more", "private", n);
    assert.equal((await titles("web")).length, 5);
  });

  test("finds members of the team, and for operators people and accounts of the service", async (t) => {
    const { store, find, titles, accountId, db } = await start(t, kind);
    const { account: other } = await makeAccount(store, commandLine, { email: "bob@example.com", plan: "free" }, nowMs);
    const users = await db.selectFrom("users").select(["id", "email"]).execute();
    const userOf = (email: string) => users.find((one) => one.email === email)?.id ?? assert.fail(email);
    const [ana, bob] = [userOf("ana@example.com"), userOf("bob@example.com")];
    const member = { kind: "member", id: ana, title: "ana@example.com", detail: "owner", test: null };
    const person = { kind: "person", id: bob, title: "bob@example.com", detail: "of the service", test: null };
    assert.deepEqual(await find("ANA@"), [member]);
    assert.deepEqual(await find(ana), [member]);
    assert.deepEqual(await find(ana, true), [member]);
    assert.deepEqual([await find("bob@"), await find(bob), await find(other.id)], [[], [], []]);
    const account = { kind: "account", id: other.id, title: "bob@example.com", detail: other.id, test: null };
    assert.deepEqual(await find("Bob@", true), [person, account]);
    assert.deepEqual(await find(bob, true), [person]);
    assert.deepEqual(await titles("ob@ex", true), ["account bob@example.com"], "people by the beginning alone");
    assert.deepEqual(await find("ob@ex"), []);
    assert.deepEqual(await find(idOf("usr", 1), true), []);
    await db.updateTable("accounts").set({ name: "Bob’s Bücher" }).where("id", "=", other.id).execute();
    assert.deepEqual(await find(other.id, true), [
      { kind: "account", id: other.id, title: "Bob’s Bücher", detail: other.id, test: null },
    ]);
    assert.deepEqual(await titles("BÜCH", true), ["account Bob’s Bücher"]);
    await db.updateTable("accounts").set({ closed_at_ms: nowMs }).where("id", "=", other.id).execute();
    assert.deepEqual(
      (await find("büch", true)).map(({ detail }) => detail),
      [`${other.id}, closed`],
    );
    for (let n = 0; n < 6; n++)
      await makeAccount(store, commandLine, { email: `b${n}@shops.example`, plan: "free" }, nowMs + n);
    assert.deepEqual(
      await titles("shops.example", true),
      [5, 4, 3, 2, 1].map((n) => `account b${n}@shops.example`),
      "five at most, the newest first",
    );
    await db.updateTable("accounts").set({ name: "" }).where("id", "=", accountId).execute();
    assert.deepEqual(await titles(accountId, true), [`account ${accountId}`]);
    assert.deepEqual(await titles(idOf("acc", 1), true), []);
    await db.updateTable("users").set({ email: null }).where("id", "=", bob).execute();
    assert.deepEqual(await find(bob, true), [], "one who has not signed up");
  });

  test("finds an endpoint and an event by their id, those of test keys as such", async (t) => {
    const { db, accountId, find } = await start(t, kind);
    for (const ofTest of [0, 1]) {
      const endpoint = {
        id: idOf("we", ofTest),
        account_id: accountId,
        url: "https://shop.example/hook",
        types: "[]",
        only_for: null,
        test: ofTest,
        secret: "",
        old_secret: null,
        old_secret_until_ms: null,
        created_at_ms: 0,
        failing_since_ms: null,
        disabled_at_ms: null,
        disabled_reason: null,
        verified_at_ms: null,
      };
      await db.insertInto("webhook_endpoints").values(endpoint).execute();
      const event = {
        id: idOf("evt", ofTest),
        account_id: accountId,
        type: "session.failed",
        data: "{}",
        test: ofTest,
      };
      await db
        .insertInto("events")
        .values({ ...event, created_at_ms: nowMs })
        .execute();
      const test = ofTest === 1;
      assert.deepEqual(await find(endpoint.id), [
        { kind: "endpoint", id: endpoint.id, title: endpoint.id, detail: endpoint.url, test },
      ]);
      assert.deepEqual(await find(event.id), [
        { kind: "event", id: event.id, title: event.id, detail: event.type, test },
      ]);
    }
    for (const prefix of ["we", "evt", "wd", "bt", "key"]) assert.deepEqual(await find(idOf(prefix, 9)), [], prefix);
  });
});
