/** deploy/nginx/selfsame-single.conf in front of one node: what port 80 does, and which requests reach the node with which headers. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { get } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { multipartBytesMax } from "../packages/photo/src/images/limits.ts";
import { referencesMax } from "../packages/photo/src/verify/references.ts";
import { until } from "../packages/platform/testing/until.ts";
import { noNginx, startSingleNginx } from "../testing/nginx.ts";

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly sizeBytes: number;
}

describe("one node behind nginx", { skip: noNginx() }, () => {
  const received: Received[] = [];
  const node = createServer(async (request, response) => {
    let sizeBytes = 0;
    for await (const chunk of request) sizeBytes += (chunk as Buffer).length;
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers, sizeBytes });
    response.setHeader("strict-transport-security", "max-age=1");
    if (url === "/dies") response.destroy();
    else if (url === "/api/v3/session/events") response.setHeader("x-accel-buffering", "no").write(":\n\n");
    else response.end("{}");
  });
  let dir: string;
  let nginx: Awaited<ReturnType<typeof startSingleNginx>>;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "selfsame-nginx-single-"));
    // nginx reads files as another user.
    await chmod(dir, 0o755);
    node.listen(0, "127.0.0.1");
    await once(node, "listening");
    nginx = await startSingleNginx(dir, (node.address() as AddressInfo).port);
    // nginx answers this path itself.
    await until(() =>
      nginx.ask("/health/live").then(
        () => true,
        () => false,
      ),
    );
  });
  after(async () => {
    await nginx?.stop();
    node.closeAllConnections();
    node.close();
    await rm(dir, { recursive: true, force: true });
  });
  const plain = (path: string) => fetch(`http://127.0.0.1:${nginx.plainPort}${path}`, { redirect: "manual" });

  test("port 80 leads to https, and has certbot's files", async () => {
    const moved = await plain("/verify?a=b");
    assert.deepEqual([moved.status, moved.headers.get("location")], [301, "https://127.0.0.1/verify?a=b"]);
    const folder = join(dir, "html/.well-known/acme-challenge");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "token"), "proof");
    assert.equal(await (await plain("/.well-known/acme-challenge/token")).text(), "proof");
    assert.deepEqual(received, []);
  });

  test("the node is told who asks and by what address; metrics and health are not for callers", async () => {
    const forged = { host: "faces.example.com", "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "http" };
    assert.equal((await nginx.ask("/api/v3/models", { headers: forged })).status, 200);
    const { headers } = received.pop() ?? assert.fail();
    assert.deepEqual(
      [headers.host, headers["x-forwarded-for"], headers["x-forwarded-proto"]],
      ["faces.example.com", "127.0.0.1", "https"],
    );
    for (const path of ["/metrics", "/health/live", "/health/ready"]) {
      assert.equal((await nginx.ask(path)).status, 404, path);
    }
    assert.deepEqual(received, []);
  });

  test("the largest bodies get through, larger ones do not, and no photo reaches a disk", async () => {
    const send = (path: string, sizeBytes: number) =>
      nginx.ask(path, { method: "POST", body: Buffer.alloc(sizeBytes) });
    const largest = multipartBytesMax(referencesMax + 1);
    assert.equal((await send("/api/v3/verify", largest)).status, 200);
    assert.equal((await send("/api/v3/batches", 60e6)).status, 200);
    assert.deepEqual(
      received.splice(0).map(({ sizeBytes }) => sizeBytes),
      [largest, 60e6],
    );
    const refused = await send("/api/v3/verify", 34e6).then(
      ({ status }) => String(status),
      ({ code }: NodeJS.ErrnoException) => String(code),
    );
    // nginx closes the connection with its answer, so the answer may be lost.
    assert.match(refused, /^(413|ECONNRESET|EPIPE)$/);
    assert.deepEqual(received, []);
    assert.doesNotMatch(await readFile(join(dir, "error.log"), "utf8"), /temporary file/);
  });

  test("a stream of events is passed on as it comes, since the node says so", async () => {
    const { promise: first, resolve, reject } = Promise.withResolvers<string>();
    const options = {
      host: "127.0.0.1",
      port: new URL(nginx.url).port,
      path: "/api/v3/session/events",
      rejectUnauthorized: false,
    };
    const sent = get(options, (response) => response.once("data", (chunk) => resolve(String(chunk))));
    sent.once("error", reject).setTimeout(5000, () => sent.destroy(new Error("nothing came")));
    assert.equal(await first, ":\n\n");
    sent.destroy();
    received.length = 0;
  });

  test("what the node has got and not answered is not sent again", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      assert.equal((await nginx.ask("/dies", { method })).status, 502);
      assert.deepEqual(
        received.splice(0).map((one) => one.method),
        [method],
      );
    }
  });

  test("answers of the node and of nginx have one HSTS header", async () => {
    for (const path of ["/", "/health/live"]) {
      const { headers } = await nginx.ask(path);
      assert.deepEqual(headers["strict-transport-security"], ["max-age=31536000"], path);
    }
  });
});
