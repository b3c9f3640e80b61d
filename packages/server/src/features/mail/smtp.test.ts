import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { makeCertificate } from "../../../../../testing/nginx.ts";
import { readConfig } from "../../config.ts";
import { checkMail } from "@selfsame/cli/doctor/mail";
import { startMailServer } from "../../../testing/mail-server.ts";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { createSmtp } from "./smtp.ts";

const from = { name: "Faces", address: "faces@mail.example.com" };
const mail = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };

test("mail servers are greeted by a full name: the public one, else the machine's, else the sender's", async (t) => {
  const server = await startMailServer(t);
  const own = hostname().includes(".") ? hostname() : "mail.example.com";
  for (const [publicUrl, name] of [
    ["https://faces.example.com/path", "faces.example.com"],
    ["http://127.0.0.1:3000", own],
    ["http://localhost:3000", own],
    ["http://[::1]:3000", own],
    [undefined, own],
  ] as const) {
    const smtp = createSmtp({ smtpUrl: server.url, from, publicUrl });
    await smtp.send("ada@example.com", mail, AbortSignal.timeout(20_000));
    assert.equal(server.greetings.at(-1), name, publicUrl);
  }
});

test("a certificate that is not trusted, or for another name, has its sentence", async (t) => {
  const dir = await tempDir(t);
  makeCertificate(dir, "localhost");
  const [key, cert] = await Promise.all(["key.pem", "cert.pem"].map((name) => readFile(join(dir, name))));
  const { port } = await startMailServer(t, 0, { key: key ?? assert.fail(), cert: cert ?? assert.fail() });
  // The service uses no TLS to localhost and 127.0.0.1.
  const smtpUrl = `smtp://ada:secret@[::ffff:127.0.0.1]:${port}`;
  const config = readConfig({ SELFSAME_SMTP_URL: smtpUrl, SELFSAME_MAIL_FROM: from.address }, "linux", "/home/u");
  assert.ok(config.outcome === "valid");
  const { state, says } = await checkMail(config.config);
  assert.equal(state, "problem");
  assert.match(says, /certificate of an authority that this machine does not trust: name it in NODE_EXTRA_CA_CERTS/);
});
