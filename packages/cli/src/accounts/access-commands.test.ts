import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { createAccess } from "@selfsame/server/create-access";
import { prepareFirstStart } from "@selfsame/server/accounts/people/first-start";
import { createSigningKeys } from "@selfsame/server/liveness/challenge/tokens/signing-keys";
import { createChallengeTokens } from "@selfsame/server/liveness/challenge/tokens/tokens";
import { createUsedTokens } from "@selfsame/server/liveness/challenge/tokens/used-tokens";
import { awsSecretOf } from "@selfsame/server/accounts/keys/aws-secret";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import { exportStore } from "@selfsame/platform/store/copies/export";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { bareConfig, freshConfig, noPostgres, onEachStore, tempDir } from "@selfsame/platform/testing/store/each-store";
import { openStore } from "@selfsame/platform/store/store";
import type { StoreConfig } from "@selfsame/platform/store/store";
import { average } from "@selfsame/photo/verify/frames-face";

/** Runs `selfsame` in a process of its own, as a person would. */
async function selfsameProcess(config: StoreConfig, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../selfsame.js"), ...args], {
    env: { PATH: process.env["PATH"], SELFSAME_DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? "" },
  });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, out: out.trimEnd(), problems: problems.trimEnd() };
}

async function runningServer(t: TestContext, config: StoreConfig) {
  const store = await openStore(config);
  const { apiKey } = await prepareFirstStart(store);
  const access = createAccess({ store });
  t.after(async () => {
    await access.stop();
    await store.close();
  });
  const outcome = async (key: string) => (await access.identify(`Bearer ${key}`)).outcome;
  return { store, access, apiKey: apiKey ?? "", outcome };
}

onEachStore("selfsame keys and accounts", (kind) => {
  test("second factors are removed for who has lost them, after --yes", async (t) => {
    const config = await freshConfig(t, kind);
    const { store } = await runningServer(t, config);
    const { id } = await store.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await store.db.updateTable("users").set({ email: "owner@example.com", password_hash: "x" }).execute();
    const passkey = {
      id: "pk_1",
      user_id: id,
      credential_id: "c",
      public_key: "",
      counter: 0,
      backed_up: 0,
      name: "phone",
    };
    await store.db
      .insertInto("passkeys")
      .values({ ...passkey, created_at_ms: 0, last_used_at_ms: null })
      .execute();
    const asked = await selfsame(config, "accounts", "clear-factors", "owner@example.com");
    assert.deepEqual([asked.code, /Add --yes/.test(asked.problems)], [1, true]);
    const done = await selfsame(config, "accounts", "clear-factors", "owner@example.com", "--yes");
    assert.equal(done.out, "Removed: owner@example.com signs in by password again.");
    assert.deepEqual(await store.db.selectFrom("passkeys").select("id").execute(), []);
    const audit = await store.db.selectFrom("audit").select(["action", "signed_in_by"]).execute();
    assert.deepEqual(
      audit.map(({ action, signed_in_by }) => [action, signed_in_by]),
      [["factors_removed", "cli"]],
    );
    assert.equal((await selfsame(config, "accounts", "clear-factors", "nobody@example.com", "--yes")).code, 1);
  });

  test("keys are made, listed, rotated and revoked beside a running server", async (t) => {
    const config = await freshConfig(t, kind);
    const { outcome } = await runningServer(t, config);
    const created = await selfsame(config, "keys", "create", "shop", "--expires-days", "30");
    const [, id = "", key = ""] = /^Id: (\S+)\nKey: (ss_sk_\w{38})$/.exec(created.out) ?? [];
    assert.equal(await outcome(key), "known");
    const rotated = await selfsame(config, "keys", "rotate", id, "--overlap-seconds", "0");
    const [, nextId = "", next = ""] = /^Id: (\S+)\nKey: (\S+)$/.exec(rotated.out) ?? [];
    assert.equal(await outcome(next), "known");
    const forAws = await selfsame(config, "keys", "create", "rekognition", "--aws");
    const [, awsId = "", keyId = "", awsSecret = ""] =
      /^Id: (\S+)\nKey: \S+\nAWS access key id: (\S+)\nAWS secret access key: ([\w-]{40})$/.exec(forAws.out) ?? [];
    assert.equal(keyId, awsId);
    const seal = createSeal(await findSecretKey({ secretKey: undefined, ...config }, silent));
    assert.equal(awsSecret, awsSecretOf(seal, awsId));
    const successor = await selfsame(config, "keys", "rotate", awsId, "--aws");
    assert.match(successor.out, /^AWS secret access key: [\w-]{40}$/m);
    assert.ok(!successor.out.includes(awsSecret), "each key has its own");
    const test = await selfsame(config, "keys", "create", "ci", "--kind", "test", "--aws");
    assert.match(test.problems, /--aws is for private keys/);
    await selfsame(config, "keys", "revoke", nextId);
    const listed = await selfsame(config, "keys", "list");
    const [, ...rows] = listed.out.split("\n");
    const statuses = rows.map((line) => line.split(/ {2,}/)[2]);
    assert.deepEqual(new Set(statuses), new Set(["active", "expired", "revoked"]));
    assert.ok(!listed.out.includes(next));
    assert.match((await selfsame(config, "export", "/nonexistent/file")).problems, /cannot be written/);
    // With PostgreSQL a server may cache a lookup for 5 seconds, so this uses a new server.
    const second = await runningServer(t, config);
    assert.equal(await second.outcome(next), "invalid_key");
    if (kind === "sqlite") assert.equal(await outcome(next), "invalid_key", "the embedded database is asked each time");
  });

  test("the key that signs challenges is rotated beside a running server, and refused where it leaked", async (t) => {
    const config = await freshConfig(t, kind);
    const { store } = await runningServer(t, config);
    const seal = createSeal(await findSecretKey({ secretKey: undefined, ...config }, silent));
    const selfie = Buffer.from("a selfie");
    const face = average([Float32Array.from([1, 0])]);
    // Each call reads the keys again.
    const tokens = () => {
      const keys = createSigningKeys(store, seal, Date.now);
      return createChallengeTokens({ keys, used: createUsedTokens(store), model: "a model", now: Date.now });
    };
    const give = () => tokens().give({ accountId: "acc_1", selfie, face, mode: "stepwise" });
    const isGood = async (token: string) => (await tokens().check(token, { accountId: "acc_1", selfie })) !== undefined;
    const first = await give();
    assert.equal((await selfsame(config, "challenge-key", "rotate")).out, "Rotated.");
    const second = await give();
    assert.deepEqual([await isGood(first), await isGood(second)], [true, true]);
    assert.equal((await store.db.selectFrom("challenge_keys").select("id").execute()).length, 2);
    assert.match((await selfsame(config, "challenge-key", "rotate", "--leaked")).out, /rejected/);
    assert.deepEqual([await isGood(first), await isGood(second)], [false, false]);
    const exported: string[] = [];
    await exportStore(store, async (line) => void exported.push(line));
    assert.ok(!exported.some((line) => line.includes("challenge_keys")), "an export signs nothing");
  });

  test("a key's demands are set when it is made and changed later", async (t) => {
    const config = await freshConfig(t, kind);
    const { store, access } = await runningServer(t, config);
    const { out } = await selfsame(config, "keys", "create", "shop", "--require-challenge", "yes");
    const [, id = "", key = ""] = /^Id: (\S+)\nKey: (\S+)$/.exec(out) ?? [];
    const demands = async () => {
      access.callers.forget();
      const found = await access.identify(`Bearer ${key}`);
      assert.ok(found.outcome === "known");
      const { requireChallenge, allowSeveralFaces, requirePassiveLiveness, requireSignedDocument } = found.caller;
      return [requireChallenge, allowSeveralFaces, requirePassiveLiveness, requireSignedDocument];
    };
    assert.deepEqual(await demands(), [true, true, false, false]);
    const weak = async () => {
      access.callers.forget();
      const found = await access.identify(`Bearer ${key}`);
      return found.outcome === "known" && found.caller.allowWeakSignature;
    };
    assert.equal(await weak(), false);
    const allowed = await selfsame(config, "keys", "change", id, "--weak-signatures", "yes");
    assert.match(allowed.out, /weak signatures of documents yes/);
    assert.equal(await weak(), true);
    await selfsame(config, "keys", "change", id, "--weak-signatures", "no");
    assert.equal(await weak(), false);
    const changed = await selfsame(config, "keys", "change", id, "--require-challenge", "no", "--several-faces", "no");
    assert.match(
      changed.out,
      /: require challenge no, passive liveness no, require signed document no, .*several faces no\.$/m,
    );
    assert.deepEqual(await demands(), [false, false, false, false]);
    await selfsame(config, "keys", "change", id, "--passive-liveness", "yes", "--require-signed-document", "yes");
    assert.deepEqual(await demands(), [false, false, true, true]);
    assert.match((await selfsame(config, "keys", "change", id, "--several-faces", "maybe")).problems, /yes or no/);
    assert.match((await selfsame(config, "keys", "change", "key_of_nobody")).problems, /no such key/);
    const strict = await selfsame(config, "keys", "change", id, "--threshold", "0.75");
    assert.match(strict.out, /^Threshold: 0\.75\.$/m);
    for (const bad of ["1.1", "high", "-0.1", ""]) {
      const { problems } = await selfsame(config, "keys", "change", id, `--threshold=${bad}`);
      assert.match(problems, /from 0 to 1, or none/, bad);
    }
    const open = ["create", "page", "--public", "--origin", "https://shop.example", "--threshold", "0.8"];
    assert.match((await selfsame(config, "keys", ...open)).problems, /public key/);
    const rotated = await selfsame(config, "keys", "rotate", id);
    const before = await store.db
      .selectFrom("api_keys")
      .select("expires_at_ms")
      .where("id", "=", id)
      .executeTakeFirst();
    const hours = Math.round(((before?.expires_at_ms ?? 0) - Date.now()) / 3600_000);
    assert.equal(hours, 24, "the old key works for a day");
    const nextId = /^Id: (\S+)/.exec(rotated.out)?.[1] ?? "";
    const next = await store.db.selectFrom("api_keys").selectAll().where("id", "=", nextId).executeTakeFirstOrThrow();
    assert.deepEqual(
      [next.require_challenge, next.allow_several_faces, next.require_passive_liveness, next.threshold],
      [0, 0, 1, 0.75],
      "a successor asks for the same",
    );
    assert.match((await selfsame(config, "keys", "change", nextId, "--threshold", "none")).out, /as the team has it/);
  });

  test("a key's bounds are set when it is made, changed later, and refused with the reason", async (t) => {
    const config = await freshConfig(t, kind);
    const { access } = await runningServer(t, config);
    const bounds = ["--scope", "verify", "--scope", "analyze", "--from", "192.0.2.0/24", "--per-minute", "5"];
    const { out } = await selfsame(config, "keys", "create", "shop", ...bounds);
    const [, id = "", key = ""] = /^Id: (\S+)\nKey: (\S+)$/.exec(out) ?? [];
    assert.equal((await access.identify(`Bearer ${key}`, "203.0.113.9")).outcome, "address_not_allowed");
    const found = await access.identify(`Bearer ${key}`, "192.0.2.7");
    assert.ok(found.outcome === "known");
    assert.deepEqual(
      [found.caller.scopes, found.caller.budgets[0]?.limits.requestsPerMinute],
      [["verify", "analyze"], 5],
    );
    const changed = await selfsame(config, "keys", "change", id, "--from", "anywhere", "--at-once", "2");
    assert.match(changed.out, /Scopes: verify, analyze\. From: anywhere\.\n.* 5 a minute, none a month, 2 at once\.$/);
    const both = await selfsame(config, "keys", "change", id, "--scope", "all", "--scope", "sessions:review");
    assert.match(both.out, /^Scopes: (?=.*\bverify\b)(?=.*sessions:review)(?!.*keys:write).*\. From/m);
    const freed = await selfsame(config, "keys", "change", id, "--scope", "all", "--per-minute", "none");
    assert.match(freed.out, /Scopes: all\. .*\n.* none a minute, none a month, 2 at once\.$/);
    for (const [option, value, reason] of [
      ["--scope", "everything", /no scope "everything".*verify, analyze/],
      ["--from", "192.0.2.7/24", /write it as 192\.0\.2\.0\/24/],
      ["--per-month", "0", /^--per-month is a whole number from 1/m],
    ] as const) {
      assert.match((await selfsame(config, "keys", "change", id, option, value)).problems, reason);
    }
    const page = ["keys", "create", "page", "--kind", "public", "--origin", "https://shop.example"];
    assert.match((await selfsame(config, ...page, "--scope", "verify")).problems, /private and test keys/);
  });

  test("the first account made gets the first key; links set passwords", async (t) => {
    const config = await freshConfig(t, kind);
    const { store, access, apiKey } = await runningServer(t, config);
    const first = await selfsame(config, "accounts", "create", "Owner@Example.com");
    assert.match(first.out, /^Set the password: http:\/\/127\.0\.0\.1:3000\/#\/reset\/[\w-]{43}$/);
    await selfsame(config, "accounts", "create", "member@example.com", "--plan", "pro");
    const { out } = await selfsame(config, "accounts", "list");
    assert.match(
      out,
      /^ID .*\nacc_\w+ +owner@example.com +unlimited +open +owner@example.com\nacc_\w+ +member@example.com +pro +open +member@example.com$/,
    );
    const found = await access.identify(`Bearer ${apiKey}`);
    const owner = await store.db
      .selectFrom("users")
      .select("last_account_id as id")
      .where("operator", "=", 1)
      .executeTakeFirst();
    assert.equal(found.outcome === "known" && found.caller.accountId, owner?.id);
    const second = await selfsame(config, "accounts", "create", "member@example.com", "--name", "Second team");
    assert.match(second.out, /^Set the password/, "who has no password yet gets another link");
    const unclear = await selfsame(config, "keys", "list", "--account", "member@example.com");
    assert.match(unclear.problems, /several accounts: give the id of one\. acc_\w+ acc_\w+/);
    const id = unclear.problems.trim().split(" ").at(-1) ?? "";
    assert.equal((await selfsame(config, "keys", "list", "--account", id)).code, 0);
    assert.equal((await selfsame(config, "accounts", "reset", "member@example.com")).code, 0);
    assert.deepEqual(await prepareFirstStart(store), {}, "the setup link is no longer offered");
  });

  test("the first account that is made before any server started is what the first start would have made", async (t) => {
    const config = await freshConfig(t, kind);
    const { out } = await selfsame(config, "accounts", "create", "owner@example.com");
    const [, key = ""] =
      /^API key \(private, shown only now\): (ss_sk_\w+)\nSet the password: http\S+$/.exec(out) ?? [];
    assert.match(
      (await selfsame(config, "accounts", "list")).out,
      /^ID .*\nacc_\w+ +owner@example\.com +unlimited [^\n]+$/,
    );
    const { store, apiKey, outcome } = await runningServer(t, config);
    assert.deepEqual([apiKey, await outcome(key)], ["", "known"]);
    assert.equal((await store.db.selectFrom("users").select("operator").executeTakeFirstOrThrow()).operator, 1);
    assert.match(
      (await selfsame(config, "accounts", "create", "member@example.com")).out,
      /^Set the password: http\S+$/,
    );
  });

  test("the first account gets the name and the plan it is given, and stays unclaimed for a plan there is not", async (t) => {
    const config = await freshConfig(t, kind);
    const { store } = await runningServer(t, config);
    const create = ["accounts", "create", "owner@example.com", "--name", "Acme"];
    assert.match((await selfsame(config, ...create, "--plan", "gold")).problems, /plans are free, pro, unlimited/);
    assert.equal((await selfsame(config, ...create, "--plan", "pro")).code, 0);
    assert.match(
      (await selfsame(config, "accounts", "list")).out,
      /^ID .*\nacc_\w+ +Acme +pro +open +owner@example\.com$/,
    );
    const { target } = await store.db
      .selectFrom("audit")
      .select("target")
      .where("action", "=", "account_claimed")
      .executeTakeFirstOrThrow();
    assert.equal(target, "owner@example.com pro");
  });
});

onEachStore("selfsame keys and accounts: deleting", (kind) => {
  test("a key and an account are deleted beside a running server", async (t) => {
    const config = await freshConfig(t, kind);
    const { store } = await runningServer(t, config);
    await selfsame(config, "accounts", "create", "owner@example.com");
    await selfsame(config, "accounts", "create", "member@example.com");
    const ofMember = ["--account", "member@example.com"];
    const created = await selfsame(config, "keys", "create", "shop", ...ofMember);
    const [, id = "", key = ""] = /^Id: (\S+)\nKey: (\S+)$/.exec(created.out) ?? [];
    assert.equal((await selfsame(config, "keys", "delete", id, ...ofMember)).out, `Deleted: ${id}`);
    const fresh = await runningServer(t, config);
    assert.equal(await fresh.outcome(key), "invalid_key");
    assert.equal((await selfsame(config, "keys", "list", "--json", ...ofMember)).out, "[]");

    assert.match((await selfsame(config, "accounts", "delete", "member@example.com")).problems, /Add --yes/);
    assert.match((await selfsame(config, "accounts", "delete", "member@example.com", "--yes")).out, /^Deleted: acc_/);
    assert.match(
      (await selfsame(config, "accounts", "list")).out,
      /^ID .*\nacc_\w+ +owner@example\.com +unlimited [^\n]+$/,
    );
    const last = await selfsame(config, "accounts", "delete", "owner@example.com", "--yes");
    assert.match(last.problems, /Nobody would be left/);
    assert.equal((await store.db.selectFrom("accounts").select("id").execute()).length, 1);
  });
});

test("what cannot be done is said in a sentence", async (t) => {
  const config = await freshConfig(t, "sqlite");
  const cases: [string[], number, RegExp][] = [
    [["keys", "create", "x"], 1, /no account yet/],
    [["keys"], 2, /^Usage/],
    [["keys", "lst"], 2, /^Usage[^]*\n\nThere is no "lst"; there is "list"\.$/],
    [["keys", "revoke"], 2, /^Usage[^]*\n\nID is missing\.$/],
    [["keys", "list", "shop"], 2, /^"shop" is one argument too many/m],
    [["sign-on", "prove", "acc_1"], 2, /^DOMAIN is missing/m],
    [["webhooks", "create"], 2, /^URL is missing/m],
    [["samples", "a", "b"], 1, /^"b" is one argument too many/],
    [["keys", "list", "--nonsense"], 2, /--nonsense is not an option/],
    [["challenge-key"], 2, /Usage: selfsame challenge-key rotate/],
    [["accounts", "create", "nobody"], 1, /Give the person's e-mail/],
    [["accounts", "create", "ann@"], 1, /Give the person's e-mail/],
    [["accounts", "create", "a nn@example.com"], 1, /Give the person's e-mail/],
    [["accounts", "create", "a@example.com", "--plan", "gold"], 1, /plans are free, pro, unlimited/],
    [["accounts", "reset", "a@example.com"], 1, /Nobody has this/],
    [["import", "/nonexistent"], 1, /cannot be read/],
    [["export", join(config.dataDir, "all.jsonl")], 1, /no account yet/],
    [["backup", "/nonexistent/file"], 1, /cannot be written/],
    [["samples", "/dev/null"], 1, /cannot be a folder/],
    [["samples", "/proc/nope"], 1, /cannot be made there/],
    [["evaluate", "--pairs", "p.csv", "--out", "/proc/nope"], 1, /cannot be made there\. Set --out/],
    [["keys", "create", "My", "shop"], 2, /^"shop" is one argument too many\. .*quotes/m],
    [["keys", "revoke", "key_1", "key_2"], 2, /^"key_2" is one argument too many/m],
    [["sign-on", "prove", "acc_1", "a.example", "b.example"], 2, /^"b.example" is one argument too many/m],
  ];
  for (const [args, code, problem] of cases) {
    const answer = await selfsameProcess(config, ...args);
    assert.equal(answer.code, code, args.join(" "));
    assert.match(answer.problems, problem);
    assert.doesNotMatch(answer.problems, /\n {4}at /, "no stack");
  }
});

test("everything moves from the embedded database to PostgreSQL", { skip: noPostgres }, async (t) => {
  const from = await freshConfig(t, "sqlite");
  const to = await bareConfig(t, "postgres");
  const file = join(await tempDir(t), "export.jsonl");
  const old = await runningServer(t, from);
  await selfsame(from, "accounts", "create", "owner@example.com");
  await selfsame(from, "challenge-key", "rotate");
  const found = await old.access.identify(`Bearer ${old.apiKey}`);
  assert.ok(found.outcome === "known");
  for (let i = 0; i < 1200; i++) {
    await old.access.record({ caller: found.caller, endpoint: `v2.e${i}`, outcome: "match", durationMs: 2 });
  }

  const exported = await selfsame(from, "export", file);
  assert.match(exported.out, /^Wrote \d+ rows/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await selfsame(from, "export", file)).code, 1, "a file is not overwritten");
  // Exports of earlier versions contain signing keys, which the import ignores.
  const row = { id: "sig_1", secret: "s3cret", created_at_ms: 1, retired_at_ms: null };
  await appendFile(file, `${JSON.stringify({ table: "challenge_keys", row })}\n`);
  assert.match((await selfsame(to, "import", file)).out, /^Imported \d+ rows/);

  const moved = await runningServer(t, to);
  assert.equal(moved.apiKey, "", "this is not a first start");
  assert.equal(await moved.outcome(old.apiKey), "known");
  const linesOf = async (store: typeof old.store) => {
    const lines: string[] = [];
    await exportStore(store, async (line) => void lines.push(line));
    return lines.map((line) => JSON.stringify(JSON.parse(line, sortedKeys))).toSorted();
  };
  assert.deepEqual(await linesOf(moved.store), await linesOf(old.store));
  assert.match((await selfsame(to, "import", file)).problems, /accounts already/);
  const fresh = { email: "after@example.com" };
  assert.equal((await selfsame(to, "accounts", "create", fresh.email)).code, 0, "the audit log's counter goes on");
});

/** Sorts the keys of objects: each database returns columns in its own order. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

onEachStore("selfsame webhooks", (kind) => {
  test("endpoints are made, listed, rotated and deleted", async (t) => {
    const config = await freshConfig(t, kind);
    await runningServer(t, config);
    const created = await selfsame(config, "webhooks", "create", "https://shop.example/hook", "--type", "ping");
    const [, id = "", secret = ""] = /^Id: (we_\w+)\nSecret: (whsec_\S+)$/.exec(created.out) ?? [];
    const row = (await selfsame(config, "webhooks", "list")).out.split("\n")[1];
    assert.equal(row, `${id}  active (unverified)  ping   https://shop.example/hook`);
    const rotated = await selfsame(config, "webhooks", "rotate", id, "--overlap-seconds", "60");
    assert.ok(rotated.out.startsWith(`Id: ${id}\nSecret: whsec_`) && !rotated.out.includes(secret));
    assert.equal((await selfsame(config, "webhooks", "delete", id)).out, `Deleted: ${id}`);
    assert.equal((await selfsame(config, "webhooks", "list", "--json")).out, "[]");
    for (const [args, problem] of [
      [["create", "http://shop.example/"], /https/],
      [["create", "https://shop.example/", "--type", "nothing"], /no event type "nothing"/],
      [["rotate", id], /no such endpoint/],
      [["delete", id], /no such endpoint/],
    ] as const) {
      const { code, problems } = await selfsame(config, "webhooks", ...args);
      assert.equal(code, 1);
      assert.match(problems, problem);
    }
  });
});

test("an operator proves a domain where no DNS can, and ends a requirement", async (t) => {
  const config = await freshConfig(t, "sqlite");
  const { store } = await runningServer(t, config);
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  assert.match((await selfsame(config, "sign-on", "prove", id, "localhost")).problems, /such as example.com/);
  assert.equal((await selfsame(config, "sign-on", "prove", id, "Corp.example")).code, 0);
  assert.match((await selfsame(config, "sign-on", "optional", id)).problems, /No provider/);
  const provider = {
    issuer: "https://login.example/",
    client_id: "c",
    client_secret: "",
    default_role: "viewer" as const,
  };
  const row = { account_id: id, ...provider, trust_emails: 0, required: 1, changed_at_ms: 0 };
  await store.db.insertInto("sign_on_providers").values(row).execute();
  assert.equal((await selfsame(config, "sign-on", "optional", id)).code, 0);
  const shown = await selfsame(config, "sign-on", "show", id);
  assert.equal(shown.out, "https://login.example/\toptional\ncorp.example\tproven");
  await store.db.updateTable("sign_on_providers").set({ email_claim: "upn" }).execute();
  const named = await selfsame(config, "sign-on", "show", id);
  assert.equal(named.out, "https://login.example/\toptional\te-mails by upn\ncorp.example\tproven");
  assert.equal((await selfsame(config, "sign-on", "release", id, "corp.example")).code, 0);
  assert.match((await selfsame(config, "sign-on", "release", id, "corp.example")).problems, /does not claim/);
});
