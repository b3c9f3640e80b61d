import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fastify } from "fastify";
import { freshStore } from "@selfsame/platform/testing/store/each-store";
import { createCounters } from "../accounts/limits/counters.ts";
import { prepareFirstStart } from "../accounts/people/first-start.ts";
import { noticePath } from "../features/branding/branding.ts";
import { defaultRetention } from "../features/retention/periods.ts";
import { createLinkLimits, linkLimits } from "../features/sessions/visit/link-limits.ts";
import { privacyPages } from "./privacy-page/routes.ts";
import { receiptRoutes } from "./receipts/routes.ts";
import { verifyPages } from "./verify-page/routes.ts";

/** The files without which the hosted page counts as not built. */
async function builtPage(t: TestContext): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), "selfsame-page-"));
  t.after(() => rm(dist, { recursive: true }));
  const files = { "build.json": "{}", "index.html": "<html><head></head><body></body></html>", "embed.js": "" };
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);
  return dist;
}

test("a network that reads too much in public waits, and other networks do not", async (t) => {
  const store = await freshStore(t, "sqlite");
  await prepareFirstStart(store);
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const counters = createCounters("test:read");
  const limits = createLinkLimits(counters);
  const app = fastify({ trustProxy: true });
  t.after(() => app.close());
  await app.register(privacyPages({ store, retention: defaultRetention, limits }));
  await app.register(receiptRoutes({ store, limits }));
  await app.register(verifyPages({ store, now: Date.now, limits }, await builtPage(t)));
  const ofNotice = [noticePath(id), "/privacy/unknown", "/.well-known/jwks.json"];
  const ofPage = ["/verify/embedded/vs_1", "/verify/brand/vs_1", `/verify/logo/${id}`];
  const read = (url: string, address: string) => app.inject({ url, headers: { "x-forwarded-for": address } });

  await counters.add("read:192.0.2.1", linkLimits.read.max, linkLimits.read.seconds);
  for (const path of [...ofNotice, ...ofPage]) {
    const { statusCode, headers, body } = await read(path, "192.0.2.1");
    assert.deepEqual([statusCode, headers["cache-control"]], [429, "no-store"], path);
    const seconds = Number(headers["retry-after"]);
    assert.ok(seconds >= 1 && seconds <= 60, path);
    assert.equal(body, `Too many requests came from your network. Try again in ${seconds} seconds.\n`);
    assert.notEqual((await read(path, "192.0.2.2")).statusCode, 429, path);
  }
});
