import { randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import { prepareFirstStart } from "../../src/accounts/people/first-start.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createSeal } from "@selfsame/platform/secrets/seal";
import type { NewSession } from "../../src/features/sessions/create-session.ts";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { referenceOf } from "@selfsame/photo/verify/references";
import { testReceipts } from "../test-receipts.ts";
import { freshConfig } from "@selfsame/platform/testing/store/each-store";

/** For tests: the dependencies of sessions, and settings to create one. */
export async function sessionDeps(t: TestContext, kind: StoreKind) {
  const config = await freshConfig(t, kind);
  const store = await openStore(config);
  await prepareFirstStart(store);
  const queue = openQueue(store, jobKinds);
  t.after(() => store.close());
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id: keyId } = await store.db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
  const clock = { nowMs: Date.now() };
  const seal = createSeal(randomBytes(32));
  const now = () => clock.nowMs;
  const sessions = { store, queue, events: createEvents(queue), seal, receipts: testReceipts(seal, now), now };
  const deps = { ...sessions, sessionsDaysOf: async () => 90 };
  const asked: NewSession = {
    accountId,
    keyId,
    test: false,
    simulate: undefined,
    reference: referenceOf([Float32Array.from({ length: 512 }, (_, i) => Math.sin(i))]),
    model: "m-1",
    challenge: "off",
    passiveLiveness: "off",
    returnUrl: undefined,
    externalId: undefined,
    metadata: {},
    locale: undefined,
    expiresInSeconds: 60,
    attempts: 3,
    threshold: undefined,
  };
  return { config, deps, clock, asked };
}
