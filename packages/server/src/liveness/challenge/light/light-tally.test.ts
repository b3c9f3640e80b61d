import assert from "node:assert/strict";
import { test } from "node:test";
import { makeAccount } from "../../../../testing/make-account.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { onEachStore, freshStore } from "@selfsame/platform/testing/store/each-store";
import { countLight, createLightTally } from "./light-tally.ts";
import { lightUse } from "./light-use.ts";
import { changeSetting, readSetting } from "@selfsame/platform/settings/setting";

const dayMs = 24 * 3600_000;

onEachStore("screen colors", (kind) => {
  test("results are counted by day, in steps of 0.05, and apart where the challenge failed", async (t) => {
    const store = await freshStore(t, kind);
    let nowMs = Date.UTC(2026, 10, 21, 23);
    const tally = createLightTally(() => nowMs);
    for (const [correlation, passed] of [
      [0.9, true],
      [0.949, true],
      [0.95, true],
      [-0.01, false],
      [-1, true],
      [1, true],
    ] as const) {
      await tally.add(store.db, { result: "passed", correlation }, passed);
    }
    await tally.add(store.db, { result: "spared", correlation: null }, true);
    const counts = async (fromMs: number) =>
      (await countLight(store, fromMs)).map(({ result, passed, correlation, count }) => [
        result,
        passed,
        correlation,
        count,
      ]);
    const day = Date.UTC(2026, 10, 21);
    const counted = await counts(day);
    const expected = [
      ["passed", true, 0.9, 2],
      ["passed", true, 0.95, 1],
      ["passed", false, -0.05, 1],
      ["passed", true, -0.95, 1],
      ["passed", true, 1, 1],
      ["spared", true, null, 1],
    ];
    const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    assert.deepEqual(sorted(counted), sorted(expected));
    nowMs += 2 * 3600_000;
    await tally.add(store.db, { result: "passed", correlation: 0.9 }, true);
    assert.deepEqual(await counts(day + 1), [["passed", true, 0.9, 1]]);
    assert.deepEqual(await counts(day + dayMs), [["passed", true, 0.9, 1]]);
    assert.deepEqual(await counts(day + dayMs + 1), []);
    assert.deepEqual((await counts(day)).find(([, , correlation]) => correlation === 0.9)?.at(-1), 3);
  });

  test("a team's choice is stored and audited, also that it has none", async (t) => {
    const store = await freshStore(t, kind);
    const { account } = await makeAccount(store, commandLine, { email: "a@example.com", plan: "free" }, 1);
    assert.equal(await readSetting(store.db, account.id, lightUse), null);
    assert.equal(await readSetting(store.db, "acc_none", lightUse), null);
    await changeSetting(store.db, commandLine, account.id, lightUse, "require", 2);
    assert.equal(await readSetting(store.db, account.id, lightUse), "require");
    await changeSetting(store.db, commandLine, account.id, lightUse, null, 3);
    assert.equal(await readSetting(store.db, account.id, lightUse), null);
    const log = await store.db
      .selectFrom("audit")
      .select("target")
      .where("action", "=", "team_setting_changed")
      .orderBy("id")
      .execute();
    assert.deepEqual(
      log.map(({ target }) => target),
      ["screenColors: require", "screenColors: default"],
    );
  });
});
