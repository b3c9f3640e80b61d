import assert from "node:assert/strict";
import { test } from "node:test";
import { createLightTally } from "@selfsame/server/liveness/challenge/light/light-tally";
import { defaultRetention } from "@selfsame/server/features/retention/periods";
import { sweepStore } from "@selfsame/server/features/retention/retention";
import { silent } from "@selfsame/platform/store/log";
import { openStore } from "@selfsame/platform/store/store";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";

const dayMs = 24 * 3600_000;

onEachStore("selfsame liveness report", (kind) => {
  test("results and correlations are counted by day, apart from challenges that failed, and forgotten after a year", async (t) => {
    const config = await freshConfig(t, kind);
    const store = await openStore(config);
    t.after(() => store.close());
    const report = (...args: readonly string[]) => selfsame(config, "liveness", "report", ...args);
    assert.match((await report()).out, /^No screen colors within 30 days\./);

    let nowMs = Date.now();
    const tally = createLightTally(() => nowMs);
    await Promise.all(
      [0.97, 0.961, 0.88].map((correlation) => tally.add(store.db, { result: "passed", correlation }, true)),
    );
    await tally.add(store.db, { result: "spared", correlation: null }, true);
    await tally.add(store.db, { result: "attack", correlation: -0.02 }, false);
    nowMs -= 40 * dayMs;
    await tally.add(store.db, { result: "not_measurable", correlation: 0.5 }, true);
    assert.equal(
      (await report()).out,
      [
        "Passed every other check: 4",
        "  passed              3  75.0 %",
        "  attack              0  0.0 %",
        "  not_measurable      0  0.0 %",
        "  spared              1  25.0 %",
        "   0.85       1  ####################",
        "   0.95       2  ########################################",
        "Failed another check: 1",
        "  passed              0  0.0 %",
        "  attack              1  100.0 %",
        "  not_measurable      0  0.0 %",
        "  spared              0  0.0 %",
        "  -0.05       1  ########################################",
      ].join("\n"),
    );
    assert.match((await report("--days", "60")).out, /^Passed every other check: 5\n/);
    assert.equal((JSON.parse((await report("--json")).out) as object[]).length, 4);
    assert.match((await report("--days", "0")).problems, /--days must be a whole number from 1 to 365/);

    await sweepStore(store, Date.now() + 330 * dayMs, silent, defaultRetention);
    const left = await store.db.selectFrom("challenge_light").select("result").execute();
    assert.ok(left.length === 4 && !left.some(({ result }) => result === "not_measurable"));
  });
});
