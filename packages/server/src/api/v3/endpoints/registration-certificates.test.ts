import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test, type TestContext } from "node:test";
import { decodeJwt } from "jose";
import { pino } from "pino";
import { makeCountry } from "../../../../testing/documents/issuer.ts";
import { registrationOf } from "../../../../testing/documents/registration.ts";
import { madeKey } from "../../../../testing/made-key.ts";
import { makeAccount } from "../../../../testing/make-account.ts";
import { startSessionService } from "../../../../testing/sessions/sessions.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { registrationBytesMax, readRegistration } from "../../../features/sessions/wallet/registration.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { StoreKind } from "@selfsame/platform/store/migrate";

const { key, certificate } = makeCountry().documentSigner;
const ofOperator = await registrationOf("Operator");
const registration = readRegistration(ofOperator) ?? assert.fail("no registration certificate");
const identity = {
  certificates: [certificate.toString("base64")],
  key,
  clientId: "x509_hash:abc",
  scheme: "openid4vp",
  registrations: [registration],
};
const idOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function start(t: TestContext, kind: StoreKind) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const service = await startSessionService(t, { kind, wallet: identity, log });
  const { store } = service;
  const keys = { store, now: Date.now, changed: () => service.access.callers.forget() };
  const scopes = ["trust:write", "sessions"] as const;
  const { account: eve } = await makeAccount(store, commandLine, { email: "eve@example.com", plan: "unlimited" }, 0);
  await store.db.updateTable("accounts").set({ branding_optional: 1 }).execute();
  const theirs = await madeKey(keys, commandLine, eve.id, { name: "Eve", kind: "private", scopes });
  const { secret: ours } = await service.makeKey({ scopes });
  const add = (text: string, by = ours) => service.ask("POST", "/registration_certificates", { certificate: text }, by);
  const list = async (by = ours) =>
    (await service.ask("GET", "/registration_certificates", undefined, by)).body.data.registration_certificates;
  const remove = (id: string, by = ours) => service.ask("DELETE", `/registration_certificates/${id}`, undefined, by);
  /** The request sent to a wallet, by the link and by the browser. */
  const sent = async (by = ours) => {
    const { secret } = await service.create({ wallet: true, challenge: "off" }, by);
    await service.visit(secret).agree();
    const { url, browser } = (await service.askWallet(secret)).body.data;
    const requestUri = new URL(url).searchParams.get("request_uri") ?? "";
    const fetched = await fetch(requestUri.replace("https://face.example.com", service.url));
    const [link, inBrowser] = [await fetched.text(), browser.request].map((jwt) => decodeJwt(jwt)["verifier_info"]);
    assert.deepEqual(link, inBrowser);
    return link as readonly { readonly data: string }[] | undefined;
  };
  return { ...service, theirs: theirs.secret, add, list, remove, sent, lines };
}

onEachStore("registration certificates of an account", (kind) => {
  test("requests of its sessions carry them in place of the operator's, and no other account's do", async (t) => {
    const { add, list, remove, sent, theirs, store } = await start(t, kind);
    const operators = [{ format: "registration_cert", data: ofOperator }];
    assert.deepEqual(await sent(), operators);
    const bank = await registrationOf("Example Bank", { expiresAtMs: Date.UTC(2100, 0, 1) });
    const added = await add(bank);
    const { created_at, ...rest } = added.body.data;
    assert.deepEqual(
      [added.status, rest],
      [201, { id: idOf(bank), name: "Example Bank", expires_at: "2100-01-01T00:00:00.000Z" }],
    );
    assert.deepEqual(await sent(), [{ format: "registration_cert", data: bank }]);
    assert.deepEqual(await sent(theirs), operators);
    assert.deepEqual(await list(), [added.body.data]);
    assert.deepEqual(await list(theirs), []);
    assert.equal((await remove(idOf(bank), theirs)).body.error.code, "registration_certificate_not_found");
    assert.deepEqual((await add(bank)).body.data, { ...rest, created_at }, "it is there");

    assert.deepEqual((await remove(idOf(bank))).body.data, { id: idOf(bank), deleted: true });
    assert.equal((await remove(idOf(bank))).status, 404);
    assert.deepEqual(await sent(), operators);
    const noted = await store.db.selectFrom("audit").selectAll().where("action", "like", "registration%").execute();
    assert.deepEqual(
      noted.map(({ action, target }) => [action, target]),
      [
        ["registration_certificate_added", idOf(bank)],
        ["registration_certificate_removed", idOf(bank)],
      ],
    );
  });

  test("one that expires later is left out, with a warning, and the operator's do not take its place", async (t) => {
    const { add, list, sent, store, lines } = await start(t, kind);
    const lasting = await registrationOf("Bank", { expiresAtMs: null });
    await add(lasting);
    const past = await registrationOf("Bank of old", { expiresAtMs: Date.now() - 1000 });
    const row = await store.db.selectFrom("registration_certificates").selectAll().executeTakeFirstOrThrow();
    await store.db
      .insertInto("registration_certificates")
      .values({ ...row, id: idOf(past), certificate: past, created_at_ms: 0 })
      .execute();
    assert.deepEqual(
      (await sent())?.map(({ data }) => data),
      [lasting],
    );
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ registrations }) => registrations);
    assert.deepEqual(
      warnings.map(({ registrations }) => registrations),
      [[idOf(past)]],
    );
    const listed = await list();
    assert.deepEqual(
      listed.map(({ name }: { name: string }) => name),
      ["Bank", "Bank of old"],
    );
    assert.equal(listed[0].expires_at, null);
    await store.db.deleteFrom("registration_certificates").where("id", "!=", idOf(past)).execute();
    assert.equal(await sent(), undefined);
  });

  test("what is none, has expired, is too long or one too many has a code; test keys change nothing", async (t) => {
    const { add, ask, list, makeKey } = await start(t, kind);
    const codeOf = async (text: string) => {
      const { error } = (await add(text)).body;
      return [error.code, error.param];
    };
    for (const none of ["none", await registrationOf("x", { typ: "JWT" })]) {
      assert.deepEqual(await codeOf(none), ["registration_certificate_unreadable", "certificate"]);
    }
    const past = await registrationOf("x", { expiresAtMs: Date.now() - 1000 });
    assert.deepEqual(await codeOf(past), ["registration_certificate_expired", "certificate"]);
    for (const wrong of ["", "A".repeat(registrationBytesMax + 1)]) {
      assert.deepEqual(await codeOf(wrong), ["invalid_parameter", "certificate"]);
    }
    const certificates = await Promise.all(["1", "2", "3", "4", "5"].map((name) => registrationOf(name)));
    for (const one of certificates.slice(0, 4)) assert.equal((await add(one)).status, 201);
    assert.deepEqual(await codeOf(certificates[4] ?? ""), ["too_many_registration_certificates", null]);
    assert.equal((await list()).length, 4);

    const { secret: testKey } = await makeKey({ kind: "test", scopes: ["trust:write"] });
    const { secret: narrow } = await makeKey({ scopes: ["verify"] });
    const body = { certificate: certificates[4] };
    for (const [by, code] of [
      [testKey, "live_key_required"],
      [narrow, "scope_missing"],
    ] as const) {
      assert.equal((await ask("POST", "/registration_certificates", body, by)).body.error.code, code);
    }
  });
});
