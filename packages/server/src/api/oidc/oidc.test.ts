import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import * as openid from "openid-client";
import { changeClient, deleteClient, rotateClientSecret } from "../../features/oidc/clients.ts";
import { rotateSigningKey } from "../../features/oidc/signing-keys.ts";
import { openMax } from "../../features/oidc/states.ts";
import { sweepStore } from "../../features/retention/retention.ts";
import { silent } from "@selfsame/platform/store/log";
import { issuer, redirectUri, startOidcService } from "../../../testing/oidc/oidc-service.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import type { Parts } from "../../../testing/sessions/sessions.ts";
import { dumpStore, holds } from "@selfsame/platform/testing/store/dump-store";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { networkMax } from "./routes.ts";

const bea = await portrait("bea");

async function begin(t: TestContext, options: Parameters<typeof startOidcService>[1] = {}) {
  const service = await startOidcService(t, options);
  const client = await service.addClient();
  const config = await service.discover(client.id, openid.ClientSecretBasic(client.secret));
  const forTests = await service.addClient({ test: true });
  const testConfig = await service.discover(forTests.id, openid.ClientSecretPost(forTests.secret));
  const { request, browser } = service;

  /** A person in a browser, sent by the client to the hosted page. */
  const send = async (hint: string, more: Readonly<Record<string, string>> = {}, as = config) => {
    const asked = await request(as, { login_hint: hint, ...more });
    const person = browser();
    const page = await person.walk(asked.url);
    return { asked, person, page };
  };
  /** Completes a test session with a chosen outcome. @returns the response to the client */
  const simulate = async (outcome: string, more: Readonly<Record<string, string>> = {}, parts: Parts = {}) => {
    const session = await service.simulated(forTests.id, outcome, outcome, parts);
    const { asked, person, page } = await send(outcome, more, testConfig);
    if (page.at.pathname !== "/verify") return { session, asked, answer: page.at.searchParams };
    await service.ended(session.id);
    const { at } = await person.walk(await service.returnUrlOf(page.at));
    return { session, asked, at, answer: at.searchParams };
  };
  return { ...service, client, config, send, simulate };
}

const acrOf = async ({ asked, at }: { asked: { redeem(at: URL): Promise<unknown> }; at?: URL }) => {
  const tokens = (await asked.redeem(at ?? new URL("none:"))) as openid.TokenEndpointResponse &
    openid.TokenEndpointResponseHelpers;
  return tokens.claims()?.["acr"];
};

onEachStore("OpenID Connect", (kind) => {
  test("openid-client sends a person, who shows the face, and gets an ID token that says so and nothing else", async (t) => {
    const { client, config, bind, showFace, send, read, store } = await begin(t, { kind });
    assert.equal(config.serverMetadata().authorization_response_iss_parameter_supported, true);
    assert.deepEqual(config.serverMetadata().code_challenge_methods_supported, ["S256"]);
    assert.deepEqual(config.serverMetadata().subject_types_supported, ["pairwise"]);
    const session = await bind(client.id, "customer-1207", { challenge: "off" });
    const { asked, person, page } = await send("customer-1207", { acr_values: "urn:selfsame:face" });
    assert.equal(page.at.pathname, "/verify");
    const back = await person.walk(await showFace(page.at));
    assert.equal(back.at.origin + back.at.pathname, redirectUri);
    assert.equal(back.at.searchParams.get("iss"), issuer);
    const before = await dumpStore(store);

    const tokens = await asked.redeem(back.at);
    const { iat, exp, auth_time, nonce, ...claims } = decodeJwt(tokens.id_token ?? "");
    const facts = { sub: session.oidc.sub, acr: "urn:selfsame:face", amr: ["face"], selfsame_session: session.id };
    assert.deepEqual(claims, { iss: issuer, aud: client.id, ...facts });
    assert.equal(nonce, asked.nonce);
    assert.equal(Number(exp) - Number(iat), 300);
    const { status, ended_at, oidc } = await read(session.id);
    assert.deepEqual([status, oidc], ["verified", { client: client.id, sub: session.oidc.sub }]);
    assert.equal(auth_time, Math.floor(Date.parse(ended_at) / 1000));
    const info = await openid.fetchUserInfo(config, tokens.access_token, session.oidc.sub);
    assert.deepEqual({ ...info }, facts);

    // A copy of the database gives no access, and does not identify the person.
    const dumps = [before, await dumpStore(store)];
    const secrets = {
      code: back.at.searchParams.get("code"),
      token: tokens.access_token,
      secret: client.secret,
      hint: "customer-1207",
      state: asked.state,
    };
    for (const [name, secret] of Object.entries(secrets)) {
      assert.ok(secret, name);
      assert.ok(!dumps.some((dump) => holds(dump, Buffer.from(secret))), `the database has the ${name}`);
    }
  });

  test("a session with a live challenge, or one that a reference template is bound to, says which it reached", async (t) => {
    const { simulate, client, bind, send, showFace, ask, amal, ...service } = await begin(t, { kind });
    assert.equal(await acrOf(await simulate("verified")), "urn:selfsame:face+live");
    assert.equal(
      await acrOf(await simulate("verified", { acr_values: "urn:selfsame:face" })),
      "urn:selfsame:face+live",
    );
    const plain = await simulate("verified", { acr_values: "urn:selfsame:face" }, { challenge: "off" });
    assert.equal(await acrOf(plain), "urn:selfsame:face");
    const low = await simulate("verified", { acr_values: "urn:selfsame:face+live" }, { challenge: "off" });
    assert.equal(low.answer.get("error"), "unmet_authentication_requirements");
    const unknown = await simulate("verified", { acr_values: "urn:mace:incommon:iap:silver" });
    assert.equal(unknown.answer.get("error"), "unmet_authentication_requirements");

    const form = new FormData();
    form.append("reference", new Blob([new Uint8Array(amal)]));
    const { template } = (await ask("POST", "/templates", form)).body.data;
    const made = await service.create({
      reference_template: template,
      challenge: "off",
      oidc_client: client.id,
      login_hint: "by template",
    });
    assert.equal(made.status, 201);
    const { asked, person, page } = await send("by template");
    const { at } = await person.walk(await showFace(page.at));
    assert.equal((await asked.redeem(at)).claims()?.sub, made.session.oidc.sub);
    // The same person has the same subject at this client.
    assert.equal((await bind(client.id, "by template")).oidc.sub, made.session.oidc.sub);
  });

  test("who is not verified comes back with an error, whatever the reason, and without it", async (t) => {
    const { simulate, client, bind, send, returnUrlOf, visit, showFace, ask, makeKey, statusOf, store } = await begin(
      t,
      {
        kind,
      },
    );
    for (const outcome of ["no_match", "challenge_failed", "presentation_attack", "expired", "cancelled"]) {
      const { answer } = await simulate(outcome);
      assert.deepEqual([answer.get("error"), answer.get("code")], ["access_denied", null], outcome);
      assert.doesNotMatch(
        answer.get("error_description") ?? "",
        /match|challenge|attack/,
        "why is in the session alone",
      );
    }
    const silent = await simulate("verified", { prompt: "none" });
    assert.equal(silent.answer.get("error"), "login_required");

    // Before the end a person returns to the page. A person who declines returns to the client, and cannot resume.
    const session = await bind(client.id, "declines", { challenge: "off" });
    const { person, page } = await send("declines");
    const end = await returnUrlOf(page.at);
    assert.equal((await person.walk(end)).at.href, page.at.href);
    await visit(page.at.hash.slice(1)).decline();
    assert.equal((await person.walk(end)).at.searchParams.get("error"), "access_denied");
    assert.equal(await statusOf(session.id), "cancelled");
    assert.equal((await person.walk(end)).status, 400);

    // While a reviewer decides: a person who waits at the page can continue, one who leaves must start again.
    const reviewer = await makeKey({ scopes: ["sessions:review"] });
    for (const [hint, waits] of [
      ["waits", true],
      ["leaves", false],
    ] as const) {
      const { id } = await bind(client.id, hint, { challenge: "off", attempts: "1", review: "true" });
      const sent = await send(hint);
      const back = await showFace(sent.page.at, bea);
      assert.equal(await statusOf(id), "needs_review");
      if (!waits) {
        const { searchParams } = (await sent.person.walk(back)).at;
        assert.equal(searchParams.get("error"), "access_denied");
        assert.match(searchParams.get("error_description") ?? "", /reviewer/);
        assert.equal(await statusOf(id), "needs_review");
        continue;
      }
      await ask("POST", `/sessions/${id}/review`, { decision: "approve", reason: "Seen on a call" }, reviewer.secret);
      const { at } = await sent.person.walk(back);
      assert.equal((await sent.asked.redeem(at)).claims()?.["acr"], "urn:selfsame:face");
    }
    const { entries } = await store.db
      .selectFrom("session_timeline")
      .select((e) => e.fn.countAll<number>().as("entries"))
      .where("kind", "=", "sent")
      .executeTakeFirstOrThrow();
    assert.ok(entries >= 8);
  });

  test("a session takes the place of one that waits for the same person, and of none that was taken", async (t) => {
    const { client, bind, send, statusOf } = await begin(t, { kind });
    const [first, second] = [await bind(client.id, "one"), await bind(client.id, "one")];
    const elsewhere = await bind(client.id, "two");
    assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ["cancelled", "open"]);
    assert.equal((await send("one")).page.at.pathname, "/verify");
    await bind(client.id, "one");
    assert.deepEqual([await statusOf(second.id), await statusOf(elsewhere.id)], ["open", "open"]);
  });

  test("a client's secret is rotated with an overlap, and a client that is gone signs nobody in", async (t) => {
    const { client, bind, discover, request, browser, showFace, store, accountId, by } = await begin(t, { kind });
    const where = { accountId, id: client.id };
    const redeem = async (secret: string) => {
      const config = await discover(client.id, openid.ClientSecretBasic(secret));
      await bind(client.id, "one", { challenge: "off" });
      const asked = await request(config, { login_hint: "one" });
      const person = browser();
      const { at } = await person.walk(await showFace((await person.walk(asked.url)).at));
      return asked.redeem(at).then(
        () => "taken",
        ({ status }: { readonly status?: number }) => status,
      );
    };
    const rotated = await rotateClientSecret(store, by, where, Date.now());
    assert.deepEqual([await redeem(client.secret), await redeem(rotated?.secret ?? "")], ["taken", "taken"]);
    const again = await rotateClientSecret(store, by, where, Date.now());
    assert.deepEqual([await redeem(client.secret), await redeem(again?.secret ?? "")], [401, "taken"]);
    // As if a day had passed: the old secret has expired.
    await store.db.updateTable("oidc_clients").set({ old_secret_until_ms: 1 }).where("id", "=", client.id).execute();
    assert.equal(await redeem(rotated?.secret ?? ""), 401);
    // A new redirect URI applies at once.
    await changeClient(store, by, where, { redirect_uris: ["https://new.example/callback"] }, Date.now());
    const config = await discover(client.id, openid.ClientSecretBasic("any"));
    await bind(client.id, "two");
    assert.equal((await browser().walk((await request(config, { login_hint: "two" })).url)).status, 400);
    assert.equal(await deleteClient(store, by, where, Date.now()), true);
    assert.equal((await browser().walk((await request(config, { login_hint: "two" })).url)).status, 400);
    const actions = await store.db.selectFrom("audit").select("action").where("target", "=", client.id).execute();
    assert.deepEqual(
      actions.map(({ action }) => action),
      ["created", "rotated", "rotated", "changed", "deleted"].map((what) => `oidc_client_${what}`),
    );
  });

  test("keys rotate: the new one signs, the old one verifies for a day, a leaked one at once no more", async (t) => {
    const clock = { aheadMs: 0 };
    const { simulate, store, sessions, fetchOf, by } = await begin(t, {
      kind,
      sessionNow: () => Date.now() + clock.aheadMs,
    });
    const kidOf = async () => {
      const { asked, at } = await simulate("verified");
      return decodeProtectedHeader((await asked.redeem(at ?? new URL("none:"))).id_token ?? "").kid;
    };
    const published = async () => {
      const { keys } = (await (await fetchOf(`${issuer}/jwks`)).json()) as { keys: Record<string, string>[] };
      assert.ok(keys.every((key) => key["d"] === undefined && key["use"] === "sig"));
      return keys.map(({ kid }) => kid);
    };
    const first = await kidOf();
    assert.deepEqual(await published(), [first]);
    const second = await rotateSigningKey(store, sessions.seal, by, sessions.now());
    assert.deepEqual(new Set(await published()), new Set([first, second]));
    clock.aheadMs = 11_000;
    assert.equal(await kidOf(), second);
    const third = await rotateSigningKey(store, sessions.seal, by, sessions.now(), true);
    assert.deepEqual(await published(), [third]);
    await rotateSigningKey(store, sessions.seal, by, sessions.now());
    clock.aheadMs = 25 * 3600_000;
    assert.equal((await published()).length, 1);
    const { keys } = (await (await fetchOf("https://face.example.com/.well-known/jwks.json")).json()) as {
      keys: unknown[];
    };
    assert.equal(keys.length, 0, "the keys of receipts are others");
  });

  test("a network, a client's requests and what is open have limits, and what is over is deleted", async (t) => {
    const { client, config, bind, request, browser, fetchOf, store, url } = await begin(t, { kind });
    const large = await fetch(`${url}/oidc/request`, { method: "POST", body: "x".repeat(20_000) });
    assert.equal(large.status, 413);
    await bind(client.id, "one");
    const expires_at_ms = Date.now() + 60_000;
    const open = Array.from({ length: openMax }, (_, index) => ({
      id: String(index),
      client_id: client.id,
      kind: "Interaction",
      payload: "",
      expires_at_ms,
    }));
    for (let from = 0; from < openMax; from += 500) {
      await store.db
        .insertInto("oidc_states")
        .values(open.slice(from, from + 500))
        .execute();
    }
    const full = await browser().walk((await request(config, { login_hint: "one" })).url);
    assert.equal(full.at.searchParams.get("error"), "temporarily_unavailable");
    await store.db.updateTable("oidc_states").set({ expires_at_ms: 1 }).execute();
    assert.equal((await browser().walk((await request(config, { login_hint: "one" })).url)).at.pathname, "/verify");
    await sweepStore(store, Date.now(), silent);
    const left = await store.db.selectFrom("oidc_states").select("kind").execute();
    assert.deepEqual(
      left.map((row) => row.kind),
      ["Interaction"],
    );

    const statuses = new Set<number>();
    for (let asked = 0; asked <= networkMax.browser; asked++) {
      const response = await fetchOf(`${issuer}/auth`);
      statuses.add(response.status);
      if (response.status === 429) assert.ok(Number(response.headers.get("retry-after")) > 0);
    }
    assert.deepEqual([...statuses], [400, 429]);
    assert.equal((await fetchOf(`${issuer}/jwks`)).status, 200, "servers are counted apart");
    const keys = await Promise.all(Array.from({ length: networkMax.server }, () => fetchOf(`${issuer}/jwks`)));
    assert.ok(keys.some(({ status }) => status === 429));
  });
});
