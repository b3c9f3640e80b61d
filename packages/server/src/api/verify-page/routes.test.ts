import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { buildAll } from "../../../../../scripts/build.ts";
import { changeBranding, readBranding } from "../../features/branding/branding.ts";
import { sessionRow } from "../../../testing/sessions/session-row.ts";
import { onEachStore, freshStore } from "@selfsame/platform/testing/store/each-store";
import { insertKey } from "../../accounts/keys/keys.ts";
import { createCounters } from "../../accounts/limits/counters.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createLinkLimits } from "../../features/sessions/visit/link-limits.ts";
import type { Store } from "@selfsame/platform/store/store";
import { verifyPages } from "./routes.ts";

const nowMs = Date.UTC(2026, 10, 22, 12);
const by = { actor: "someone", address: null };
const session = "vs_0123456789ABCDEFGHIJKL";

const limits = createLinkLimits(createCounters("test:read"));

before(() => buildAll({ small: false }));

async function pagesOf(store: Store): Promise<{ app: FastifyInstance; accountId: string }> {
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const app = fastify();
  await app.register(verifyPages({ store, now: () => nowMs, limits }));
  return { app, accountId };
}

async function makeSession(store: Store, accountId: string): Promise<void> {
  await store.db
    .insertInto("verification_sessions")
    .values(sessionRow(session, accountId, nowMs))
    .execute();
}

const policyOf = ({ headers }: { readonly headers: Record<string, unknown> }) =>
  String(headers["content-security-policy"]);

onEachStore("the hosted page", (kind) => {
  test("has a policy that loads nothing from other origins and allows no framing", async (t) => {
    const { app } = await pagesOf(await freshStore(t, kind));
    const answer = await app.inject("/verify");
    assert.equal(answer.statusCode, 200);
    const policy = policyOf(answer);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(answer.headers["referrer-policy"], "no-referrer");
    assert.match(String(answer.headers["permissions-policy"]), /camera=\(self\)/);
    assert.doesNotMatch(answer.body, /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    await app.close();
  });

  test("in a frame is for the origins of the session's account alone, and names none that was not asked for", async (t) => {
    const store = await freshStore(t, kind);
    const { app, accountId } = await pagesOf(store);
    const shown = async (id: string, ...asked: string[]) => {
      const query = new URLSearchParams(asked.map((origin) => ["origin", origin]));
      const answer = await app.inject(`/verify/embedded/${id}?${query}`);
      return /frame-ancestors ([^;]+)/.exec(policyOf(answer))?.[1];
    };
    await makeSession(store, accountId);
    const [shop, inside] = ["https://shop.example", "https://www.shop.example:8443"];
    assert.equal(await shown(session, shop), "'none'");
    await insertKey(store.db, accountId, { name: "Page", kind: "public", allowedOrigins: [shop, inside] }, nowMs);
    assert.equal(await shown(session), "'none'", "a request that names no origin gets none");
    assert.equal(await shown(session, shop), shop);
    assert.equal(await shown(session, inside, shop), `${inside} ${shop}`, "a page within a page");
    for (const wrong of ["https://other.example", "*", "'self'", `${shop} *`, `${shop}/`, "null", ""]) {
      assert.equal(await shown(session, wrong), "'none'", wrong);
      assert.equal(await shown(session, shop, wrong), "'none'", wrong);
    }
    assert.equal(await shown(session, ...Array.from({ length: 9 }, () => shop)), "'none'");
    assert.equal(await shown("vs_unknown", shop), "'none'");
    const { headers } = await app.inject(`/verify/embedded/${session}`);
    assert.equal(headers["cache-control"], "no-store");
    await app.close();
  });

  test("shows the account's logo, from an address that changes with it", async (t) => {
    const store = await freshStore(t, kind);
    const { app, accountId } = await pagesOf(store);
    let atMs = nowMs;
    const deps = { store, now: () => atMs };
    const png = Buffer.from("a picture");
    const logo = { logo: png.toString("base64"), logo_type: "image/png" };
    const { logoUrl } = await changeBranding(deps, by, accountId, logo);
    const answer = await app.inject(logoUrl ?? "");
    assert.deepEqual([answer.statusCode, answer.headers["content-type"]], [200, "image/png"]);
    assert.ok(answer.rawPayload.equals(png));
    assert.match(policyOf(answer), /default-src 'none'/);
    assert.match(String(answer.headers["cache-control"]), /immutable/);
    atMs++;
    await changeBranding(deps, by, accountId, { name: "Shop", accent: "#0a6b4f" });
    const now = await readBranding(store.db, accountId);
    assert.deepEqual([now.name, now.accent], ["Shop", "#0a6b4f"]);
    assert.notEqual(now.logoUrl, logoUrl);
    await changeBranding(deps, by, accountId, { logo: null, logo_type: null });
    assert.equal((await app.inject(logoUrl ?? "")).statusCode, 404);
    assert.equal((await app.inject("/verify/logo/acc_9f2Kx4Tb1Lw7Zc5Q")).statusCode, 404);
    await app.close();
  });
});

onEachStore("a link that opens no session", (kind) => {
  test("has the brand of the session that it names, and of no other", async (t) => {
    const store = await freshStore(t, kind);
    const { app, accountId } = await pagesOf(store);
    await makeSession(store, accountId);
    await changeBranding({ store, now: () => nowMs }, by, accountId, {
      name: "Shop",
      accent: "#0a6b4f",
      contact: "1",
    });
    const answer = await app.inject(`/verify/brand/${session}`);
    assert.deepEqual(answer.json(), { name: "Shop", logo_url: null, accent: "#0a6b4f" });
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal((await app.inject("/verify/brand/vs_unknown")).statusCode, 404);
    await app.close();
  });
});

describe("what browsers load of it", () => {
  let app: FastifyInstance;
  let dir: string;
  before(async () => {
    app = fastify();
    // Files only: none of these requests reads the database.
    await app.register(verifyPages({ store: undefined as unknown as Store, now: () => nowMs, limits }));
    dir = await mkdtemp(join(tmpdir(), "selfsame-unbuilt-"));
  });
  after(async () => {
    await app.close();
    await rm(dir, { recursive: true });
  });

  test("has at most 60 KB for the first view, compressed, with every word of a language", async () => {
    const { body, rawPayload } = await app.inject("/verify");
    const named = [...body.matchAll(/(?:src|href)="(\/verify\/[^"]+)"/g)].map(([, path]) => path ?? "");
    assert.ok(named.length >= 2);
    let sizeBytes = rawPayload.length;
    let code = "";
    const take = async (url: string) => {
      const answer = await app.inject({ url, headers: { "accept-encoding": "br" } });
      assert.equal(answer.statusCode, 200, url);
      assert.equal(answer.headers["content-encoding"], "br");
      assert.match(String(answer.headers["cache-control"]), /immutable/);
      sizeBytes += answer.rawPayload.length;
      return brotliDecompressSync(answer.rawPayload).toString();
    };
    for (const url of named) code += await take(url);
    const [words] = /\.\/en-[\w-]+\.js/.exec(code) ?? [];
    assert.ok(words, "the English words are a file of their own");
    await take(`/verify/assets/${words.slice(2)}`);
    assert.ok(sizeBytes <= 60 * 1024, `${sizeBytes} bytes`);
  });

  test("says without JavaScript what is missing, in the language of the browser", async () => {
    const pageIn = (language: string) => app.inject({ url: "/verify", headers: { "accept-language": language } });
    const said = {
      "de-AT,en;q=0.5": /lang="de" dir="ltr".*Diese Seite braucht JavaScript/,
      ar: /lang="ar" dir="rtl".*JavaScript/,
      "tlh, *;q=0.1": /This page needs JavaScript/,
    };
    for (const [language, words] of Object.entries(said)) {
      const { body, headers } = await pageIn(language);
      assert.match(body, words);
      assert.equal(headers["vary"], "Accept-Language, Accept-Encoding");
    }
    const etags = await Promise.all(["de", "ja"].map(async (language) => (await pageIn(language)).headers.etag));
    assert.equal(new Set(etags).size, 2);
  });

  test("is /embed.js for every page", async () => {
    const { statusCode, headers, body } = await app.inject("/embed.js");
    assert.equal(statusCode, 200);
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
    assert.match(body, /Selfsame/);
  });

  test("says how to build it where it is not built", async () => {
    const bare = fastify();
    await bare.register(verifyPages({ store: undefined as unknown as Store, now: () => nowMs, limits }, dir));
    const { statusCode, body } = await bare.inject("/verify");
    assert.equal(statusCode, 503);
    assert.match(body, /npm run build/);
    await bare.close();
  });
});
