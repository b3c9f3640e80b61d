import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { openStore } from "@selfsame/platform/store/store";
import { scriptedComparison } from "@selfsame/photo/testing/engine/scripted-engine";
import { makeAccount } from "../../../testing/make-account.ts";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { openTemplate, sealTemplate, type Template } from "./template.ts";
import { deleteTemplateKeys, type TemplateOwner } from "./template-keys.ts";

const stranger = { email: "other@example.com", plan: "unlimited" } as const;
const nowMs = Date.UTC(2026, 10, 27);
const embedding = Float32Array.from({ length: 768 }, (_, i) => Math.sin(i * i) / 20);
const template: Template = {
  reference: { embedding, photos: 3 },
  model: scriptedComparison.model,
  purpose: "login",
  expiresAtMs: nowMs + 1000,
  facts: { reference: { faces: 1 } },
};

onEachStore("templates", (kind) => {
  const start = async (t: Parameters<typeof freshConfig>[0]) => {
    const store = await openStore(await freshConfig(t, kind));
    t.after(() => store.close());
    await prepareFirstStart(store);
    const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const { account: other } = await makeAccount(store, commandLine, stranger, nowMs);
    const deps = { db: store.db, seal: createSeal(randomBytes(32)), comparison: scriptedComparison, nowMs };
    const owner: TemplateOwner = { accountId: id, test: false };
    const open = (text: string, as = owner, purpose = "login", change = {}) =>
      openTemplate({ ...deps, ...change }, as, text, purpose);
    return { store, deps, owner, open, other: { accountId: other.id, test: false } };
  };

  test("open as they were sealed, but for the precision of two bytes a number", async (t) => {
    const { deps, owner, open } = await start(t);
    const text = await sealTemplate(deps, owner, template);
    assert.ok(text.length < 3000, `${text.length} characters`);
    const opened = await open(text);
    assert.ok(typeof opened !== "string");
    const { reference, ...rest } = opened;
    const { reference: _reference, ...expected } = template;
    assert.deepEqual(rest, expected);
    assert.equal(reference.photos, 3);
    for (const [i, value] of reference.embedding.entries()) assert.ok(Math.abs(value - (embedding[i] ?? 9)) < 2e-6);
    assert.notEqual(await sealTemplate(deps, owner, template), text, "each has its own nonce");
    const empty = await sealTemplate(deps, owner, {
      ...template,
      reference: { embedding: new Float32Array(1), photos: 1 },
    });
    assert.ok(typeof (await open(empty)) !== "string", "of a test key");
  });

  test("each thing that stands against one has its own name", async (t) => {
    const { store, deps, owner, open, other } = await start(t);
    const text = await sealTemplate(deps, owner, template);
    assert.equal(await open(text, other), "foreign");
    assert.equal(await open(text, { ...owner, test: true }), "foreign");
    // A key of the other owner under the same name opens nothing either.
    await sealTemplate(deps, other, template);
    assert.equal(await open(text, other), "foreign");
    assert.equal(await open(text, owner, "recovery"), "purpose");
    assert.equal(await open(text, owner, "login", { nowMs: nowMs + 1000 }), "expired");
    assert.equal(await open(text, owner, "login", { comparison: { ...scriptedComparison, model: "m-2" } }), "outdated");
    const known = {
      ...scriptedComparison,
      model: "m-2",
      earlier: (model: string) => (model === "m-1" ? scriptedComparison : undefined),
    };
    assert.ok(
      typeof (await open(text, owner, "login", { comparison: known })) !== "string",
      "the recognizer is still here",
    );
    assert.equal(await open(text, owner, "login", { seal: createSeal(randomBytes(32)) }), "deleted");
    assert.equal(await deleteTemplateKeys(store, commandLine, owner, nowMs), 1);
    assert.equal(await open(text), "deleted");
    assert.equal(await deleteTemplateKeys(store, commandLine, owner, nowMs), 0);
    const anew = await sealTemplate(deps, owner, template);
    assert.ok(typeof (await open(anew)) !== "string", "the next has another key");
    assert.equal(await open(text), "deleted");
    const row = await store.db
      .selectFrom("template_keys")
      .selectAll()
      .where("account_id", "=", owner.accountId)
      .execute();
    assert.equal(row.filter(({ secret }) => secret === null).length, 1);
    const audit = await store.db
      .selectFrom("audit")
      .select("action")
      .where("action", "=", "template_keys_deleted")
      .execute();
    assert.equal(audit.length, 1);
  });

  test("a restored copy of the database from before the deletion opens them again", async (t) => {
    const { store, deps, owner, open } = await start(t);
    const text = await sealTemplate(deps, owner, template);
    const backup = await store.db.selectFrom("template_keys").selectAll().executeTakeFirstOrThrow();
    await deleteTemplateKeys(store, commandLine, owner, nowMs);
    assert.equal(await open(text), "deleted");
    await store.db.updateTable("template_keys").set({ secret: backup.secret, deleted_at_ms: null }).execute();
    assert.ok(typeof (await open(text)) !== "string", "docs/templates.md says so");
    await deleteTemplateKeys(store, commandLine, owner, nowMs);
    assert.equal(await open(text), "deleted");
  });

  test("with any character changed, cut or added, nothing opens", async (t) => {
    const { deps, owner, open } = await start(t);
    const small = { ...template, reference: { embedding: embedding.slice(0, 8), photos: 1 } };
    const text = await sealTemplate(deps, owner, small);
    for (let at = 0; at < text.length; at++) {
      for (const other of ["A", "b"].filter((letter) => letter !== text[at])) {
        const problem = await open(text.slice(0, at) + other + text.slice(at + 1));
        assert.ok(problem === "invalid" || problem === "foreign", `at ${at}`);
      }
    }
    for (const changed of [
      text.slice(0, -1),
      `${text}A`,
      `${text}=`,
      text.slice(1),
      "",
      " ",
      `${text}\n`,
      text.repeat(50),
    ]) {
      assert.equal(await open(changed), "invalid", changed.slice(-9));
    }
  });
});
