import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { rowOf } from "../request-log/row.ts";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import { makeAccount } from "../../../testing/make-account.ts";
import { nameFirstAccount } from "../../accounts/people/accounts/claim.ts";
import { startSignIn } from "../../accounts/people/accounts/sign-in-sessions.ts";
import { listAudit } from "@selfsame/platform/audit/audit-log";
import { commandLine, writeAudit } from "@selfsame/platform/audit/audit";
import { sweepStore } from "./retention.ts";
import { createAccess } from "../../create-access.ts";
import { addDomain } from "../../accounts/keys/allowed-domains.ts";
import { eraseAccount, eraseKey } from "./erasures.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { addMember } from "../../accounts/people/teams/members.ts";
import { listKeys } from "../../accounts/keys/keys.ts";
import { madeKey } from "../../../testing/made-key.ts";

const dayMs = 24 * 3600_000;
const email = "zq7person@example.com";

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  let nowMs = Date.UTC(2026, 10, 21);
  const now = () => nowMs;
  await prepareFirstStart(store, undefined, now);
  const owner = (await nameFirstAccount(store, commandLine, { email: "owner@example.com" }, now())) ?? "";
  const first = (await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()).id;
  const made = await makeAccount(store, commandLine, { email, plan: "free" }, now());
  const [id, person] = [made.account.id, made.owner.id];
  const access = createAccess({ store, now });
  t.after(() => access.stop());
  const keys = { store, now, changed: () => access.callers.forget() };
  const by = { actor: person, address: "192.0.2.1" };
  const shop = await madeKey(keys, by, id, { name: "shop", kind: "private" });
  const key = { id: shop.key.id, secret: shop.secret };
  const use = async () => {
    const found = await access.identify(`Bearer ${key.secret}`);
    if (found.outcome !== "known") return found.outcome;
    await access.record({ caller: found.caller, endpoint: "v3.verify", outcome: "match", durationMs: 1 });
    const answered = { requestId: "r-1", route: "POST /api/v3/verify", status: 200, outcome: "match", code: null };
    const request = { holder: found.caller, ...answered, issues: {}, stagesMs: {}, durationMs: 1 };
    await store.db
      .insertInto("requests")
      .values(rowOf(request, "nd_1", now()))
      .execute();
    return "used";
  };
  const counts = (...tables: (keyof Schema)[]) =>
    Promise.all(tables.map(async (table) => (await store.db.selectFrom(table).selectAll().execute()).length));
  return { store, now, owner, first, id, person, keys, key, use, counts, advance: (ms: number) => (nowMs += ms) };
}

onEachStore("erasure", (kind) => {
  test("a deleted key is refused at once; its usage goes, this month's when the month is over", async (t) => {
    const { store, now, id, keys, key, use, counts, advance } = await start(t, kind);
    await use();
    advance(14 * dayMs); // December
    await use();
    assert.deepEqual(await counts("usage", "requests"), [2, 2]);
    assert.equal(await eraseKey(keys, commandLine, id, key.id), true);
    assert.equal(await use(), "invalid_key");
    assert.deepEqual(await listKeys(keys, id), []);
    assert.deepEqual(await counts("usage", "requests"), [1, 0], "what the month's limit counts stays");
    assert.equal(await eraseKey(keys, commandLine, id, key.id), false);

    advance(28 * dayMs); // January
    await sweepStore(store, now(), silent);
    assert.deepEqual(await counts("usage", "erasures"), [0, 1]);
    advance(4 * dayMs);
    await sweepStore(store, now(), silent);
    assert.deepEqual(await counts("erasures"), [0]);
  });

  test("a deleted account takes everything of it along, and nothing of others", async (t) => {
    const { store, now, owner, first, id, person, keys, use, counts } = await start(t, kind);
    const { db } = store;
    await use();
    await startSignIn(
      db,
      { userId: person, accountId: id, signedInBy: "password" },
      { address: "192.0.2.1", userAgent: email },
      now(),
    );
    await addDomain(keys, { actor: person, address: "192.0.2.1" }, id, "photos.example.com");
    await writeAudit(db, now(), { actor: person, address: "192.0.2.1" }, "account_changed", first);
    const challenge = { id: "chl_1", account_id: id, steps: "[]", attempts: 0 };
    await db
      .insertInto("challenges")
      .values({ ...challenge, created_at_ms: now(), expires_at_ms: now() })
      .execute();
    const anchor = { id: "00", subject_hash: "", key_id: null, certificate: "", test: 0, created_at_ms: now() };
    await db
      .insertInto("account_trust_anchors")
      .values([
        { account_id: id, ...anchor },
        { account_id: first, ...anchor },
      ])
      .execute();
    const registration = { id: "00", certificate: "", created_at_ms: now() };
    await db
      .insertInto("registration_certificates")
      .values([
        { account_id: id, ...registration },
        { account_id: first, ...registration },
      ])
      .execute();
    const frame = { sha256: "00", account_id: id, face_hash: "", seen_at_ms: now() };
    await db.insertInto("challenge_frames").values(frame).execute();
    const target = { target: "we_1", standing: "quick", strikes: 0, paused_until_ms: 0, seen_at_ms: now() } as const;
    await db
      .insertInto("job_targets")
      .values([
        { account: id, ...target },
        { account: first, ...target },
      ])
      .execute();

    assert.equal(await eraseAccount(keys, { actor: owner, address: "192.0.2.9" }, id), "erased");
    assert.equal(await use(), "invalid_key");
    const tables = ["accounts", "users", "members", "api_keys", "sessions", "allowed_domains", "usage"] as const;
    const counted = await counts(
      ...tables,
      "requests",
      "challenges",
      "challenge_frames",
      "job_targets",
      "account_trust_anchors",
      "registration_certificates",
    );
    assert.deepEqual(counted, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    const left = await listAudit(db, { accountId: first });
    assert.deepEqual(
      left.map(({ action, actor, target, address }) => [action, actor, target, address]).slice(0, 2),
      [
        ["account_deleted", owner, id, "192.0.2.9"],
        ["account_changed", person, null, null],
      ],
      "the owner's log knows that, but not from where the person came",
    );
    assert.deepEqual(await listAudit(db, { accountId: id }), []);
    assert.equal(await eraseAccount(keys, commandLine, id), "not_found");
  });

  test("usage that comes late, of a node that was cut off, is found by the next cleaning", async (t) => {
    const { store, now, id, key, keys, use, counts } = await start(t, kind);
    await use();
    const late = await store.db.selectFrom("usage").selectAll().executeTakeFirstOrThrow();
    await eraseAccount(keys, commandLine, id);
    await store.db.insertInto("usage").values(late).execute();
    assert.equal(late.key_id, key.id);
    await sweepStore(store, now(), silent);
    assert.deepEqual(await counts("usage"), [0]);
  });

  test("who belongs to another team as well stays, and is signed out of the deleted one only", async (t) => {
    const { store, now, owner, first, id, keys, counts } = await start(t, kind);
    await addMember(store.db, id, owner, "viewer", now());
    await startSignIn(
      store.db,
      { userId: owner, accountId: first, signedInBy: "password" },
      { address: "", userAgent: "" },
      now(),
    );
    await startSignIn(
      store.db,
      { userId: owner, accountId: id, signedInBy: "password" },
      { address: "", userAgent: "" },
      now(),
    );
    assert.equal(await eraseAccount(keys, commandLine, id), "erased");
    assert.deepEqual(await counts("users", "members", "sessions"), [1, 1, 1]);
  });

  test("the account of the last operator stays", async (t) => {
    const { first, keys, use } = await start(t, kind);
    assert.equal(await eraseAccount(keys, commandLine, first), "last_operator");
    assert.equal(await use(), "used");
  });
});

test("nothing of a deleted account is left in the files of the embedded database", async (t) => {
  const { store, id, keys } = await start(t, "sqlite");
  const filesWith = async (text: string) => {
    const files = (await readdir(store.dataDir)).map((name) => join(store.dataDir, name));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    return files.filter((_, i) => contents[i]?.includes(text));
  };
  assert.notDeepEqual(await filesWith(email), []);
  await eraseAccount(keys, commandLine, id);
  assert.deepEqual(await filesWith(email), []);
});
