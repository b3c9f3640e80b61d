import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareFirstStart } from "@selfsame/server/accounts/people/first-start";
import { openStore } from "@selfsame/platform/store/store";
import { brand } from "@selfsame/server/testing/sessions/brand";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";

onEachStore("selfsame sessions", (kind) => {
  test("are made, listed, shown and cancelled; a key of kind test is made", async (t) => {
    const config = await freshConfig(t, kind);
    const store = await openStore(config);
    await prepareFirstStart(store);
    const refused = await selfsame(config, "sessions", "create");
    assert.match(refused.problems, /no name or no privacy policy/);
    const { id: account } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    await brand(store, account);
    await store.close();

    const made = await selfsame(config, "sessions", "create", "--external-id", "c-1", "--attempts", "2");
    const [, id = ""] = /^Id: (vs_\w{22})\nLink: http:\/\/127\.0\.0\.1:3000\/verify#[\w-]{65}$/.exec(made.out) ?? [];
    assert.notEqual(id, "", made.out + made.problems);
    await selfsame(config, "sessions", "create", "--test", "--simulate", "no_match");
    const { out } = await selfsame(config, "sessions", "list", "--external-id", "c-1");
    assert.match(out, new RegExp(`^ID .*\n${id}  open +0/2 +\\S+  c-1$`));
    assert.match((await selfsame(config, "sessions", "list")).out, /open \(test\)/);
    assert.equal((await selfsame(config, "sessions", "cancel", id)).out, `Cancelled: ${id}`);
    assert.match((await selfsame(config, "sessions", "cancel", id)).problems, /ended already/);
    const shown = JSON.parse((await selfsame(config, "sessions", "show", id)).out);
    assert.deepEqual(
      [shown.status, shown.timeline.map((entry: { kind: string }) => entry.kind)],
      ["cancelled", ["created", "cancelled"]],
    );
    for (const [args, problem] of [
      [["create", "--simulate", "verified"], /is for --test/],
      [["create", "--no-challenge"], /needs a --reference/],
      [["create", "--return-url", "https://elsewhere.example"], /origin/],
      [
        ["create", "--return-url", `https://elsewhere.example/${"a".repeat(2048)}`],
        /--return-url has 2048 characters at most/,
      ],
      [["create", "--reference", "/nowhere.jpg"], /cannot be read/],
      [["create", "--external-id", "c".repeat(129)], /--external-id has 1 to 128 characters/],
      [["create", "--external-id", ""], /--external-id has 1 to 128 characters/],
      [["create", "--external-id", "c\n1"], /no line breaks/],
      [["create", "--locale", "de_AT"], /--locale is a language tag such as de or pt-BR/],
      [["list", "--status", "lost"], /one of open/],
      [["show", "vs_nobody"], /no such session/],
    ] as const) {
      const { code, problems } = await selfsame(config, "sessions", ...args);
      assert.equal(code, 1);
      assert.match(problems, problem);
    }
    const hook = ["webhooks", "create", "https://shop.example/faces"];
    for (const more of [[], ["--test"]]) assert.equal((await selfsame(config, ...hook, ...more)).code, 0);
    assert.match(
      (await selfsame(config, "webhooks", "list")).out,
      / active \(unverified\) .*\n.* active \(test, unverified\) /,
    );
    assert.match((await selfsame(config, "keys", "create", "CI", "--kind", "test")).out, /Key: ss_tk_\w{38}$/);
    assert.match((await selfsame(config, "keys", "list")).out, /ss_tk_/);
    assert.match((await selfsame(config, "keys", "create", "CI", "--kind", "odd")).problems, /private, public, test/);
  });
});
