import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { RequestListener } from "node:http";
import { createGuardedFetch } from "@selfsame/platform/outbound/guarded-fetch";

const get = { method: "GET", headers: {} };

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("only public addresses are asked, by https, unless the operator names the host and opens the private network", async (t) => {
  let asked = 0;
  const url = await serve(t, (_, response) => {
    asked++;
    response.end("{}");
  });
  const resolve = async () => ["127.0.0.1"];
  const closed = [
    createGuardedFetch({ allowedDomains: [], allowPrivate: false }),
    createGuardedFetch({ allowedDomains: ["127.0.0.1"], allowPrivate: false }),
    createGuardedFetch({ allowedDomains: [], allowPrivate: true }),
  ];
  for (const fetch of closed) await assert.rejects(fetch(url, get));
  // A name that resolves to a private address, and a cloud's metadata service, which returns credentials.
  const named = createGuardedFetch({ allowedDomains: [], allowPrivate: true, resolve });
  await assert.rejects(named("https://login.example", get), /leads to/);
  const opened = createGuardedFetch({ allowedDomains: ["127.0.0.1", "169.254.169.254"], allowPrivate: true });
  await assert.rejects(opened("http://169.254.169.254/", get), /not an address that may be asked/);
  assert.equal(asked, 0);
  assert.equal((await opened(url, get)).status, 200);
});

test("an answer without an end is cut off, however slowly or fast it comes", async (t) => {
  const endless = await serve(t, (_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on("drain", write);
    write();
  });
  const silentOne = await serve(t, () => {});
  const reach = { allowedDomains: ["127.0.0.1"], allowPrivate: true };
  await assert.rejects(createGuardedFetch(reach)(endless, get), /more than/);
  await assert.rejects(createGuardedFetch({ ...reach, totalTimeoutMs: 50 })(silentOne, get));
});
