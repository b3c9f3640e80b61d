import assert from "node:assert/strict";
import { test } from "node:test";
import { currentSigningKey, publishedKeys } from "../features/oidc/signing-keys.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import { findSecretKey } from "../platform/secrets/secret-key.ts";
import { silent } from "../platform/store/log.ts";
import { openStore } from "../platform/store/store.ts";
import { selfsame } from "../testing/selfsame.ts";
import { freshConfig, onEachStore } from "../testing/store/each-store.ts";

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
