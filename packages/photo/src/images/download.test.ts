import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type RequestListener, type Server, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, type Socket, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, describe, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import type { Dial } from "@selfsame/platform/outbound/connect";
import { type DownloadOptions, type DownloadResult, createDownload } from "./download.ts";
import { photoBytesMax } from "./limits.ts";

const never = new AbortController().signal;
const photo = Buffer.from("a photo");

/** A web server on loopback, stopped after the test. */
async function serve(t: TestContext, answer: RequestListener): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    answer(request, response);
  });
  return { port: await listen(t, server), requests: () => requests };
}

async function listen(t: TestContext, server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A server that answers with raw bytes instead of HTTP. */
const serveRaw = (t: TestContext, answer: (socket: Socket) => void) =>
  listen(
    t,
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => answer(socket));
    }),
  );

/** Options of an intranet: names of `*.photos.test` resolve to loopback. */
const intranet: DownloadOptions = {
  allowedDomains: ["photos.test", "*.photos.test", "127.0.0.1"],
  allowPrivate: true,
  resolve: async () => ["127.0.0.1"],
};
const internet: DownloadOptions = { ...intranet, allowPrivate: false };

const fetchFrom = (url: string, options: Partial<DownloadOptions> = {}, base = intranet) =>
  createDownload({ ...base, ...options })(url, [], never);

/** A network in which every address leads to this port of loopback, and is reported as the connection's remote address. */
const dialLoopback =
  (port: number): Dial =>
  (address) =>
    Object.defineProperty(connect({ host: "127.0.0.1", port }), "remoteAddress", { get: () => address });

function assertOutcome(result: DownloadResult, outcome: DownloadResult["outcome"], detail?: RegExp): void {
  assert.equal(result.outcome, outcome, JSON.stringify(result).slice(0, 200));
  if (detail !== undefined) assert.match("detail" in result ? result.detail : "", detail);
}

describe("what is fetched", () => {
  test("a photo, without credentials, cookies, referrer or an encoding", async (t) => {
    let headers = {};
    const { port } = await serve(t, (request, response) => {
      headers = request.headers;
      response.end(photo);
    });
    const result = await fetchFrom(`http://cdn.photos.test:${port}/a.jpg?signature=s#part`);
    assert.deepEqual(result, { outcome: "downloaded", bytes: new Uint8Array(photo) });
    assert.deepEqual(headers, {
      host: `cdn.photos.test:${port}`,
      connection: "keep-alive",
      accept: "image/*",
      "accept-encoding": "identity",
      "user-agent": "selfsame",
    });
  });

  test("from the caller's own domains too, where they are public", async (t) => {
    const { port } = await serve(t, (_request, response) => void response.end(photo));
    // The private network is open to domains of the operator's list only, not to an account's own domains.
    const download = createDownload({ ...intranet, allowedDomains: ["photos.test"] });
    const fetchOwn = (name: string, path = "/") => download(`http://${name}:${port}${path}`, ["own.test"], never);
    assertOutcome(await fetchOwn("own.test"), "blocked", /own\.test leads to 127\.0\.0\.1/);
    assertOutcome(await download("http://own.test:22/", ["own.test"], never), "blocked", /port 22/);
    assertOutcome(await fetchOwn("photos.test"), "downloaded");
    assertOutcome(await download(`http://own.test:${port}/`, [], never), "blocked", /not on the list/);

    const abroad = createDownload({ ...internet, resolve: async () => ["93.184.216.34"], dial: dialLoopback(port) });
    assertOutcome(await abroad("http://own.test/", ["own.test"], never), "downloaded");
  });

  test("not from a private address that a public one of the account's redirects to", async (t) => {
    const { port } = await serve(t, (_request, response) => {
      response.writeHead(302, { location: "http://inside.own.test/" }).end();
    });
    const resolve = async (name: string) => [name === "own.test" ? "93.184.216.34" : "10.0.0.1"];
    const download = createDownload({ ...intranet, resolve, dial: dialLoopback(port) });
    const result = await download("http://own.test/", ["own.test", "*.own.test"], never);
    assertOutcome(result, "blocked", /inside\.own\.test leads to 10\.0\.0\.1/);
  });

  test("after up to three redirects, relative ones too", async (t) => {
    const { port, requests } = await serve(t, ({ url }, response) => {
      const hop = Number(url?.slice(1));
      if (hop === 0) return void response.end(photo);
      response.writeHead([301, 302, 307][hop - 1] ?? 308, { location: `/${hop - 1}` }).end();
    });
    assertOutcome(await fetchFrom(`http://photos.test:${port}/3`), "downloaded");
    assert.equal(requests(), 4);
    assertOutcome(await fetchFrom(`http://photos.test:${port}/4`), "failed", /too many redirects/);
    assert.equal(requests(), 8);
  });

  test("from the second address when the first does not answer", async (t) => {
    const { port } = await serve(t, (_request, response) => void response.end(photo));
    const resolve = async () => ["127.0.0.2", "127.0.0.1"];
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`, { resolve }), "downloaded");
  });
});

describe("addresses that are none", () => {
  for (const url of [
    "",
    "photo.jpg",
    "//photos.test/a.jpg",
    "ftp://photos.test/a.jpg",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "http://",
    "http://photos.test:99999/",
    "http://user@photos.test/",
    "http://user:password@photos.test/",
    "http://photos.test@127.0.0.1/",
    "http://[::1/",
    `http://photos.test/${"a".repeat(9000)}`,
  ]) {
    test(JSON.stringify(url.slice(0, 60)), async () => assertOutcome(await fetchFrom(url), "invalid_url"));
  }
});

describe("hosts and addresses that are blocked, without a connection", () => {
  const dial = () => assert.fail("a connection was opened");
  const blocked =
    (url: string, options: Partial<DownloadOptions> = {}) =>
    async () =>
      assertOutcome(await fetchFrom(url, { dial, ...options }, internet), "blocked");
  const leadsTo = (...addresses: string[]) => ({ resolve: async () => addresses });

  test("a host that is not on the list", blocked("http://example.com/"));
  test("a host that only begins like one", blocked("http://photos.test.example.com/"));
  test("a host in front of a backslash", blocked("http://example.com\\@photos.test/"));
  test("loopback", blocked("http://127.0.0.1/"));
  test("loopback as a number", blocked("http://2130706433/"));
  test("loopback in octal", blocked("http://0177.0.0.1/"));
  test("loopback in hex", blocked("http://0x7f.1/"));
  test("loopback without zeros", blocked("http://127.1/"));
  test("loopback in full-width digits", blocked("http://１２７.0.0.1/"));
  for (const host of [
    "[::1]",
    "[::ffff:7f00:1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[::]",
  ]) {
    test(
      `${host}, though it is on the list`,
      blocked(`http://${host}/`, { allowedDomains: [new URL(`http://${host}`).hostname] }),
    );
  }
  test("a name that leads to loopback", blocked("http://127.0.0.1.nip.photos.test/", leadsTo("127.0.0.1")));
  test("a name that leads to a metadata service", blocked("http://photos.test/", leadsTo("169.254.169.254")));
  test(
    "a name that leads to a private address among public ones",
    blocked("http://photos.test/", leadsTo("8.8.8.8", "10.0.0.1")),
  );
  test("a name that leads to a mapped address", blocked("http://photos.test/", leadsTo("::ffff:10.0.0.1")));
  test("a port of another service", blocked("http://photos.test:25/", leadsTo("8.8.8.8")));
  test(
    "a metadata service, with the private switch",
    blocked("http://169.254.169.254/", { allowPrivate: true, allowedDomains: ["169.254.169.254"] }),
  );
  test("a disguised address, with the private switch", blocked("http://2130706433/", { allowPrivate: true }));
  test(
    "0.0.0.0, with the private switch",
    blocked("http://0.0.0.0/", { allowPrivate: true, allowedDomains: ["0.0.0.0"] }),
  );
});

describe("names that change their mind", () => {
  test("the address that was checked is the one connected to, whatever the name says next", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const dialled: string[] = [];
    const dial = (address: string) => {
      dialled.push(address);
      return connect({ host: "127.0.0.1", port: 1 });
    };
    const result = await fetchFrom(
      "http://photos.test/",
      { resolve: async () => answers.shift() ?? [], dial },
      internet,
    );
    assertOutcome(result, "failed");
    assert.deepEqual(dialled, ["93.184.216.34"]);
  });

  test("a connection that leads elsewhere is dropped before anything is sent", async (t) => {
    let received = 0;
    const port = await listen(
      t,
      createTcpServer((socket) => {
        socket.on("error", () => {});
        socket.on("data", (data) => (received += data.length));
      }),
    );
    const dial = () => connect({ host: "127.0.0.1", port });
    const result = await fetchFrom("http://photos.test/", { resolve: async () => ["93.184.216.34"], dial }, internet);
    assertOutcome(result, "blocked", /another peer/);
    assert.equal(received, 0);
  });
});

describe("redirects to where one may not go", () => {
  for (const [name, location] of [
    ["a metadata service", "http://169.254.169.254/latest/meta-data/"],
    ["a host that is not on the list", "http://example.com/"],
    ["loopback by number", "http://2130706433/"],
    ["another scheme", "file:///etc/passwd"],
    ["credentials", "http://user:password@photos.test/"],
    ["nothing sensible", "http://"],
  ] as const) {
    test(name, async (t) => {
      const { port } = await serve(t, (_request, response) => void response.writeHead(302, { location }).end());
      const allowedDomains = ["photos.test", "169.254.169.254"];
      assertOutcome(await fetchFrom(`http://photos.test:${port}/`, { allowedDomains }), "blocked");
    });
  }

  test("a private address behind a redirect of a public one", async (t) => {
    const { port } = await serve(t, (_request, response) => {
      response.writeHead(302, { location: "http://inside.photos.test/" }).end();
    });
    const resolve = async (name: string) => (name === "photos.test" ? ["127.0.0.1"] : ["169.254.0.1"]);
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`, { resolve }), "blocked", /leads to/);
  });

  test("a circle", async (t) => {
    const { port, requests } = await serve(
      t,
      (_request, response) => void response.writeHead(302, { location: "/" }).end(),
    );
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "failed", /too many redirects/);
    assert.equal(requests(), 4);
  });
});

describe("servers that misbehave", () => {
  const briefly = { connectTimeoutMs: 200, totalTimeoutMs: 400 };

  for (const status of [400, 401, 404, 500, 304]) {
    test(`status ${status}`, async (t) => {
      const { port } = await serve(t, (_request, response) => void response.writeHead(status).end());
      assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "failed", /status/);
    });
  }

  test("no server listens", async () => {
    assertOutcome(await fetchFrom("http://photos.test:1/"), "failed", /ECONNREFUSED/);
  });

  test("a name that does not exist", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }));
    assertOutcome(await fetchFrom("http://photos.test/", { resolve }), "failed", /ENOTFOUND/);
  });

  test("a resolver that does not answer", async () => {
    const resolve = () => new Promise<never>(() => {});
    assertOutcome(await fetchFrom("http://photos.test/", { resolve, ...briefly }), "failed", /TimeoutError/);
  });

  test("a server that accepts and says nothing", async (t) => {
    const port = await serveRaw(t, () => {});
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`, briefly), "failed");
  });

  test("headers that do not end", async (t) => {
    const port = await serveRaw(t, (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const more = setInterval(() => socket.write(`X-${"a".repeat(4000)}: 1\r\n`), 1);
      socket.on("close", () => clearInterval(more));
    });
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`, briefly), "failed");
  });

  test("a body that trickles is ended by the total time", async (t) => {
    const { port } = await serve(t, (_request, response) => {
      const drip = setInterval(() => response.write("."), 10);
      response.on("close", () => clearInterval(drip));
    });
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`, briefly), "failed");
  });

  test("a body that never ends is cut off at the limit", async (t) => {
    let sent = 0;
    const { port } = await serve(t, (_request, response) => {
      const push = () => {
        sent += 65_536;
        if (!response.destroyed) response.write(Buffer.alloc(65_536), push);
      };
      push();
    });
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "too_large");
    assert.ok(sent < 4 * photoBytesMax, `${sent} bytes were sent`);
  });

  test("a body of exactly the limit is taken, and one byte more is not", async (t) => {
    const { port } = await serve(t, ({ url }, response) => {
      response.write(Buffer.alloc(photoBytesMax));
      response.end(url === "/more" ? "." : "");
    });
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "downloaded");
    assertOutcome(await fetchFrom(`http://photos.test:${port}/more`), "too_large");
  });

  test("a Content-Length over the limit is believed", async (t) => {
    const port = await serveRaw(
      t,
      (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"),
    );
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "too_large");
  });

  test("a Content-Length that promises more than comes", async (t) => {
    const port = await serveRaw(t, (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"));
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "failed");
  });

  test("a Content-Length that promises less than comes gives what it promised", async (t) => {
    const port = await serveRaw(
      t,
      (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshort and more"),
    );
    const result = await fetchFrom(`http://photos.test:${port}/`);
    if (result.outcome === "downloaded") assert.equal(Buffer.from(result.bytes).toString(), "short");
    else assertOutcome(result, "failed");
  });

  test("a gzip bomb is not unpacked", async (t) => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const { port } = await serve(t, (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "image/png" }).end(bomb);
    });
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "failed", /content encoding/);
  });

  for (const encoding of [
    "",
    "identity",
    "Identity",
    "aws-chunked",
    "base64",
    "utf-8",
    "binary",
    "aws-chunked, utf-8",
  ]) {
    test(`"Content-Encoding: ${encoding}" names no coding: the bytes are the photo`, async (t) => {
      const { port } = await serve(t, (_request, response) => {
        response.writeHead(200, { "content-encoding": encoding, "content-type": "image/jpeg" }).end(photo);
      });
      const result = await fetchFrom(`http://photos.test:${port}/`);
      assertOutcome(result, "downloaded");
      if (result.outcome === "downloaded") assert.deepEqual(Buffer.from(result.bytes), Buffer.from(photo));
    });
  }

  for (const encoding of ["gzip", "X-Gzip", "br", "zstd", "deflate", "aws-chunked, gzip", "identity,GZIP"]) {
    test(`"Content-Encoding: ${encoding}" is rejected`, async (t) => {
      const { port } = await serve(t, (_request, response) => {
        response.writeHead(200, { "content-encoding": encoding, "content-type": "image/jpeg" }).end(photo);
      });
      assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "failed", /content encoding/);
    });
  }

  test("no HTTP at all", async (t) => {
    const port = await serveRaw(t, (socket) => void socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
    assertOutcome(await fetchFrom(`http://photos.test:${port}/`), "failed");
  });

  test("an untrusted certificate, or no TLS at all", async (t) => {
    const { port } = await serve(t, (_request, response) => void response.end(photo));
    assertOutcome(await fetchFrom(`https://photos.test:${port}/`), "failed");
  });
});

/** A certificate for photos.test that this process trusts, or undefined where there is no openssl to make one. */
async function certificate(t: TestContext): Promise<{ key: Buffer; cert: Buffer } | undefined> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-tls-"));
  t.after(() => rm(dir, { recursive: true }));
  const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
  const subject = ["-subj", "/CN=photos.test", "-addext", "subjectAltName=DNS:photos.test"];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    cert,
    ...subject,
  ];
  if (spawnSync("openssl", args).status !== 0) return undefined;
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, readFileSync(cert, "utf8")]);
  t.after(() => setDefaultCACertificates(trusted));
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

test("over TLS the certificate must be the name's own, though the connection is to its address", async (t) => {
  const made = await certificate(t);
  if (made === undefined) return t.skip("there is no openssl to make a certificate with");
  const server = createTlsServer(made, (_request, response) => void response.end(photo));
  const port = await listen(t, server);
  assertOutcome(await fetchFrom(`https://photos.test:${port}/`), "downloaded");
  assertOutcome(await fetchFrom(`https://other.photos.test:${port}/`), "failed", /ALTNAME/);
});

test("a redirect from https to http is not followed", async (t) => {
  const made = await certificate(t);
  if (made === undefined) return t.skip("there is no openssl to make a certificate with");
  const plain = await serve(t, (_request, response) => void response.end(photo));
  const location = `http://photos.test:${plain.port}/`;
  const server = createTlsServer(made, (_request, response) => void response.writeHead(302, { location }).end());
  const port = await listen(t, server);
  assertOutcome(await fetchFrom(`https://photos.test:${port}/`), "failed", /redirects from https to http/);
  assert.equal(plain.requests(), 0);
});

test("a client that goes away ends the download", async (t) => {
  const client = new AbortController();
  const port = await serveRaw(t, () => client.abort());
  assertOutcome(await createDownload(intranet)(`http://photos.test:${port}/`, [], client.signal), "failed");
});

test("what goes to the log names the host and not the address, which may hold a signature", async () => {
  const result = await fetchFrom("http://photos.test:1/?signature=secret");
  assert.ok("detail" in result);
  assert.doesNotMatch(result.detail, /secret/);
});
