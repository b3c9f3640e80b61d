import assert from "node:assert/strict";
import { test } from "node:test";
import { currentSigningKey, publishedKeys } from "@selfsame/server/features/oidc/signing-keys";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import { openStore } from "@selfsame/platform/store/store";
import { selfsame } from "@selfsame/server/testing/selfsame";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";

onEachStore("selfsame oidc-key", (kind) => {
  test("a rotated key signs, the one before stays published, and a leaked one does not", async (t) => {
    const config = await freshConfig(t, kind);
    const store = await openStore(config);
    t.after(() => store.close());
    const seal = createSeal(await findSecretKey({ secretKey: undefined, ...config }, silent));
    const signs = async () => (await currentSigningKey(store, seal, Date.now())).kid;
    const published = async () => new Set((await publishedKeys(store.db, Date.now())).keys.map(({ kid }) => kid));
    const rotate = async (...args: readonly string[]) => {
      const { code, out, problems } = await selfsame(config, "oidc-key", "rotate", ...args);
      assert.equal(code, 0, problems);
      return out.replace("Signs from now on: ", "");
    };
    const first = await signs();
    const second = await rotate();
    assert.equal(await signs(), second);
    assert.deepEqual(await published(), new Set([first, second]));
    const third = await rotate("--leaked");
    assert.equal(await signs(), third);
    assert.deepEqual(await published(), new Set([third]));
    const audited = await store.db.selectFrom("audit").select("action").execute();
    assert.equal(audited.filter(({ action }) => action === "oidc_key_rotated").length, 2);
    assert.notEqual((await selfsame(config, "oidc-key", "rotate", "--leeked")).code, 0);
  });
});
