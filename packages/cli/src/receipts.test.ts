import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { receivedPhoto } from "@selfsame/server/features/receipts/receipt";
import { publicKeySet } from "@selfsame/server/features/receipts/receipt-keys";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import { openStore } from "@selfsame/platform/store/store";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { freshConfig, onEachStore, tempDir } from "@selfsame/platform/testing/store/each-store";
import { testReceipts } from "@selfsame/server/testing/test-receipts";

onEachStore("selfsame receipts", (kind) => {
  test("a receipt is verified from files alone, with its photos, and after a rotation", async (t) => {
    const config = await freshConfig(t, kind);
    const folder = await tempDir(t);
    const store = await openStore(config);
    t.after(() => store.close());
    const seal = createSeal(await findSecretKey({ secretKey: undefined, ...config }, silent));
    const write = async (name: string, content: string | Uint8Array) => {
      const file = join(folder, name);
      await writeFile(file, content);
      return file;
    };
    const photo = Buffer.from("as it was sent");
    const receipt = await testReceipts(seal, () => Date.UTC(2026, 10, 27)).sign(store.db, {
      kind: "verify",
      id: "3f1c",
      account: "acc_1",
      test: false,
      decision: "accept",
      reasons: [],
      threshold: 0.7,
      similarity: 0.81,
      false_match_rate: 0.000007,
      model: "m-1",
      challenge: null,
      passive_liveness: null,
      document: null,
      reviewed_by: null,
      nonce: null,
      photos: [await receivedPhoto("selfie", photo)],
    });
    const answer = await write("answer.json", JSON.stringify({ success: true, data: { receipt } }));
    const alone = await write("receipt.jws", `${receipt}\n`);
    const keys = await write("keys.json", JSON.stringify(await publicKeySet(store.db)));
    const selfie = await write("selfie.jpg", photo);
    const receipts = (...args: readonly string[]) => selfsame(config, "receipts", ...args);
    const verified = await receipts("verify", answer, "--keys", keys, "--photo", selfie);
    const lines = verified.out.split("\n");
    assert.equal(lines[0], "The receipt is genuine.");
    assert.ok(lines.includes("decision: accept"), verified.out);
    assert.ok(lines.includes("iat: 2026-11-27T00:00:00.000Z"), verified.out);
    assert.equal(lines.at(-1), `${selfie} is its selfie.`);
    assert.equal((JSON.parse((await receipts("verify", alone, "--json")).out) as { jti: string }).jti, "3f1c");

    const [{ id: former }] = JSON.parse((await receipts("keys", "--json")).out) as [{ id: string }];
    const current = (await receipts("rotate")).out.replace("Signs from now on: ", "");
    const rows = JSON.parse((await receipts("keys", "--json")).out) as { id: string; signs: boolean }[];
    assert.deepEqual(
      rows.map(({ id, signs }) => [id, signs]),
      [
        [current, true],
        [former, false],
      ],
    );
    assert.match((await receipts("verify", alone)).out, /^The receipt is genuine\./);
    assert.equal((await receipts("remove", former)).out, `Removed: ${former}`);
    assert.match((await receipts("verify", alone)).problems, /not genuine: none of the keys signed it/);
    assert.match((await receipts("remove", former)).problems, /no key with this id/);
  });

  test("what is no receipt, no key set, another photo or a changed receipt is said", async (t) => {
    const config = await freshConfig(t, kind);
    const folder = await tempDir(t);
    const file = join(folder, "file");
    const receipts = async (content: string, ...args: readonly string[]) => {
      await writeFile(file, content);
      return (await selfsame(config, "receipts", "verify", file, ...args)).problems;
    };
    assert.match(await receipts("{}"), /contains no receipt/);
    assert.match(await receipts("a.b.c", "--keys", file), /is no key set/);
    const none = join(folder, "none.json");
    await writeFile(none, '{"keys":[]}');
    assert.match(await receipts("a.b.c", "--keys", none), /The receipt is not genuine/);
    assert.match(await receipts("a.b.c", "--keys", join(folder, "missing")), /cannot be read: ENOENT/);
  });
});
