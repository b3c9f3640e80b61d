import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Log } from "../store/log.ts";
import { freshStore, onEachStore } from "../testing/store/each-store.ts";
import { until } from "../testing/until.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { createUsageRecorder } from "./recorder.ts";

onEachStore("usage kept on disk", (kind) => {
  test("is written though a damaged file comes before it, and that is said once", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store);
    const key = await store.db.selectFrom("api_keys").select(["id", "account_id"]).executeTakeFirstOrThrow();
    const counts = { hour_ms: 0, count: 3, duration_ms: 1, endpoint: "v3.verify", outcome: "match" };
    const kept = { id: "kept", rows: [{ ...counts, key_id: key.id, account_id: key.account_id }] };
    const folder = join(store.dataDir, "usage-to-write");
    await mkdir(folder);
    await writeFile(join(folder, "a.json"), '{"id":"a","rows":[{"hour');
    await writeFile(join(folder, "b.json"), JSON.stringify(kept));

    const said: string[] = [];
    const say = (detail: object, text: string) => void said.push(`${text} ${JSON.stringify(detail)}`);
    const log: Log = { info: () => {}, warn: say, error: say };
    const recorder = createUsageRecorder(store, log, Date.now);
    const written = () => store.db.selectFrom("usage").select("count").execute();
    t.after(() => recorder.stop());
    await until(async () => (await written()).length > 0 || said.length > 1);
    for (let again = 0; again < 3; again++) await recorder.replay();
    assert.deepEqual(
      (await written()).map(({ count }) => count),
      [3],
    );
    assert.equal(said.length, 1, said.join("\n"));
    assert.match(said[0] ?? "", /a\.json\.bad/);
  });

  test("that the database does not take is said once, and tried again", async (t) => {
    const store = await freshStore(t, kind);
    const counts = { hour_ms: 0, count: 3, duration_ms: 1, endpoint: "v3.verify", outcome: "match", no_column: 1 };
    const folder = join(store.dataDir, "usage-to-write");
    await mkdir(folder);
    await writeFile(
      join(folder, "a.json"),
      JSON.stringify({ id: "a", rows: [{ ...counts, key_id: "k", account_id: "a" }] }),
    );
    const said: string[] = [];
    const say = (_detail: object, text: string) => void said.push(text);
    const recorder = createUsageRecorder(store, { info: say, warn: say, error: say }, Date.now);
    t.after(() => recorder.stop());
    for (let again = 0; again < 3; again++) await recorder.replay();
    assert.deepEqual(said, ["kept usage could not be written"]);
  });
});
