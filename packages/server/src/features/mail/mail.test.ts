import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { sql } from "kysely";
import { createCounters } from "../../accounts/limits/counters.ts";
import { readConfig } from "../../config.ts";
import { codeAt, stepAt } from "../../accounts/people/factors/totp.ts";
import { sendMail } from "@selfsame/cli/accounts/send-mail";
import { checkMail } from "@selfsame/cli/doctor/mail";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import type { Queue } from "@selfsame/platform/queue/queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { type Seal, createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import { memberPassword, ownerPassword, startDashboard } from "../../../testing/dashboard-harness.ts";
import { fromBase32 } from "../../../testing/people-with-factors.ts";
import { freshQueue, joinQueue } from "@selfsame/platform/testing/jobs/queue-harness";
import { mailPassword, startMailServer } from "../../../testing/mail-server.ts";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { isMailAddress, readSender } from "./address.ts";
import { type Mail, compose } from "./compose.ts";
import { createMailer, noMailer, perHourMax } from "./mailer.ts";
import { mailHandlers } from "./send.ts";
import { createSmtp } from "./smtp.ts";
import { acceptedLanguage } from "./accept-language.ts";
import { languageCodes } from "@selfsame/texts/languages";
import { directionOf } from "@selfsame/texts/wording";

const from = { name: "Faces", address: "faces@example.com" };
const to = "ada@example.com";
const link = "https://faces.test/#/invitation/s3cret-of-the-link";
const invitation: Mail = { kind: "invitation", link, team: "Acme", inviter: "owner@example.com" };

/** The queued mail jobs, as stored in the database. */
async function queued(store: Store): Promise<string[]> {
  const { rows } = await sql<{ data: unknown }>`SELECT data FROM jobs WHERE name IN ('mail', 'mail.dead')`.execute(
    store.db,
  );
  return rows.map(({ data }) => JSON.stringify(data));
}

/** A mailer over the store's queue, and workers that send through this server. */
function mailing(
  t: TestContext,
  store: Store,
  queue: Queue,
  smtpUrl: string,
  seal: Seal = createSeal(randomBytes(32)),
) {
  const said: string[] = [];
  const note = (detail: object, text: string) => said.push(`${text} ${JSON.stringify(detail)}`);
  const log = { info: note, warn: note, error: note };
  const mailer = createMailer({ store, queue, seal, counters: createCounters("test"), log });
  const smtp = createSmtp({ smtpUrl, from });
  /** @param failed called when a mail could not be sent, before its retry is scheduled */
  const start = (failed: () => void = () => {}) => {
    const backoff = () => {
      failed();
      return 0;
    };
    const handlers = mailHandlers({ store, queue, seal, smtp, log, backoff });
    const workers = startWorkers({ store, queue, log, pollMs: 20 }, handlers);
    t.after(() => workers.stop());
    return workers;
  };
  return { mailer, start, said };
}

/** Accepts connections and never responds. */
async function startSilentServer(t: TestContext) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

onEachStore("mail", (kind) => {
  test("is sent by a job, as text and HTML; the job is sealed, and nothing of it stays", async (t) => {
    const { store, queue } = await freshQueue(t, kind, jobKinds);
    const server = await startMailServer(t);
    const { mailer, start } = mailing(t, store, queue, server.url);
    const team = `<b>Acme</b> & Sons\r\nBcc: eve@example.com`;
    assert.equal(await mailer.send(to, "de-CH,de;q=0.9,en;q=0.5", { ...invitation, team }), true);
    const waiting = await queued(store);
    assert.equal(waiting.length, 1);
    assert.doesNotMatch(waiting.join(), /s3cret|ada|Acme/);

    const workers = start();
    const mail = await until(() => server.taken[0]);
    assert.deepEqual([mail.from, mail.to], [from.address, [to]]);
    const [headers = ""] = mail.raw.split("\r\n\r\n");
    assert.match(headers, /^From: Faces <faces@example\.com>$/m);
    assert.match(headers, /^To: ada@example\.com$/m);
    assert.match(headers, /^Auto-Submitted: auto-generated$/m);
    assert.doesNotMatch(mail.text, /^Bcc:/im);
    assert.ok(mail.text.includes("lädt Sie in das Team „<b>Acme</b> & Sons Bcc: eve@example.com“ auf faces.test ein"));
    assert.ok(mail.text.includes("&lt;b&gt;Acme&lt;/b&gt; &amp; Sons"));
    assert.ok(mail.text.includes(`Einladung ansehen:\r\n${link}`));
    assert.ok(mail.text.includes(`<a href="${link}" style=`) && mail.text.includes(">Einladung ansehen</a>"));
    await until(async () => (await queued(store)).length === 0);
    await workers.stop();
    assert.equal(server.taken.length, 1);
  });

  test("a server that is down is tried again until it is there", async (t) => {
    const { store, queue } = await freshQueue(t, kind, jobKinds);
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { mailer, start } = mailing(t, store, queue, `smtp://127.0.0.1:${port}`);
    assert.equal(await mailer.send(to, undefined, invitation), true);
    // Stops after one attempt, so that retries remain for when the server is available again.
    const failed = Promise.withResolvers<void>();
    const workers = start(() => failed.resolve(workers.stop()));
    await failed.promise;
    const server = await startMailServer(t, port);
    start();
    assert.deepEqual((await until(() => server.taken[0])).to, [to]);
    await until(async () => (await queued(store)).length === 0);
  });

  test("an address that does not exist is tried once, and the log does not name it", async (t) => {
    const { store, queue } = await freshQueue(t, kind, jobKinds);
    const server = await startMailServer(t);
    const { mailer, start, said } = mailing(t, store, queue, server.url);
    assert.equal(await mailer.send("nobody@example.com", undefined, invitation), true);
    start();
    await until(async () => (await queued(store)).length === 0);
    assert.deepEqual([server.asked(), server.taken.length], [1, 0]);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? "", /^a mail was given up .*550/);
    assert.doesNotMatch(said.join(), /nobody/);
  });

  test("a server that hangs holds up neither the request nor the end of the service", async (t) => {
    const { store, queue } = await freshQueue(t, kind, jobKinds);
    const silent = await startSilentServer(t);
    const { mailer, start } = mailing(t, store, queue, silent.url);
    const workers = start();
    assert.equal(await mailer.send(to, undefined, invitation), true);
    await until(() => silent.sockets.length > 0);
    assert.equal(await mailer.send(to, undefined, invitation), true);
    await workers.stop();
    assert.equal((await queued(store)).length, 2, "both wait for another try");
  });

  test("what was sealed under another key, or when mail was set up, is dropped", async (t) => {
    const { store, queue } = await freshQueue(t, kind, jobKinds);
    const server = await startMailServer(t);
    const { mailer } = mailing(t, store, queue, server.url);
    assert.equal(await mailer.send(to, undefined, invitation), true);
    mailing(t, store, queue, server.url).start();
    await until(async () => (await queued(store)).length === 0);
    assert.equal(server.asked(), 0);
  });

  test("a command leaves its mail for the running service", async (t) => {
    const server = await startMailServer(t);
    const fresh = await freshConfig(t, kind);
    const env = {
      SELFSAME_SMTP_URL: server.url,
      SELFSAME_MAIL_FROM: from.address,
      SELFSAME_DATA_DIR: fresh.dataDir,
      DATABASE_URL: fresh.databaseUrl,
    };
    const read = readConfig(env, "linux", "/home/ada");
    const config = read.outcome === "valid" ? read.config : assert.fail(read.problems.join());
    const { store, queue } = await joinQueue(t, fresh, jobKinds);
    assert.equal(await sendMail(store, config, to, { kind: "reset", link }), true);
    assert.equal(await sendMail(store, { ...config, mail: undefined }, to, { kind: "reset", link }), false);
    mailing(t, store, queue, server.url, createSeal(await findSecretKey(config, silent))).start();
    assert.ok((await until(() => server.taken[0])).text.includes("Set a new password"));
  });

  test("the dashboard sends links and notices, and says so", async (t) => {
    let real = noMailer;
    const proxy = { on: true, send: (...mail: Parameters<typeof noMailer.send>) => real.send(...mail) };
    const { store, seal, webhooks, claim, ask, addMember, now } = await startDashboard(t, kind, { mailer: proxy });
    const server = await startMailServer(t);
    const { mailer, start } = mailing(t, store, webhooks.queue, server.url, seal);
    real = mailer;
    start();
    const owner = await claim();
    const french = { "accept-language": "xx, fr-CA;q=0.8, en;q=0.2" };
    const mailTo = (address: string, words: string) =>
      until(() => server.taken.find((mail) => mail.to[0] === address && mail.text.includes(words)));

    assert.equal((await ask("GET /state")).body.sendsMail, true);
    const invited = await ask("POST /invitations", { email: "dev@example.com", role: "viewer" }, owner, french);
    assert.deepEqual([invited.body.mailed, invited.body.link], [true, null], "for the address alone");
    assert.match((await mailTo("dev@example.com", "vous invite")).text, /#\/invitation\/\S{20}/);

    const member = await addMember(owner, "new@example.com");
    await mailTo("new@example.com", "Choose a password");
    await mailTo("new@example.com", "Your password at");
    const reset = await ask(`POST /people/${member.userId}/reset-link`, {}, owner);
    assert.equal(reset.body.mailed, true);
    const { text } = await mailTo("new@example.com", "Set a new password");
    assert.ok(text.includes("/#/reset/") && !text.includes(reset.body.link), "another link than the one that is shown");

    const change = { current: ownerPassword, next: `${memberPassword} and more` };
    assert.equal((await ask("POST /password", change, owner, french)).status, 204);
    await mailTo("owner@example.com", "Votre mot de passe");

    const { secret } = (await ask("POST /authenticator-app", {}, owner)).body;
    const code = codeAt(fromBase32(secret), stepAt(now()));
    assert.equal((await ask("POST /authenticator-app/finish", { code }, owner)).status, 201);
    await mailTo("owner@example.com", "An authenticator app was set up");
    assert.equal((await ask("DELETE /authenticator-app", {}, owner)).status, 204);
    await mailTo("owner@example.com", "The authenticator app was removed");
  });
});

test("the dashboard sends nothing where mail is not set up", async (t) => {
  const { ask, claim } = await startDashboard(t, "sqlite");
  const owner = await claim();
  assert.equal((await ask("GET /state")).body.sendsMail, false);
  const invited = await ask("POST /invitations", { email: "dev@example.com", role: "viewer" }, owner);
  assert.deepEqual([invited.status, invited.body.mailed], [201, false]);
});

test("one address gets so many links an hour", async (t) => {
  const { store, queue } = await freshQueue(t, "sqlite", jobKinds);
  const { mailer } = mailing(t, store, queue, "smtp://127.0.0.1:9");
  for (let sent = 0; sent < perHourMax; sent++) assert.equal(await mailer.send(to, undefined, invitation), true);
  assert.equal(await mailer.send(to, undefined, invitation), false);
  assert.equal(await mailer.send("bea@example.com", undefined, invitation), true);
});

test("only one plain address is sent to", async (t) => {
  const { store, queue } = await freshQueue(t, "sqlite", jobKinds);
  const { mailer } = mailing(t, store, queue, "smtp://127.0.0.1:9");
  const hostile = [
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com\nbcc:eve@example.com",
    "ada@example.com, eve@example.com",
    "ada@example.com;eve@example.com",
    "Ada <ada@example.com>",
    "<ada@example.com> SIZE=1",
    '"eve@example.com "@example.com',
    "ada@example.com ",
    "ada\u0000@example.com",
    "@example.com",
    `${"a".repeat(250)}@example.com`,
  ];
  for (const address of hostile) {
    assert.equal(isMailAddress(address), false, JSON.stringify(address));
    assert.equal(await mailer.send(address, undefined, invitation), false);
  }
  assert.equal(await mailer.send(null, undefined, invitation), false);
  assert.deepEqual(await queued(store), []);
});

test("who mails are from is an address, or a name and one", () => {
  assert.deepEqual(readSender("faces@example.com"), { name: "", address: "faces@example.com" });
  assert.deepEqual(readSender("Wer da? <faces@example.com>"), { name: "Wer da?", address: "faces@example.com" });
  for (const text of ["faces", "a@b.example, c@d.example", "A\r\nBcc: b <a@b.example>", "<a@b.example", ""])
    assert.equal(readSender(text), undefined, text);
});

test("the language is what the browser likes best of those there are", () => {
  const cases = { "fr;q=0.1, ja;q=0.9": "ja", "PT-br": "pt", "nl, *;q=0.1": "en", "de;q=0, es;q=x": "en", "": "en" };
  for (const [header, language] of Object.entries(cases)) assert.equal(acceptedLanguage(header), language, header);
  assert.equal(acceptedLanguage(undefined), "en");
});

test("every mail is whole in every language", async () => {
  const security = { kind: "security", address: "192.0.2.1", atMs: 0, link: "https://faces.test/" } as const;
  const changes = "password_changed passkey_added passkey_removed app_set app_removed codes_made factors_removed";
  const mails: Mail[] = [
    invitation,
    { kind: "first", link },
    { kind: "review", link, team: "Acme", waiting: 100, oldestMs: 0 },
    { kind: "reset", link },
    ...(changes.split(" ") as "app_set"[]).map((change) => ({ ...security, change })),
  ];
  for (const language of languageCodes) {
    for (const mail of mails) {
      const { subject, text, html } = await compose(mail, language);
      assert.doesNotMatch(`${subject}${text}${html.replace(/style="[^"]*"/, "")}`, /[{}]|undefined/);
      for (const part of [text, html]) assert.ok(part.includes(mail.link) && part.includes("faces.test"), language);
      assert.ok(html.includes(`dir="${directionOf(language)}"`));
      // Otherwise a time in digits would be reversed among right-to-left words.
      assert.equal(/\u2068[^\u2068]*faces\.test\u2069/.test(text), directionOf(language) === "rtl");
    }
  }
});

test("the checkup says whether the server can be used, and nothing of the password", async (t) => {
  const server = await startMailServer(t);
  const check = (user: string, port: number) => {
    const env = { SELFSAME_SMTP_URL: `smtp://${user}@127.0.0.1:${port}`, SELFSAME_MAIL_FROM: "faces@example.com" };
    const read = readConfig(env, "linux", "/home/ada");
    return read.outcome === "valid" ? checkMail(read.config) : assert.fail(read.problems.join());
  };
  const good = await check(`faces:${encodeURIComponent(mailPassword)}`, server.port);
  assert.deepEqual(good, { state: "ok", says: `127.0.0.1:${server.port} takes mail, from faces@example.com` });
  const refused = await check("faces:gue55ed", server.port);
  assert.equal(refused.state, "problem");
  assert.match(refused.says, /127\.0\.0\.1:\d+ \(SELFSAME_SMTP_URL\) rejects the user or the password/);
  const away = await check("faces:gue55ed", 9);
  assert.match(away.says, /cannot be reached/);
  assert.doesNotMatch(refused.says + away.says, /gue55ed/);
});
