import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { startService } from "../../testing/service/service.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import type { StrictTransport } from "./strict-transport.ts";

const parts = { engine: scriptedEngine(), comparison: scriptedComparison };
const secure = { publicUrl: "https://faces.example.com", seconds: 31_536_000 };

interface Row {
  readonly why: string;
  readonly settings: StrictTransport;
  readonly host: string;
  /** The scheme that the proxy reports. */
  readonly by?: "http" | "https";
  readonly trusted?: boolean;
  readonly sent: boolean;
}

const rows: readonly Row[] = [
  { why: "an https address, by its name", settings: secure, host: "faces.example.com", sent: true },
  {
    why: "with a port",
    settings: { ...secure, publicUrl: "https://faces.example.com:8443" },
    host: "faces.example.com:8443",
    sent: true,
  },
  { why: "by a trusted proxy", settings: secure, host: "faces.example.com", by: "https", trusted: true, sent: true },
  { why: "another name, by TLS", settings: secure, host: "other.example.com", by: "https", trusted: true, sent: true },
  {
    why: "no public URL, by TLS",
    settings: { ...secure, publicUrl: undefined },
    host: "a.example",
    by: "https",
    trusted: true,
    sent: true,
  },
  {
    why: "no public URL, and nobody to believe",
    settings: { ...secure, publicUrl: undefined },
    host: "a.example",
    by: "https",
    sent: false,
  },
  {
    why: "the proxy's plain port",
    settings: secure,
    host: "faces.example.com",
    by: "http",
    trusted: true,
    sent: false,
  },
  { why: "past the proxy", settings: secure, host: "10.0.0.7:3000", sent: false },
  {
    why: "an http address",
    settings: { ...secure, publicUrl: "http://faces.example.com" },
    host: "faces.example.com",
    sent: false,
  },
  {
    why: "an http address, by TLS",
    settings: { ...secure, publicUrl: "http://faces.example.com" },
    host: "faces.example.com",
    by: "https",
    trusted: true,
    sent: false,
  },
  {
    why: "a developer's machine",
    settings: { ...secure, publicUrl: "https://localhost" },
    host: "localhost",
    by: "https",
    trusted: true,
    sent: false,
  },
  {
    why: "switched off",
    settings: { ...secure, seconds: 0 },
    host: "faces.example.com",
    by: "https",
    trusted: true,
    sent: false,
  },
];

for (const { why, settings, host, by, trusted = false, sent } of rows) {
  test(`HSTS, ${why}: ${sent ? "sent" : "not sent"}`, async (t) => {
    const trustedProxies = trusted ? ["127.0.0.1"] : [];
    const { port } = await startService(t, { ...parts, trustedProxies, strictTransport: settings });
    const headers = { host, ...(by && { "x-forwarded-proto": by }) };
    for (const path of ["/health/live", "/nothing", "/api/v3/verify", "/api/verify"]) {
      const got = await ask(port, path, headers);
      assert.equal(got["strict-transport-security"], sent ? `max-age=${settings.seconds}` : undefined, path);
    }
  });
}

test("HSTS is sent with a path that is none, too", async (t) => {
  const { port } = await startService(t, { ...parts, strictTransport: secure });
  const socket = connect(port, "127.0.0.1");
  socket.end("GET /%zz HTTP/1.1\r\nhost: faces.example.com\r\nconnection: close\r\n\r\n");
  assert.match(await text(socket), /^HTTP\/1\.1 400 [^]*strict-transport-security: max-age=31536000\r\n/);
});

async function ask(port: number, path: string, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  const asked = request({ port, host: "127.0.0.1", path, headers }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return response.headers;
}
