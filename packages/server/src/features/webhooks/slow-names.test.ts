import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createGuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";
import { createResolve } from "@selfsame/platform/outbound/names/resolve";
import { startNameServer } from "@selfsame/platform/testing/name-server";
import { startPhotoHost } from "../../../testing/photo-host.ts";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { until } from "@selfsame/platform/testing/until";
import { createPost } from "./post.ts";
import { type Download, createDownload } from "@selfsame/photo/images/download";

/** A node on which one account downloads from 20 names whose name server never responds. @param begin runs before these downloads */
async function beside20SlowNames(t: TestContext, begin: (download: Download) => Promise<unknown>) {
  const server = await startNameServer(t, (name) => (name.startsWith("slow") ? "silence" : ["127.0.0.1"]));
  const resolve = createResolve({ servers: [server.address] });
  const reach = { allowedDomains: ["*.test"], allowPrivate: true, resolve };
  const download = createDownload(reach);
  await begin(download);
  const askedBefore = server.asked.length;
  const leaving = new AbortController();
  let over = 0;
  const slow = Array.from({ length: 20 }, (_, i) =>
    download(`http://slow${i}.test/a.png`, [], leaving.signal, "greedy").finally(() => over++),
  );
  t.after(async () => {
    leaving.abort();
    await Promise.all(slow);
  });
  await until(() => new Set(server.asked.slice(askedBefore)).size >= 32);
  return { reach, download, over: () => over };
}

const never = new AbortController().signal;

test("beside 20 slow names of one account, another's photo, webhook and provider are reached", async (t) => {
  const photo = Buffer.from("a photo");
  const [photos, receiver] = [await startPhotoHost(t, { "a.png": photo }), await startReceiver(t)];
  // The first download loads the modules that all need.
  const first = (download: Download) => download(photos.url("a.png"), [], never, "other");
  const { reach, download, over } = await beside20SlowNames(t, first);
  const begunMs = performance.now();
  const fetched = await download(photos.url("a.png"), [], never, "other");
  const tookMs = performance.now() - begunMs;
  assert.deepEqual(fetched, { outcome: "downloaded", bytes: new Uint8Array(photo) });
  assert.equal((await createPost(reach).send(receiver.url, {}, "{}", "other")).outcome, "answered");
  assert.equal((await createGuardedFetch(reach)(receiver.url, { method: "GET", headers: {} })).status, 200);
  assert.equal(over(), 0, "the others still wait");
  t.diagnostic(`another account's photo took ${tookMs.toFixed(0)} ms`);
});
