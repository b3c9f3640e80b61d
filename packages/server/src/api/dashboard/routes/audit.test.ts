import assert from "node:assert/strict";
import { test } from "node:test";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { AuditAction } from "@selfsame/platform/audit/audit";
import { ownerEmail, startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

type Entry = Readonly<Record<string, string | number | boolean | null>>;

onEachStore("dashboard: the audit log", (kind) => {
  test("filters, exports, and who may see whose", async (t) => {
    const { ask, claim, addMember, store, now, advance } = await startDashboard(t, kind);
    const operator = await claim();
    const shop = await addMember(operator, "shop@example.com");
    const other = await addMember(operator, "other@example.com");
    const key = (await ask("POST /api/v3/keys", { name: "till", kind: "private" }, shop.cookie)).body.data;
    const next = (await ask(`POST /api/v3/keys/${key.id}/rotate`, { overlap_s: 60 }, shop.cookie)).body.data;
    advance(1000);
    const evil = '=cmd|" /C calc"!A0, and\nmore';
    const write = (action: AuditAction, target: string, address: string) =>
      writeAudit(store.db, now(), { actor: null, address }, action, shop.id, target);
    await write("sign_in_failed", evil, "198.51.100.7");
    for (const [index, sign] of ["+1", "-1", "@sum", "\tx", "\rx"].entries()) {
      await write("sign_in_failed", sign, `198.51.100.${index + 8}`);
    }
    await ask("POST /api/v3/domains", { domain: "theirs.example.com" }, other.cookie);

    const entries = async (query: string, cookie = shop.cookie, path = "/audit") =>
      (await ask(`GET ${path}?${query}`, undefined, cookie)).body.entries as Entry[];
    const actions = async (query: string, cookie?: string, path?: string) =>
      (await entries(query, cookie, path)).map(({ action }) => action);

    await t.test("each filter, and two together", async () => {
      assert.deepEqual(await actions(`target=${key.id}`), ["key_rotated", "key_created"]);
      assert.deepEqual(await actions(`target=${next.id}`), ["key_rotated"], "both keys of a rotation");
      assert.deepEqual(await actions("target=key"), []);
      assert.deepEqual(await actions("action=key_created"), ["key_created"]);
      assert.deepEqual(await actions("address=198.51.100.7"), ["sign_in_failed"]);
      assert.equal((await actions(`fromMs=${now()}`)).length, 6);
      const mine = ["key_rotated", "key_created", "password_reset"];
      assert.deepEqual(await actions("actor=SHOP%40example.com"), mine);
      assert.deepEqual(await actions(`actor=${shop.userId}&toMs=${now()}`), mine);
      assert.deepEqual(await actions(`actor=${shop.userId}&action=key_rotated&fromMs=0`), ["key_rotated"]);
      const [first] = await entries("action=key_created");
      assert.deepEqual([first?.["actorEmail"], first?.["signedInBy"]], ["shop@example.com", "link"]);
      const [byOperator] = await entries("action=account_created");
      assert.equal(byOperator?.["actorEmail"], null, "who is not in the team is not named to it");
      for (const query of ["fromMs=x", "before=0", "nonsense=1", `action=${"x".repeat(300)}`, "accountId=all"]) {
        assert.equal((await ask(`GET /audit?${query}`, undefined, shop.cookie)).status, 400, query);
      }
    });

    await t.test("changes apart from sign-ins and the like", async () => {
      await write("revoked_key_refused", key.id, "198.51.100.7");
      const [all, changes, access] = [await actions(""), await actions("kind=changes"), await actions("kind=access")];
      assert.deepEqual(changes, ["key_rotated", "key_created", "password_reset", "reset_link_made", "account_created"]);
      assert.deepEqual(new Set(access), new Set(["revoked_key_refused", "sign_in_failed"]));
      assert.equal(changes.length + access.length, all.length);
      assert.equal((await ask("GET /audit?kind=others", undefined, shop.cookie)).status, 400);
    });

    await t.test(
      "ids come with names: of keys, endpoints, sessions, teams; an operator is one to the team",
      async () => {
        const hook = { url: "https://shop.example/hook" };
        await ask("POST /api/v3/webhook_endpoints", hook, shop.cookie);
        const session = (await ask("POST /api/v3/sessions?mode=test", { external_id: "customer-7" }, shop.cookie)).body
          .data;
        await ask(`POST /api/v3/sessions/${session.id}/cancel`, {}, shop.cookie);
        await write("factors_removed", shop.userId, "198.51.100.7");
        await write("factors_removed", other.userId, "198.51.100.7");
        const named = async (query: string, cookie?: string, path?: string) =>
          (await entries(query, cookie, path)).map(({ targetName }) => targetName);
        assert.deepEqual(await named("action=key_rotated"), ["till"]);
        assert.deepEqual(await named("action=webhook_endpoint_created"), [hook.url]);
        assert.deepEqual(await named("action=verification_cancelled"), ["customer-7"]);
        assert.deepEqual(await named("action=factors_removed"), [null, "shop@example.com"], "members alone");
        const path = "/service/audit";
        assert.deepEqual(await named("action=factors_removed", operator, path), [
          "other@example.com",
          "shop@example.com",
        ]);
        const [created] = await entries("action=key_created", operator, path);
        assert.deepEqual([created?.["accountId"], created?.["accountName"]], [shop.id, "shop@example.com"]);
        const [byOperator] = await entries("action=account_created");
        assert.deepEqual([byOperator?.["byOperator"], byOperator?.["actorEmail"]], [true, null]);
        assert.equal((await entries("action=key_rotated"))[0]?.["byOperator"], false);
      },
    );

    await t.test("a team sees and exports its own only, an operator the service", async () => {
      const whole = await entries("", operator, "/service/audit");
      assert.deepEqual(new Set(whole.map(({ accountId }) => accountId)).size, 3);
      assert.deepEqual(await actions("action=domain_added", operator, "/service/audit"), ["domain_added"]);
      assert.deepEqual(await actions(`accountId=${shop.id}&action=domain_added`, operator, "/service/audit"), []);
      for (const path of ["/audit", "/audit/export?format=ndjson"]) {
        const { text } = await ask(`GET ${path}`, undefined, shop.cookie);
        assert.ok(text.includes("till") || text.includes(key.id));
        assert.ok(!text.includes("theirs.example.com") && !text.includes(other.id) && !text.includes(ownerEmail));
      }
      const foreign = await ask(`GET /audit/export?format=csv&accountId=${other.id}`, undefined, shop.cookie);
      assert.equal(foreign.status, 400);
      const service = await ask("GET /service/audit/export?format=csv", undefined, shop.cookie);
      assert.equal(service.status, 404);
    });

    await t.test("no cell of the CSV is a formula, and a line holds what it should", async () => {
      const query = "format=csv&action=sign_in_failed";
      const { text, headers } = await ask(`GET /audit/export?${query}`, undefined, shop.cookie);
      assert.match(String(headers["content-disposition"]), /attachment; filename="audit\.csv"/);
      const time = new Date(now()).toISOString();
      const line = (target: string, address: string) =>
        `"${time}","${shop.id}","sign_in_failed","'${target}","","","${address}",""\r\n`;
      const expected = ["\rx", "\tx", "@sum", "-1", "+1"].map((sign, index) => line(sign, `198.51.100.${12 - index}`));
      expected.push(line(evil.replaceAll('"', '""'), "198.51.100.7"));
      assert.equal(text, `time,account,action,target,actor,actor_email,address,signed_in_by\r\n${expected.join("")}`);
    });

    await t.test(
      "an export of more than a page has each entry once, is in the log itself, and asks who it is",
      async () => {
        const rows = Array.from({ length: 1100 }, (_, index) => ({
          at_ms: now(),
          account_id: shop.id,
          actor: null,
          address: null,
          action: "sign_out",
          target: String(index),
          signed_in_by: null,
        }));
        await store.db.insertInto("audit").values(rows).execute();
        const path = "/audit/export?format=ndjson&action=sign_out";
        const { text } = await ask(`GET ${path}`, undefined, shop.cookie);
        const lines = text.trim().split("\n");
        const targets = lines.map((line) => Number((JSON.parse(line) as Entry)["target"]));
        assert.deepEqual(
          targets,
          Array.from({ length: 1100 }, (_, index) => 1099 - index),
        );
        assert.equal((await actions("action=audit_exported")).length, 3);
        advance(10 * 60_000 + 1);
        const late = await ask(`GET ${path}`, undefined, shop.cookie);
        assert.deepEqual([late.status, late.body.error.code], [403, "confirmation_needed"]);
        assert.equal((await ask(`HEAD ${path}`, undefined, shop.cookie)).status, 404);
      },
    );
  });
});
