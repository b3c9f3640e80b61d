import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test, type TestContext } from "node:test";
import fastify from "fastify";
import { makeAccount } from "../../../testing/make-account.ts";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createCounters } from "../../accounts/limits/counters.ts";
import { nameFirstAccount } from "../../accounts/people/accounts/claim.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { changeBranding, noticePath } from "../../features/branding/branding.ts";
import { changeConsentTexts } from "../../features/branding/consent-texts.ts";
import { createLinkLimits } from "../../features/sessions/visit/link-limits.ts";
import { eraseAccount } from "../../features/retention/erasures.ts";
import { changeRetention } from "../../features/retention/own-retention.ts";
import { defaultRetention } from "../../features/retention/periods.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { privacyPages } from "./routes.ts";

const startMs = Date.UTC(2026, 10, 22, 12);

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  await prepareFirstStart(store);
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const deps = { store, now: () => startMs };
  const app = fastify();
  await app.register(
    privacyPages({ store, retention: defaultRetention, limits: createLinkLimits(createCounters("test:read")) }),
  );
  t.after(() => app.close());
  const open = (path: string, language = "en") => app.inject({ url: path, headers: { "accept-language": language } });
  return { store, id, deps, open };
}

onEachStore("the public page about an account's checks", (kind) => {
  test("states who is responsible, what is stored for how long, and the words that hold now, as text", async (t) => {
    const { store, id, deps, open } = await start(t, kind);
    const path = noticePath(id);
    const before = (await open(path)).body;
    assert.match(before, /90 days/);
    assert.match(before, /Your pictures are deleted as soon as they have been checked/);
    assert.match(before, /By continuing you agree/);

    const privacy_url = "https://shop.example/privacy?a=1&b=%22%3E";
    await changeBranding(deps, commandLine, id, {
      name: "Shop <b>",
      controller: 'Shop "Ltd."',
      contact: "help@shop.example",
      privacy_url,
    });
    await changeRetention(store.db, commandLine, id, { sessionsDays: 12 }, startMs);
    await store.db.updateTable("accounts").set({ evidence_key: "{}", evidence_days: 5 }).where("id", "=", id).execute();
    const own = { text: "I agree & <script>alert(1)</script>", purpose: "Open an account" };
    await changeConsentTexts(deps, commandLine, id, { en: { text: "I agree", purpose: null } });
    await changeConsentTexts(deps, commandLine, id, { en: own });
    const { body, headers, statusCode } = await open(path);
    assert.equal(statusCode, 200);
    for (const part of [
      "Shop &lt;b&gt;",
      "Shop &quot;Ltd.&quot; is responsible for your data.",
      'href="mailto:help@shop.example"',
      `href="${privacy_url.replaceAll("&", "&amp;")}"`,
      "12 days",
      "deletes them after 5 days",
      "Open an account",
      "In the words of Shop &lt;b&gt;:",
      "I agree &amp; &lt;script&gt;alert(1)&lt;/script&gt;",
      "Version account-2, since November 22, 2026",
      createHash("sha256").update(own.text).digest("hex"),
      "Version account-1",
      "you can withdraw your consent until there is a result",
    ])
      assert.ok(body.includes(part), part);
    assert.doesNotMatch(body, /<script|\son\w+=|style="/);
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(body) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    assert.equal(
      headers["content-security-policy"],
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    assert.deepEqual([headers["cache-control"], headers["vary"]], ["public, max-age=60", "Accept-Language"]);
  });

  test("is in the browser's language, and in it has the words of that language", async (t) => {
    const { id, deps, open } = await start(t, kind);
    await changeConsentTexts(deps, commandLine, id, { de: { text: "Ich willige ein.", purpose: null } });
    const german = (await open(noticePath(id), "de-AT,en;q=0.5")).body;
    assert.match(german, /<html lang="de" dir="ltr">/);
    assert.match(german, /Ich willige ein\./);
    const arabic = (await open(noticePath(id), "ar")).body;
    assert.match(arabic, /<html lang="ar" dir="rtl">/);
    assert.doesNotMatch(arabic, /Ich willige ein/);
    for (const language of ["en", "es", "fr", "hi", "ja", "pt", "zh"])
      assert.doesNotMatch((await open(noticePath(id), language)).body, /\{\w+\}|undefined/, language);
  });

  test("an unknown account and a deleted one are the same 404", async (t) => {
    const { store, id, deps, open } = await start(t, kind);
    assert.equal((await open(noticePath(id))).statusCode, 200);
    await nameFirstAccount(store, commandLine, { email: "owner@example.com" }, startMs);
    const { account: later } = await makeAccount(
      store,
      commandLine,
      { email: "later@example.com", plan: "free" },
      startMs,
    );
    assert.equal((await open(noticePath(later.id))).statusCode, 200);
    const keys = { ...deps, changed: () => {} };
    assert.equal(await eraseAccount(keys, commandLine, later.id), "erased");
    const answers = await Promise.all(
      [noticePath(later.id), "/privacy/acc_9f2Kx4Tb1Lw7Zc5Q", "/privacy/x%00", "/privacy/__proto__"].map((path) =>
        open(path),
      ),
    );
    for (const { statusCode, headers } of answers)
      assert.deepEqual([statusCode, headers["cache-control"]], [404, undefined]);
  });
});
