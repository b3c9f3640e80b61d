import assert from "node:assert/strict";
import { test } from "node:test";
import { isFuzzRun } from "../../../../../../../testing/fuzz-runs.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { madeKey } from "../../../../../testing/made-key.ts";
import { makeAccount } from "../../../../../testing/make-account.ts";
import { brand } from "../../../../../testing/sessions/brand.ts";
import { startSessionService } from "../../../../../testing/sessions/sessions.ts";

test(
  "an account that follows as much as it can leaves three quarters of a node's streams to others",
  { skip: !isFuzzRun && "500 connections: npm run test:fuzz" },
  async (t) => {
    const { store, create, visit, url } = await startSessionService(t, { trustedProxies: ["127.0.0.1"] });
    const ending = new AbortController();
    t.after(() => ending.abort());
    let asked = 0;
    const follow = (secret: string) =>
      fetch(`${url}/api/v3/session/events`, {
        headers: { ...visit(secret).headers, "x-forwarded-for": `192.0.2.${asked++ % 250}` },
        signal: ending.signal,
      });
    const secrets: string[] = [];
    for (let i = 0; i < 60; i++) secrets.push((await create()).secret);
    const statuses: number[] = [];
    for (const secret of secrets) {
      for (const { status } of await Promise.all(Array.from({ length: 10 }, () => follow(secret))))
        statuses.push(status);
    }
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    assert.deepEqual([count(200), count(429)], [500, 100]);
    const refused = await follow(secrets.at(-1) ?? "");
    // oxlint-disable-next-line typescript/no-explicit-any
    const { error }: any = await refused.json();
    assert.deepEqual([error.code, refused.headers.get("retry-after")], ["rate_limited", "15"]);
    const { account } = await makeAccount(
      store,
      commandLine,
      { email: "other@example.com", plan: "unlimited" },
      Date.now(),
    );
    await brand(store, account.id);
    const deps = { store, now: Date.now, changed: () => {} };
    const key = await madeKey(deps, commandLine, account.id, { name: "Other", kind: "private" });
    assert.equal((await follow((await create({}, key.secret)).secret)).status, 200);
  },
);
