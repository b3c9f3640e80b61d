import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { languageCodes } from "@selfsame/texts/languages";
import { versionsMax } from "../../../features/branding/consent-texts.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const german = { text: "Ich willige ein.\n\nJederzeit widerrufbar.", purpose: "Konto eröffnen" };
const arabic = { text: "أوافق على مقارنة وجهي بصورتي.", purpose: null };
const withHash = ({ text, purpose }: typeof german | typeof arabic) => ({ text, purpose, sha256: sha256(text) });

onEachStore("consent texts by API", (kind) => {
  test("each change is a version, and those before stay readable", async (t) => {
    const { ask, store } = await startSessionService(t, { kind });
    const none = { languages: [...languageCodes], version: null, texts: {}, versions: [] };
    assert.deepEqual((await ask("GET", "/consent_texts")).body.data, none);
    const change = async (body: object) => (await ask("POST", "/consent_texts", body)).body.data;
    const first = await change({ de: { ...german, text: german.text.replaceAll("\n", "\r\n") } });
    assert.deepEqual(
      [first.version, first.texts],
      ["account-1", { de: withHash(german) }],
      "with line ends of one kind",
    );
    assert.equal((await change({ de: german })).version, "account-1", "the same texts are no change");
    const second = await change({ ar: { text: arabic.text } });
    assert.deepEqual(second.texts, { ar: withHash(arabic), de: withHash(german) });
    const third = await change({ de: null });
    assert.deepEqual([third.version, third.texts], ["account-3", { ar: withHash(arabic) }]);
    assert.deepEqual(
      third.versions.map((one: { readonly version: string; readonly languages: string[] }) => [
        one.version,
        one.languages,
      ]),
      [
        ["account-3", ["ar"]],
        ["account-2", ["ar", "de"]],
        ["account-1", ["de"]],
      ],
    );
    const { created_at, ...old } = (await ask("GET", "/consent_texts/account-2")).body.data;
    assert.deepEqual(old, { version: "account-2", texts: { ar: withHash(arabic), de: withHash(german) } });
    assert.ok(Date.parse(created_at) > 0);
    for (const version of ["account-4", "account-0", "account-01", "2026-11.3", "account-9999999999"]) {
      const { status, body } = await ask("GET", `/consent_texts/${version}`);
      assert.deepEqual([status, body.error.code], [404, "consent_text_not_found"], version);
    }
    const audit = await store.db.selectFrom("audit").select(["action", "target"]).orderBy("id", "desc").execute();
    assert.deepEqual([audit[0]?.action, audit[0]?.target], ["consent_texts_changed", "account-3 ar"]);
  });

  test("only the newest versions are stored, and of changes at once each counts", async (t) => {
    const { ask, store, accountId } = await startSessionService(t, { kind });
    const filled = Array.from({ length: versionsMax - 1 }, (_, i) => ({
      account_id: accountId,
      version: i + 1,
      texts: "{}",
      created_at_ms: i,
    }));
    await store.db.insertInto("consent_texts").values(filled).execute();
    await Promise.all(
      ["en", "fr", "es"].map((language) =>
        ask("POST", "/consent_texts", { [language]: { text: `I agree, ${language}` } }),
      ),
    );
    const { version, texts, versions } = (await ask("GET", "/consent_texts")).body.data;
    assert.deepEqual([version, Object.keys(texts)], [`account-${versionsMax + 2}`, ["en", "es", "fr"]]);
    assert.deepEqual([versions.length, versions.at(-1).version], [versionsMax, "account-3"]);
  });

  test("what is no plain text within its limits is refused, and so are test keys and keys without the scope", async (t) => {
    const { ask, makeKey } = await startSessionService(t, { kind });
    const good = "I agree.";
    for (const [body, param] of [
      [{ de: { text: "" } }, "de"],
      [{ de: { text: " \n " } }, "de"],
      [{ de: { text: "x".repeat(2001) } }, "de"],
      [{ de: { text: "12 34" } }, "de"],
      [{ de: { text: "I <b>agree</b>" } }, "de"],
      [{ de: { text: "I agree<!-- not -->" } }, "de"],
      [{ de: { text: "a\u0000b" } }, "de"],
      [{ de: { text: "I agree \u202eeerga ton" } }, "de"],
      [{ de: { text: good, purpose: "" } }, "de"],
      [{ de: { text: good, purpose: "two\nlines" } }, "de"],
      [{ de: { text: good, purpose: "x".repeat(201) } }, "de"],
      [{ de: { text: good, html: "x" } }, "de"],
      [{ de: good }, "de"],
      [{ tlh: { text: good } }, "tlh"],
    ] as const) {
      const { status, body: answer } = await ask("POST", "/consent_texts", body);
      assert.deepEqual([status, answer.error.code, answer.error.param], [400, "invalid_parameter", param], param);
    }
    const longest = { text: `a < b ${"x".repeat(1994)}`, purpose: "x".repeat(200) };
    assert.equal((await ask("POST", "/consent_texts", { de: longest })).status, 200);
    const { secret: testKey } = await makeKey({ kind: "test" });
    const { secret: other } = await makeKey({ scopes: ["batches"] });
    const change = async (key: string) => (await ask("POST", "/consent_texts", { de: null }, key)).body.error.code;
    assert.deepEqual([await change(testKey), await change(other)], ["live_key_required", "scope_missing"]);
  });
});
